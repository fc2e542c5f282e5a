import { Ctx, FieldResolver, Resolver } from "type-graphql";
import { Merchant } from "../people/merchant.js";
import { Allow } from "../platform/allow.js";
import type { Context } from "../platform/context.js";
import { findSources } from "./find-enquiries.js";
import { IntakeSource } from "./intake-source.js";

@Resolver(() => Merchant)
export class MerchantSources {
  @Allow("ADMIN", "MANAGER", "PARTNER")
  @FieldResolver(() => [IntakeSource], {
    nullable: true,
    description: "Where enquiries come from, oldest first; for a partner its own ones.",
  })
  sources(@Ctx() ctx: Context): Promise<IntakeSource[]> {
    return findSources(ctx);
  }
}
