import { Arg, Ctx, FieldResolver, Float, Int, Resolver, Root } from "type-graphql";
import { Campaign } from "../campaigns/campaign.js";
import { campaignById } from "../campaigns/find-campaigns.js";
import { Money } from "../conversions/money.js";
import { pipelineById } from "../leads/find-leads.js";
import { Pipeline } from "../leads/pipeline.js";
import { memberById } from "../people/find-members.js";
import { Member } from "../people/member.js";
import { Allow } from "../platform/allow.js";
import type { Context } from "../platform/context.js";
import { loadOrNull } from "../platform/loader.js";
import { findByCampaign, findByMember, findBySource } from "./find-breakdowns.js";
import { findFunnel } from "./find-funnel.js";
import { findPrevious } from "./find-insights.js";
import { findAcknowledgement, findFirstHumanResponse } from "./find-responses.js";
import { findReturnsInBucket, findSeries } from "./find-series.js";
import {
  findGrossValue,
  findNetValue,
  findRepeatLeads,
  findRepeatRate,
  findReturnedLeads,
  findReversed,
  findReversedValue,
  findVoided,
  findWonContacts,
  findWonDeals,
} from "./find-wins.js";
import { InsightsIntervalEnum } from "./insights.filters.js";
import {
  AcknowledgementFigures,
  CampaignFigures,
  FunnelStage,
  Insights,
  InsightsBucket,
  MemberFigures,
  ResponseFigures,
  SourceFigures,
} from "./insights.types.js";
import type { InsightsInterval } from "./period.js";

// Each may read a month of a large ledger; ten whole reports are what one operation may ask for.
const figure = { complexity: 50 };

@Resolver(() => Insights)
export class InsightsFields {
  @FieldResolver(() => Int, {
    ...figure,
    description: "Live conversions, by the time at which they were won (Conversion.convertedAt).",
  })
  wonDeals(@Root() { report }: Insights, @Ctx() ctx: Context): Promise<number> {
    return findWonDeals(ctx, report);
  }

  @FieldResolver(() => Int, {
    ...figure,
    description:
      "Of wonDeals, those that were recorded as repeat wins: their contact already had a live win, be it from before the range.",
  })
  repeatLeads(@Root() { report }: Insights, @Ctx() ctx: Context): Promise<number> {
    return findRepeatLeads(ctx, report);
  }

  @FieldResolver(() => Float, {
    ...figure,
    nullable: true,
    description: "repeatLeads in percent of wonDeals, to two decimals. Null when nothing was won.",
  })
  repeatRate(@Root() { report }: Insights, @Ctx() ctx: Context): Promise<number | null> {
    return findRepeatRate(ctx, report);
  }

  @FieldResolver(() => Int, {
    ...figure,
    description:
      "Returns, by the time at which they were taken in (ReEngaged.at): a contact whose lead was won or declined came back by themselves. A contact who does so twice counts twice.",
  })
  returnedLeads(@Root() { report }: Insights, @Ctx() ctx: Context): Promise<number> {
    return findReturnedLeads(ctx, report);
  }

  @FieldResolver(() => Int, { ...figure, description: "The different contacts behind wonDeals." })
  wonContacts(@Root() { report }: Insights, @Ctx() ctx: Context): Promise<number> {
    return findWonContacts(ctx, report);
  }

  @FieldResolver(() => Int, {
    ...figure,
    description:
      "Conversions that are void, by the time at which they had been won (Conversion.convertedAt): with wonDeals these are all that were ever recorded for the range.",
  })
  voided(@Root() { report }: Insights, @Ctx() ctx: Context): Promise<number> {
    return findVoided(ctx, report);
  }

  @Allow("ADMIN", "MANAGER", "AGENT", "ANALYST")
  @FieldResolver(() => Int, {
    ...figure,
    nullable: true,
    description: "Reversals, by the time at which they were made (Reversal.reversedAt), whenever the win was.",
  })
  reversed(@Root() { report }: Insights, @Ctx() ctx: Context): Promise<number> {
    return findReversed(ctx, report);
  }

  @Allow("ADMIN", "MANAGER", "AGENT", "ANALYST")
  @FieldResolver(() => [Money], {
    ...figure,
    nullable: true,
    description: "What wonDeals are worth, one amount for each currency; wins without a value add nothing.",
  })
  grossValue(@Root() { report }: Insights, @Ctx() ctx: Context): Promise<Money[]> {
    return findGrossValue(ctx, report);
  }

  @Allow("ADMIN", "MANAGER", "AGENT", "ANALYST")
  @FieldResolver(() => [Money], {
    ...figure,
    nullable: true,
    description: "What `reversed` took back, one amount for each currency.",
  })
  reversedValue(@Root() { report }: Insights, @Ctx() ctx: Context): Promise<Money[]> {
    return findReversedValue(ctx, report);
  }

  @Allow("ADMIN", "MANAGER", "AGENT", "ANALYST")
  @FieldResolver(() => [Money], {
    ...figure,
    nullable: true,
    description:
      "grossValue less reversedValue, one amount for each currency; below zero where more was taken back than won.",
  })
  netValue(@Root() { report }: Insights, @Ctx() ctx: Context): Promise<Money[]> {
    return findNetValue(ctx, report);
  }

  @Allow("ADMIN", "MANAGER", "AGENT", "ANALYST")
  @FieldResolver(() => ResponseFigures, {
    ...figure,
    nullable: true,
    description:
      "How long customers waited for a person, over the lifecycles that were opened in the range (Lifecycle.openedAt), whenever they were answered.",
  })
  firstHumanResponse(@Root() { report }: Insights, @Ctx() ctx: Context): Promise<ResponseFigures> {
    return findFirstHumanResponse(ctx, report);
  }

  @Allow("ADMIN", "MANAGER", "AGENT", "ANALYST")
  @FieldResolver(() => AcknowledgementFigures, {
    ...figure,
    nullable: true,
    description:
      "How long the automatic acknowledgement took, over the lifecycles that were opened in the range (Lifecycle.openedAt).",
  })
  acknowledgement(@Root() { report }: Insights, @Ctx() ctx: Context): Promise<AcknowledgementFigures> {
    return findAcknowledgement(ctx, report);
  }

  @Allow("ADMIN", "MANAGER", "AGENT", "ANALYST")
  @FieldResolver(() => [FunnelStage], {
    ...figure,
    nullable: true,
    description:
      "Where leads stand now (or stood at `asOf`), whatever the range: present intent, of which no win is read. Stages in which none stands are there too.",
  })
  funnel(@Root() { report }: Insights, @Ctx() ctx: Context): Promise<FunnelStage[]> {
    return findFunnel(ctx, report);
  }

  @FieldResolver(() => [InsightsBucket], {
    ...figure,
    nullable: true,
    description:
      "The range cut into parts, oldest first; a lifetime begins with its first win or return. Null, with an error, when there would be more than 1000.",
  })
  series(
    @Root() { report }: Insights,
    @Arg("by", () => InsightsIntervalEnum, { defaultValue: "DAY", description: "Into what." }) by: InsightsInterval,
    @Ctx() ctx: Context,
  ): Promise<InsightsBucket[]> {
    return findSeries(ctx, report, by);
  }

  @Allow("ADMIN", "MANAGER", "AGENT", "ANALYST")
  @FieldResolver(() => [CampaignFigures], {
    ...figure,
    nullable: true,
    description: "wonDeals by the campaign to which they were attributed when they were recorded, most wins first.",
  })
  byCampaign(@Root() { report }: Insights, @Ctx() ctx: Context): Promise<CampaignFigures[]> {
    return findByCampaign(ctx, report);
  }

  @Allow("ADMIN", "MANAGER", "AGENT", "ANALYST")
  @FieldResolver(() => [MemberFigures], {
    ...figure,
    nullable: true,
    description: "wonDeals by who won them, whoever owns the leads today, most wins first.",
  })
  byMember(@Root() { report }: Insights, @Ctx() ctx: Context): Promise<MemberFigures[]> {
    return findByMember(ctx, report);
  }

  @Allow("ADMIN", "MANAGER", "AGENT", "ANALYST")
  @FieldResolver(() => [SourceFigures], {
    ...figure,
    nullable: true,
    description: "wonDeals by the intake source whose enquiry opened their lifecycle, most wins first.",
  })
  bySource(@Root() { report }: Insights, @Ctx() ctx: Context): Promise<SourceFigures[]> {
    return findBySource(ctx, report);
  }

  @FieldResolver(() => Insights, {
    nullable: true,
    description:
      "The same about as many days just before these, with no day between and none twice. Null for a lifetime.",
  })
  previous(@Root() insights: Insights, @Ctx() ctx: Context): Insights | null {
    return findPrevious(ctx, insights);
  }
}

@Resolver(() => InsightsBucket)
export class InsightsBucketFields {
  @FieldResolver(() => Int, { description: "Returns, as in Insights.returnedLeads." })
  returnedLeads(@Root() bucket: InsightsBucket, @Ctx() ctx: Context): Promise<number> {
    return findReturnsInBucket(ctx, bucket);
  }
}

@Resolver(() => CampaignFigures)
export class CampaignFiguresFields {
  @FieldResolver(() => Campaign, { nullable: true, description: "The campaign, under the name it has now." })
  campaign(@Root() { campaignId }: CampaignFigures, @Ctx() ctx: Context): Promise<Campaign | null> {
    return loadOrNull(campaignById(ctx), campaignId);
  }
}

@Resolver(() => MemberFigures)
export class MemberFiguresFields {
  @FieldResolver(() => Member, { nullable: true, description: "The member." })
  member(@Root() { memberId }: MemberFigures, @Ctx() ctx: Context): Promise<Member | null> {
    return loadOrNull(memberById(ctx), memberId);
  }
}

@Resolver(() => FunnelStage)
export class FunnelStageFields {
  @FieldResolver(() => Pipeline, { nullable: true, description: "The pipeline of the stage." })
  pipeline(@Root() { pipelineId }: FunnelStage, @Ctx() ctx: Context): Promise<Pipeline | null> {
    return loadOrNull(pipelineById(ctx), pipelineId);
  }
}
