import { Field, ID, InputType } from "type-graphql";
import { Allow } from "../platform/allow.js";
import { graphqlEnum } from "../platform/closed-set.js";
import { DateTime } from "../platform/scalars.js";
import { type StageKind, stageKinds } from "./pipeline-rules.js";

export const StageKindEnum = graphqlEnum(
  "StageKind",
  stageKinds,
  "What a stage means, whatever it is called. Fixed for the life of the stage.",
  {
    OPEN: "The lead is being worked on.",
    WON: "A sale; entering it records a conversion.",
    LOST: "Declined.",
    SPAM: "No enquiry at all.",
  },
);

export const leadOrders = ["CREATED_AT_DESC", "CREATED_AT_ASC", "UPDATED_AT_DESC", "UPDATED_AT_ASC"] as const;
export type LeadOrder = (typeof leadOrders)[number];
export const LeadOrderEnum = graphqlEnum("LeadOrder", leadOrders, "How a list of leads is ordered.", {
  CREATED_AT_DESC: "Newest first.",
  CREATED_AT_ASC: "Oldest first.",
  UPDATED_AT_DESC: "Latest changed first.",
  UPDATED_AT_ASC: "Longest untouched first.",
});

@InputType({ description: "Which leads; all conditions hold together." })
export class LeadFilter {
  // A partner must not find out by asking what its answers keep from it.
  @Allow("ADMIN", "MANAGER", "AGENT", "ANALYST")
  @Field(() => String, { nullable: true, description: "Key of the stage in which they are." })
  stage?: string | null;

  @Allow("ADMIN", "MANAGER", "AGENT", "ANALYST")
  @Field(() => StageKindEnum, { nullable: true, description: "Kind of the stage in which they are." })
  stageKind?: StageKind | null;

  @Allow("ADMIN", "MANAGER", "AGENT", "ANALYST")
  @Field(() => ID, { nullable: true, description: "Their owner." })
  ownerId?: string | null;

  @Allow("ADMIN", "MANAGER", "AGENT", "ANALYST")
  @Field(() => Boolean, { nullable: true, description: "With an owner, or without one." })
  isAssigned?: boolean | null;

  @Field(() => ID, { nullable: true, description: "Their contact." })
  contactId?: string | null;

  @Field(() => ID, { nullable: true, description: "Their pipeline." })
  pipelineId?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description: "Labelled tests only, or none of them. Lists show both, labelled, when not given.",
  })
  isTest?: boolean | null;

  @Field(() => DateTime, { nullable: true, description: "Made at or after this instant." })
  createdFrom?: Date | null;

  @Field(() => DateTime, { nullable: true, description: "Made before this instant." })
  createdBefore?: Date | null;
}
