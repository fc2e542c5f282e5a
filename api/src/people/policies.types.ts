import { Field, InputType, Int, ObjectType } from "type-graphql";
import { Allow } from "../platform/allow.js";
import { graphqlEnum } from "../platform/closed-set.js";
import { Duration, LocalDate } from "../platform/scalars.js";
import { type AgentVisibility, agentVisibilities } from "./policies.js";

const AgentVisibilityEnum = graphqlEnum("AgentVisibility", agentVisibilities, "Which leads an agent sees.", {
  OWN_AND_UNASSIGNED: "Own ones and those without an owner.",
  ALL: "All leads of the merchant.",
});

const timeOfDay = "Local time such as 09:00.";
const endOfDay = "Local time such as 17:00; 24:00 is midnight at the end.";

const meanings = {
  conversionVoidWindow: "How long after a win leaving won is a correction that voids it; elapsed time, half-open.",
  reEngagementQuietPeriod:
    "How long after a win a message reopens the conversation but leaves stage and tags alone. Forms are never quiet.",
  responseTarget: "How soon somebody is to answer, in business hours.",
  businessHours:
    "When people are there to answer, in the merchant's time zone; null means always. A change leaves promises made before at their due time.",
  agentVisibility: "Which leads an agent sees.",
  fingerprintWindow: "How long the same keyless form content counts as the same press of a button; PT0S turns it off.",
  followUpDefault: "When a required follow-up falls due that nobody gave a time; null asks for one.",
  deliveryAttempts: "How often a notification is tried before it stands in DELIVERY_FAILURES, 1 to 20.",
  acknowledgement: "The automatic answer to a visitor.",
};

@Allow("EVERYONE")
@ObjectType({ description: "A time in which people are there." })
export class BusinessSpan {
  @Field(() => String, { description: timeOfDay })
  from!: string;

  @Field(() => String, { description: endOfDay })
  to!: string;
}

@Allow("EVERYONE")
@ObjectType({ description: "The spans of one day of the week." })
export class BusinessDay {
  @Field(() => Int, { description: "1 is Monday, 7 is Sunday." })
  weekday!: number;

  @Field(() => [BusinessSpan], { description: "In order; none means closed." })
  spans!: BusinessSpan[];
}

@Allow("EVERYONE")
@ObjectType({ description: "When people are there to answer, in the merchant's time zone." })
export class BusinessHoursType {
  @Field(() => [BusinessDay], { description: "Seven days, Monday first." })
  weekly!: BusinessDay[];

  @Field(() => [LocalDate], { description: "Days closed from midnight to midnight." })
  holidays!: string[];
}

@Allow("EVERYONE")
@ObjectType({ description: "The automatic answer to a visitor." })
export class AcknowledgementPolicy {
  @Field(() => Boolean, { description: "Whether one is sent." })
  enabled!: boolean;

  @Field(() => String, { description: "Subject of the mail." })
  subject!: string;

  @Field(() => String, { description: "Its text; {receiptNumber} and {name} are filled in." })
  text!: string;
}

@Allow("EVERYONE")
@ObjectType("Policies", { description: "What the merchant has decided." })
export class PoliciesType {
  @Field(() => Duration, { description: meanings.conversionVoidWindow })
  conversionVoidWindow!: string;

  @Field(() => Duration, { description: meanings.reEngagementQuietPeriod })
  reEngagementQuietPeriod!: string;

  @Field(() => Duration, { description: meanings.responseTarget })
  responseTarget!: string;

  @Field(() => BusinessHoursType, { nullable: true, description: meanings.businessHours })
  businessHours!: BusinessHoursType | null;

  @Field(() => AgentVisibilityEnum, { description: meanings.agentVisibility })
  agentVisibility!: AgentVisibility;

  @Field(() => Duration, { description: meanings.fingerprintWindow })
  fingerprintWindow!: string;

  @Field(() => Duration, { nullable: true, description: meanings.followUpDefault })
  followUpDefault!: string | null;

  @Field(() => Int, { description: meanings.deliveryAttempts })
  deliveryAttempts!: number;

  @Field(() => AcknowledgementPolicy, { description: meanings.acknowledgement })
  acknowledgement!: AcknowledgementPolicy;
}

@InputType({ description: "A time in which people are there." })
export class BusinessSpanInput {
  @Field(() => String, { description: timeOfDay })
  from!: string;

  @Field(() => String, { description: endOfDay })
  to!: string;
}

@InputType({ description: "The spans of one day of the week." })
export class BusinessDayInput {
  @Field(() => Int, { description: "1 is Monday, 7 is Sunday." })
  weekday!: number;

  @Field(() => [BusinessSpanInput], { description: "In order; none means closed." })
  spans!: BusinessSpanInput[];
}

@InputType({ description: "When people are there to answer, in the merchant's time zone." })
export class BusinessHoursInput {
  @Field(() => [BusinessDayInput], { description: "Days that are not named are closed." })
  weekly!: BusinessDayInput[];

  @Field(() => [LocalDate], { nullable: true, description: "Days closed from midnight to midnight." })
  holidays?: string[] | null;
}

@InputType({ description: "The automatic answer to a visitor; what is not given stays as it is." })
export class AcknowledgementInput {
  @Field(() => Boolean, { nullable: true, description: "Whether one is sent." })
  enabled?: boolean | null;

  @Field(() => String, { nullable: true, description: "Subject of the mail." })
  subject?: string | null;

  @Field(() => String, { nullable: true, description: "Its text; {receiptNumber} and {name} are filled in." })
  text?: string | null;
}

@InputType({ description: "What is to be decided differently; what is not given stays as it is." })
export class UpdatePoliciesInput {
  @Field(() => Duration, { nullable: true, description: meanings.conversionVoidWindow })
  conversionVoidWindow?: string | null;

  @Field(() => Duration, { nullable: true, description: meanings.reEngagementQuietPeriod })
  reEngagementQuietPeriod?: string | null;

  @Field(() => Duration, { nullable: true, description: meanings.responseTarget })
  responseTarget?: string | null;

  @Field(() => BusinessHoursInput, { nullable: true, description: meanings.businessHours })
  businessHours?: BusinessHoursInput | null;

  @Field(() => AgentVisibilityEnum, { nullable: true, description: meanings.agentVisibility })
  agentVisibility?: AgentVisibility | null;

  @Field(() => Duration, { nullable: true, description: meanings.fingerprintWindow })
  fingerprintWindow?: string | null;

  @Field(() => Duration, { nullable: true, description: meanings.followUpDefault })
  followUpDefault?: string | null;

  @Field(() => Int, { nullable: true, description: meanings.deliveryAttempts })
  deliveryAttempts?: number | null;

  @Field(() => AcknowledgementInput, { nullable: true, description: meanings.acknowledgement })
  acknowledgement?: AcknowledgementInput | null;

  @Field(() => String, {
    nullable: true,
    description: "1 to 255 characters; a repeated request gets the first answer.",
  })
  idempotencyKey?: string | null;
}
