import { Ctx, FieldResolver, Resolver, Root } from "type-graphql";
import { Campaign } from "../campaigns/campaign.js";
import { campaignById } from "../campaigns/find-campaigns.js";
import { findLead } from "../leads/find-leads.js";
import { Lead } from "../leads/lead.js";
import { Allow } from "../platform/allow.js";
import type { Context } from "../platform/context.js";
import { Enquiry, EnquiryOutcomeEnum, type EnquiryOutcomeName } from "./enquiry.js";
import { EnquiryCorrection } from "./enquiry-correction.js";
import { correctionsOf, enquiriesOfLead, getOutcome, latestOutcome, sourceById } from "./find-enquiries.js";
import { IntakeSource } from "./intake-source.js";

@Resolver(() => Enquiry)
export class EnquiryFields {
  @Allow("EVERYONE")
  @FieldResolver(() => EnquiryOutcomeEnum, { description: "What became of it." })
  outcome(@Root() enquiry: Enquiry, @Ctx() ctx: Context): Promise<EnquiryOutcomeName> {
    return getOutcome(ctx, enquiry.id);
  }

  @Allow("ADMIN", "MANAGER", "AGENT")
  @FieldResolver(() => String, { nullable: true, description: "Why it is held or was rejected." })
  async problem(@Root() enquiry: Enquiry, @Ctx() ctx: Context): Promise<string | null> {
    return (await latestOutcome(ctx).load(enquiry.id))?.problem ?? null;
  }

  @Allow("ADMIN", "MANAGER", "AGENT", "ANALYST")
  @FieldResolver(() => Boolean, { nullable: true, description: "Whether it names a usable way to reach the person." })
  async isContactable(@Root() enquiry: Enquiry, @Ctx() ctx: Context): Promise<boolean | null> {
    return (await latestOutcome(ctx).load(enquiry.id))?.isContactable ?? null;
  }

  @Allow("EVERYONE")
  @FieldResolver(() => Lead, { nullable: true, description: "The lead it reached, if the caller may see it." })
  async lead(@Root() enquiry: Enquiry, @Ctx() ctx: Context): Promise<Lead | null> {
    return findLead(ctx, (await latestOutcome(ctx).load(enquiry.id))?.leadId ?? null);
  }

  @Allow("EVERYONE")
  @FieldResolver(() => IntakeSource, { nullable: true, description: "Through which source it came." })
  source(@Root() enquiry: Enquiry, @Ctx() ctx: Context): Promise<IntakeSource | null> {
    return sourceById(ctx).load(enquiry.sourceId);
  }

  @Allow("EVERYONE")
  @FieldResolver(() => Campaign, { nullable: true, description: "The campaign that brought it." })
  async campaign(@Root() enquiry: Enquiry, @Ctx() ctx: Context): Promise<Campaign | null> {
    return enquiry.campaignId ? campaignById(ctx).load(enquiry.campaignId) : null;
  }

  @Allow("ADMIN", "MANAGER", "AGENT")
  @FieldResolver(() => [EnquiryCorrection], {
    nullable: true,
    description: "What colleagues put right beside it, oldest first.",
  })
  corrections(@Root() enquiry: Enquiry, @Ctx() ctx: Context): Promise<EnquiryCorrection[]> {
    return correctionsOf(ctx).load(enquiry.id);
  }
}

@Resolver(() => Lead)
export class LeadEnquiries {
  @Allow("EVERYONE")
  @FieldResolver(() => [Enquiry], {
    description: "What was sent that reached this lead, oldest first; for a partner, what its own sources sent.",
  })
  enquiries(@Root() lead: Lead, @Ctx() ctx: Context): Promise<Enquiry[]> {
    return enquiriesOfLead(ctx).load(lead.id);
  }
}
