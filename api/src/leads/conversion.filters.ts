import { Field, ID, InputType } from "type-graphql";
import { Allow } from "../platform/allow.js";
import { LocalDate } from "../platform/scalars.js";

@InputType({
  description: "Which conversions; all conditions hold together. Without any: all live ones that are no test.",
})
export class ConversionFilter {
  @Field(() => LocalDate, { nullable: true, description: "Won on or after this day of the merchant's time zone." })
  from?: string | null;

  @Field(() => LocalDate, {
    nullable: true,
    description: "Won on or before this day of the merchant's time zone; not before `from`.",
  })
  to?: string | null;

  @Allow("ADMIN", "MANAGER", "AGENT", "ANALYST")
  @Field(() => ID, { nullable: true, description: "Attributed to this campaign." })
  campaignId?: string | null;

  @Allow("ADMIN", "MANAGER", "AGENT", "ANALYST")
  @Field(() => ID, { nullable: true, description: "Won by this member." })
  actorId?: string | null;

  @Field(() => Boolean, { nullable: true, description: "Only repeat wins, or none of them, as it was recorded." })
  isRepeat?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: "Those that were voided as a mistake too." })
  includeVoided?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: "Labelled tests too." })
  includeTest?: boolean | null;

  @Field(() => ID, { nullable: true, description: "Of this lead." })
  leadId?: string | null;

  @Field(() => ID, { nullable: true, description: "Of this contact, over all pipelines." })
  contactId?: string | null;
}
