import { Ctx, FieldResolver, Resolver, Root } from "type-graphql";
import { memberById } from "../people/find-members.js";
import { Member } from "../people/member.js";
import { Allow } from "../platform/allow.js";
import type { Context } from "../platform/context.js";
import { loadOrNull } from "../platform/loader.js";
import { FollowUp } from "./follow-up.js";

@Resolver(() => FollowUp)
export class FollowUpFields {
  @Allow("ADMIN", "MANAGER", "AGENT", "ANALYST")
  @FieldResolver(() => Member, {
    nullable: true,
    description: "Who is to keep the promise; null when it is nobody in particular.",
  })
  assignee(@Root() { assigneeId }: FollowUp, @Ctx() ctx: Context): Promise<Member | null> {
    return loadOrNull(memberById(ctx), assigneeId);
  }
}
