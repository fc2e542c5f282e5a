import { Field, Int, ObjectType } from "type-graphql";
import { Allow } from "../platform/allow.js";
import { graphqlEnum } from "../platform/closed-set.js";
import { Duration } from "../platform/scalars.js";
import { type BadgeKind, badgeKinds } from "./badges.js";
import { StageKindEnum } from "./lead.filters.js";
import { type Requirement, requirements, type StageKind } from "./pipeline-rules.js";

@Allow("EVERYONE")
@ObjectType({ description: "A state of a pipeline, as the merchant calls it.", simpleResolvers: true })
export class Stage {
  @Field(() => String, { description: "Short name for programs, as in MoveLeadInput.toStage." })
  key!: string;

  @Field(() => String, { description: "Name for people." })
  name!: string;

  @Field(() => StageKindEnum, { description: "What the stage means, whatever it is called." })
  kind!: StageKind;
}

const LeadBadgeKindEnum = graphqlEnum("LeadBadgeKind", badgeKinds, "What a badge says of a lead.", {
  STAGE: "In which stage it is.",
  WON: "How many wins of its contact stand.",
  REPEAT: "Its contact is a customer who came back.",
  TEST: "It is a labelled test.",
});

@Allow("EVERYONE")
@ObjectType({ description: "A pill on a lead, as an inbox shows it.", simpleResolvers: true })
export class LeadBadge {
  @Field(() => LeadBadgeKindEnum, { description: "What it says." })
  kind!: BadgeKind;

  @Field(() => String, { description: "What to write on it, in English; of STAGE the stage's own name." })
  label!: string;

  @Field(() => Int, { nullable: true, description: "Of WON how many wins stand; null for the others." })
  count!: number | null;
}

export const MoveRequirementEnum = graphqlEnum(
  "MoveRequirement",
  requirements,
  "What a move to another stage requires.",
  {
    REASON: "A reason in the input.",
    FOLLOW_UP: "A promised next action: in the input, or one that is open already.",
    OWNER: "A lead that has an owner.",
  },
);

@Allow("EVERYONE")
@ObjectType({ description: "A move that the viewer may make with a lead as it is now.", simpleResolvers: true })
export class AllowedMove {
  @Field(() => Stage, { description: "Where it leads." })
  to!: Stage;

  @Field(() => [MoveRequirementEnum], { description: "What it requires; empty when nothing." })
  requires!: readonly Requirement[];
}

@Allow("EVERYONE")
@ObjectType({ description: "How long a contact waited for the first answer of a person.", simpleResolvers: true })
export class FirstResponse {
  @Field(() => Duration, {
    description: "From the opening of the lifecycle to the answer, in hours, minutes and seconds.",
  })
  elapsed!: string;

  @Field(() => Duration, { description: "How much of that time the merchant was open, in hours, minutes and seconds." })
  businessHours!: string;
}
