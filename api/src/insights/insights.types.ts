import { Field, Float, ID, Int, ObjectType } from "type-graphql";
import { Money } from "../conversions/money.js";
import { StageKindEnum } from "../leads/lead.filters.js";
import type { StageKind } from "../leads/pipeline-rules.js";
import { Allow } from "../platform/allow.js";
import { graphqlEnum } from "../platform/closed-set.js";
import type { LocalDate } from "../platform/local-date.js";
import { DateTime, LocalDate as LocalDateScalar, TimeZone } from "../platform/scalars.js";
import type { Report, Series } from "./report.js";
import type { WinTally } from "./wins.js";

const insightsScopes = ["ALL", "OWN", "OWN_SOURCES"] as const;
export type InsightsScope = (typeof insightsScopes)[number];
const InsightsScopeEnum = graphqlEnum(
  "InsightsScope",
  insightsScopes,
  "Whose figures these are. They never count what the viewer may not see.",
  {
    ALL: "Those of the whole merchant.",
    OWN: "Those of one agent: own wins, and the returns, response times and stages of the leads that are the agent's now.",
    OWN_SOURCES: "Those of one partner: the lifecycles that its sources' enquiries opened, and the wins in them.",
  },
);

@Allow("EVERYONE")
@ObjectType({
  description:
    "What was won and how fast people were answered in a range of local days. Tests count nowhere, and what was voided is as if it had never been. A figure costs only who asks for it.",
})
export class Insights {
  report!: Report;

  @Field(() => InsightsScopeEnum, { description: "Whose figures these are." })
  scope!: InsightsScope;

  @Field(() => LocalDateScalar, { nullable: true, description: "The first day; null for the whole lifetime." })
  from!: LocalDate | null;

  @Field(() => LocalDateScalar, {
    nullable: true,
    description: "The last day, which counts whole; null for the whole lifetime.",
  })
  to!: LocalDate | null;

  @Field(() => DateTime, {
    nullable: true,
    description: "The instant at which the first day begins (UTC); it is in the range.",
  })
  start!: Date | null;

  @Field(() => DateTime, {
    nullable: true,
    description: "The instant at which the day after the last begins (UTC); it is no longer in the range.",
  })
  end!: Date | null;

  @Field(() => TimeZone, { description: "The time zone of these days." })
  timeZone!: string;

  @Field(() => DateTime, {
    nullable: true,
    description: "The instant whose knowledge this is; null for all that is known now.",
  })
  asOf!: Date | null;
}

@Allow("EVERYONE")
@ObjectType({ simpleResolvers: true })
abstract class WinFigures implements WinTally {
  @Field(() => Int, { description: "Live wins, by the time at which they were won." })
  wonDeals!: number;

  @Field(() => Int, { description: "Of these, how many were recorded as repeat wins." })
  repeatLeads!: number;

  @Allow("ADMIN", "MANAGER", "AGENT", "ANALYST")
  @Field(() => [Money], {
    nullable: true,
    description: "What they were worth, one amount for each currency; reversals are not taken off.",
  })
  grossValue!: Money[];
}

@Allow("EVERYONE")
@ObjectType({
  description: "A part of the range. Parts in which nothing happened are there too, with zeros.",
  simpleResolvers: true,
})
export class InsightsBucket extends WinFigures {
  series!: Series;
  index!: number;

  @Field(() => LocalDateScalar, { description: "Its first day." })
  from!: LocalDate;

  @Field(() => LocalDateScalar, {
    description: "Its last day. The first and the last part may be cut short by the range.",
  })
  to!: LocalDate;
}

@Allow("EVERYONE")
@ObjectType({ description: "The wins attributed to one campaign under one of its names.", simpleResolvers: true })
export class CampaignFigures extends WinFigures {
  @Field(() => ID, { nullable: true, description: "The campaign; null for the wins that are attributed to none." })
  campaignId!: string | null;

  @Field(() => String, {
    nullable: true,
    description: "Its name as it was recorded with the wins; a campaign renamed meanwhile has a line for each name.",
  })
  name!: string | null;
}

@Allow("EVERYONE")
@ObjectType({ description: "The wins of one member.", simpleResolvers: true })
export class MemberFigures extends WinFigures {
  @Field(() => ID, {
    nullable: true,
    description:
      "Who won them, whoever owns the leads today; null for wins that no member made: imported ones, those of a program.",
  })
  memberId!: string | null;
}

@Allow("EVERYONE")
@ObjectType({ description: "The wins in lifecycles that one intake source's enquiries opened.", simpleResolvers: true })
export class SourceFigures extends WinFigures {
  @Field(() => ID, {
    nullable: true,
    description: "The source; null for lifecycles that no enquiry from a source opened.",
  })
  sourceId!: string | null;

  @Field(() => String, { nullable: true, description: "Its name as it is now." })
  name!: string | null;
}

@Allow("EVERYONE")
@ObjectType({
  description:
    "How long customers waited for the first answer of a person. Automatic acknowledgements and internal notes are no answer.",
  simpleResolvers: true,
})
export class ResponseFigures {
  @Field(() => Int, { description: "Lifecycles opened in the range that have had their first human response." })
  count!: number;

  @Field(() => Int, {
    description: "Lifecycles that a customer opened in the range and that have had none; spam aside.",
  })
  unansweredCount!: number;

  @Field(() => Float, {
    nullable: true,
    description: "Half of them waited no longer than these seconds, by the clock. Null when there are none.",
  })
  medianSeconds!: number | null;

  @Field(() => Float, {
    nullable: true,
    description: "Nine of ten waited no longer than these seconds, by the clock. Null when there are none.",
  })
  p90Seconds!: number | null;

  @Field(() => Float, { nullable: true, description: "As medianSeconds, counting only the merchant's business hours." })
  medianBusinessSeconds!: number | null;

  @Field(() => Float, { nullable: true, description: "As p90Seconds, counting only the merchant's business hours." })
  p90BusinessSeconds!: number | null;

  @Field(() => Float, {
    nullable: true,
    description:
      "Percent of the answered ones whose wait in business hours was within the merchant's present response target. Null when there are none.",
  })
  withinTargetRate!: number | null;
}

@Allow("EVERYONE")
@ObjectType({
  description: "How long it took until the automatic acknowledgement was delivered. It is no answer of a person.",
  simpleResolvers: true,
})
export class AcknowledgementFigures {
  @Field(() => Int, { description: "Lifecycles opened in the range that were acknowledged." })
  count!: number;

  @Field(() => Float, {
    nullable: true,
    description: "Half of them were acknowledged within these seconds, by the clock. Null when there are none.",
  })
  medianSeconds!: number | null;

  @Field(() => Float, {
    nullable: true,
    description: "Nine of ten were acknowledged within these seconds, by the clock. Null when there are none.",
  })
  p90Seconds!: number | null;
}

@Allow("EVERYONE")
@ObjectType({ description: "How many leads stand in a stage.", simpleResolvers: true })
export class FunnelStage {
  pipelineId!: string;

  @Field(() => String, { description: "Key of the stage." })
  key!: string;

  @Field(() => String, { description: "Its name." })
  name!: string;

  @Field(() => StageKindEnum, { description: "What it means." })
  kind!: StageKind;

  @Field(() => Int, { description: "How many leads stand in it." })
  count!: number;
}
