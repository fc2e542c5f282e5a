import { Field, ID, InputType } from "type-graphql";
import { Allow } from "../platform/allow.js";
import { graphqlEnum } from "../platform/closed-set.js";
import { insightsIntervals } from "./period.js";

export const InsightsIntervalEnum = graphqlEnum("InsightsInterval", insightsIntervals, "Into what a range is cut.", {
  DAY: "Days of the time zone; one has 23 or 25 hours when clocks change.",
  WEEK: "ISO weeks, which begin on Monday.",
  MONTH: "Calendar months.",
});

@InputType({
  description:
    "What is counted; all conditions hold together. Without any: everything that the viewer may see and that is no test.",
})
export class InsightsFilter {
  @Allow("ADMIN", "MANAGER", "AGENT", "ANALYST")
  @Field(() => ID, {
    nullable: true,
    description:
      "Wins attributed to this campaign as it was recorded, returns that it brought, lifecycles and leads whose lifecycle carries it.",
  })
  campaignId?: string | null;

  @Allow("ADMIN", "MANAGER", "AGENT", "ANALYST")
  @Field(() => ID, {
    nullable: true,
    description:
      "Wins that this member won; of returns, response times and the funnel those of leads that this member owns now.",
  })
  memberId?: string | null;

  @Field(() => ID, {
    nullable: true,
    description: "Lifecycles that an enquiry from this intake source opened, with the wins in them.",
  })
  sourceId?: string | null;

  @Field(() => ID, { nullable: true, description: "Leads of this pipeline." })
  pipelineId?: string | null;

  @Field(() => Boolean, { nullable: true, description: "Labelled tests too, which otherwise count nowhere." })
  includeTest?: boolean | null;
}
