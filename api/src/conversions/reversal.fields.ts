import { Ctx, FieldResolver, Resolver, Root } from "type-graphql";
import { memberById } from "../people/find-members.js";
import { Member } from "../people/member.js";
import { Allow } from "../platform/allow.js";
import type { Context } from "../platform/context.js";
import { loadOrNull } from "../platform/loader.js";
import { Money, moneyOf } from "./money.js";
import { Reversal } from "./reversal.js";

@Resolver(() => Reversal)
export class ReversalFields {
  @Allow("ADMIN", "MANAGER", "AGENT")
  @FieldResolver(() => Member, { nullable: true, description: "Who reversed it." })
  actor(@Root() { actorId }: Reversal, @Ctx() ctx: Context): Promise<Member | null> {
    return loadOrNull(memberById(ctx), actorId);
  }

  @FieldResolver(() => Money, {
    nullable: true,
    description: "What was taken back: the whole value of the win; null when nobody had told that.",
  })
  value(@Root() reversal: Reversal): Money | null {
    return moneyOf(reversal);
  }
}
