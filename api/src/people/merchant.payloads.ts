import { Ctx, Field, ObjectType } from "type-graphql";
import { Allow } from "../platform/allow.js";
import type { Context } from "../platform/context.js";
import { Payload } from "../platform/payload.js";
import { ownMerchant } from "./find-members.js";
import { Merchant } from "./merchant.js";

@Allow("EVERYONE")
@ObjectType({ description: "What updatePolicies did." })
export class UpdatePoliciesPayload extends Payload {
  isDone?: boolean;

  @Field(() => Merchant, {
    nullable: true,
    description: "The merchant with its policies as they are now; null when it was refused.",
  })
  async merchant(@Ctx() ctx: Context): Promise<Merchant | null> {
    return this.isDone ? ownMerchant(ctx) : null;
  }
}
