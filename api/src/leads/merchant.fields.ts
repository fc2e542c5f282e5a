import { Ctx, FieldResolver, Resolver } from "type-graphql";
import { Campaign } from "../campaigns/campaign.js";
import { findCampaigns } from "../campaigns/find-campaigns.js";
import { Merchant } from "../people/merchant.js";
import { Allow } from "../platform/allow.js";
import type { Context } from "../platform/context.js";
import { findPipelines } from "./find-leads.js";
import { Pipeline } from "./pipeline.js";

@Resolver(() => Merchant)
export class MerchantPipelines {
  @Allow("ADMIN", "MANAGER", "AGENT")
  @FieldResolver(() => [Pipeline], { nullable: true, description: "Its pipelines, oldest first." })
  pipelines(@Ctx() ctx: Context): Promise<Pipeline[]> {
    return findPipelines(ctx);
  }

  @Allow("ADMIN", "MANAGER", "AGENT")
  @FieldResolver(() => [Campaign], {
    nullable: true,
    description: "Its campaigns, oldest first, archived ones included.",
  })
  campaigns(@Ctx() ctx: Context): Promise<Campaign[]> {
    return findCampaigns(ctx);
  }
}
