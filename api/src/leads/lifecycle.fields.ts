import { Ctx, FieldResolver, Resolver, Root } from "type-graphql";
import { Campaign } from "../campaigns/campaign.js";
import { campaignById } from "../campaigns/find-campaigns.js";
import { Conversion } from "../conversions/conversion.js";
import { Allow } from "../platform/allow.js";
import type { Context } from "../platform/context.js";
import { loadOrNull } from "../platform/loader.js";
import { findWinOf } from "./find-conversions.js";
import { findLead } from "./find-leads.js";
import { firstResponseOf } from "./first-response.js";
import { Lead } from "./lead.js";
import { FirstResponse } from "./lead.types.js";
import { Lifecycle } from "./lifecycle.js";

@Resolver(() => Lifecycle)
export class LifecycleFields {
  @Allow("ADMIN", "MANAGER", "AGENT", "ANALYST")
  @FieldResolver(() => FirstResponse, {
    nullable: true,
    description: "How long the contact waited for the first answer of a person; null until then.",
  })
  firstResponse(@Root() lifecycle: Lifecycle): FirstResponse | null {
    return firstResponseOf(lifecycle);
  }

  @Allow("EVERYONE")
  @FieldResolver(() => Conversion, {
    nullable: true,
    description: "The win that ended it; null while there is none that stands.",
  })
  conversion(@Root() lifecycle: Lifecycle, @Ctx() ctx: Context): Promise<Conversion | null> {
    return findWinOf(ctx, lifecycle);
  }

  @Allow("ADMIN", "MANAGER", "AGENT", "ANALYST")
  @FieldResolver(() => Campaign, {
    nullable: true,
    description:
      "The campaign of its latest inbound message that carried one, else of its opening enquiry: what a win is attributed to.",
  })
  campaign(@Root() { campaignId }: Lifecycle, @Ctx() ctx: Context): Promise<Campaign | null> {
    return loadOrNull(campaignById(ctx), campaignId);
  }

  @Allow("EVERYONE")
  @FieldResolver(() => Lead, { nullable: true, description: "Its lead; null when the viewer may no longer see it." })
  lead(@Root() { leadId }: Lifecycle, @Ctx() ctx: Context): Promise<Lead | null> {
    return findLead(ctx, leadId);
  }
}
