import { Field, ID, InputType, Int } from "type-graphql";
import { graphqlEnum } from "../platform/closed-set.js";
import { type MoveCause, moveCauses } from "./events.js";
import { aboutKey, FollowUpInput, MoneyInput, Repeatable } from "./lead.inputs.js";

const MoveCauseEnum = graphqlEnum("MoveCause", moveCauses, "Why a lead leaves won.", {
  CORRECTION:
    "The win was a mistake. Inside the window leaving won is a correction unless said otherwise; after it the win stands.",
  NEW_NEED: "The customer has a new need: the win stands and a new lifecycle opens.",
});

@InputType({ description: "One move: which lead, to which stage." })
export class LeadMoveInput {
  @Field(() => ID, { description: "The lead." })
  leadId!: string;

  @Field(() => Int, {
    nullable: true,
    description: "Refuse with VERSION_CONFLICT when the lead is newer than this `Lead.version`.",
  })
  expectedVersion?: number | null;

  @Field(() => String, { description: "Key of the stage, such as `qualified`; see Lead.allowedMoves." })
  toStage!: string;

  @Field(() => String, { nullable: true, description: "Why; required where the transition asks for it." })
  reason?: string | null;

  @Field(() => MoveCauseEnum, { nullable: true, description: "Why the lead leaves won." })
  cause?: MoveCause | null;

  @Field(() => FollowUpInput, { nullable: true, description: "The next action; meets a transition that requires one." })
  followUp?: FollowUpInput | null;

  @Field(() => MoneyInput, { nullable: true, description: "What the win is worth, when moving to won." })
  value?: MoneyInput | null;
}

@InputType({ description: "Moves a lead to another stage." })
export class MoveLeadInput extends LeadMoveInput {
  @Field(() => String, { nullable: true, description: aboutKey })
  idempotencyKey?: string | null;
}

@InputType({ description: "Moves several leads in one request." })
export class MoveLeadsInput extends Repeatable {
  @Field(() => [LeadMoveInput], {
    description: "1 to 200 moves, each of another lead. They are made in this order.",
  })
  moves!: LeadMoveInput[];

  @Field(() => Boolean, {
    defaultValue: false,
    description:
      "Whether it is all or nothing. By default each lead is moved or refused by itself; each lead is whole either way.",
  })
  atomic!: boolean;
}
