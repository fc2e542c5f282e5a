import { Field, ID, InputType, Int } from "type-graphql";
import { RoleEnum } from "../people/member.js";
import type { Role } from "../platform/role.js";
import { StageKindEnum } from "./lead.filters.js";
import { Repeatable } from "./lead.inputs.js";
import { MoveRequirementEnum } from "./lead.types.js";
import type { Requirement, StageKind } from "./pipeline-rules.js";

@InputType({ description: "A stage of a pipeline." })
export class PipelineStageInput {
  @Field(() => String, {
    description: "Short name for programs, 1 to 60 characters, unique in the pipeline. It names the stage for ever.",
  })
  key!: string;

  @Field(() => String, { description: "Name for people, 1 to 120 characters; free to change." })
  name!: string;

  @Field(() => StageKindEnum, { description: "What it means. Fixed for the life of the stage." })
  kind!: StageKind;

  @Field(() => Boolean, {
    defaultValue: false,
    description: "Whether new leads begin here; exactly one OPEN stage does.",
  })
  isInitial!: boolean;

  @Field(() => Boolean, {
    defaultValue: false,
    description: "Whether it is kept for its history only: no lead stands in it and no move leads to it.",
  })
  isArchived!: boolean;
}

@InputType({ description: "A move that a pipeline allows." })
export class PipelineTransitionInput {
  @Field(() => String, { description: "Key of the stage that a lead leaves." })
  from!: string;

  @Field(() => String, { description: "Key of the stage that it enters." })
  to!: string;

  @Field(() => [MoveRequirementEnum], {
    nullable: true,
    description: "What the move requires; nothing when not given.",
  })
  requires?: Requirement[] | null;

  @Field(() => [RoleEnum], {
    nullable: true,
    description: "Who may make it, of ADMIN, MANAGER and AGENT; everybody who moves leads when not given.",
  })
  roles?: Role[] | null;
}

@InputType({ description: "Where leads go whose stage the pipeline no longer has." })
export class StageRemapInput {
  @Field(() => String, { description: "Key of a stage that is left out or archived." })
  from!: string;

  @Field(() => String, { description: "Key of the stage of the same kind in which its leads stand from now on." })
  to!: string;
}

@InputType({ description: "A pipeline as a whole: what is not listed is no part of it any more." })
export class ConfigurePipelineInput extends Repeatable {
  @Field(() => ID, { nullable: true, description: "The pipeline that is replaced; a new one is made when not given." })
  pipelineId?: string | null;

  @Field(() => String, { description: "Short name for programs, 1 to 60 characters, unique for the merchant." })
  key!: string;

  @Field(() => String, { description: "Name for people, 1 to 120 characters." })
  name!: string;

  @Field(() => [PipelineStageInput], {
    description:
      "All its stages in their order, 100 at the most: one initial OPEN stage, one WON stage, at least one LOST stage. A stage that was used and is left out is kept, archived.",
  })
  stages!: PipelineStageInput[];

  @Field(() => [PipelineTransitionInput], {
    description: "All its moves, 2,000 at the most. Every stage that is not archived has to be reachable.",
  })
  transitions!: PipelineTransitionInput[];

  @Field(() => [StageRemapInput], {
    nullable: true,
    description:
      "Where the leads go that stand in stages which are left out or archived. Each of them tells it in its history as a change of stage; nothing else happens to them.",
  })
  remap?: StageRemapInput[] | null;

  @Field(() => Int, {
    nullable: true,
    description: "Refuse with VERSION_CONFLICT when the pipeline is newer than this `Pipeline.version`.",
  })
  expectedVersion?: number | null;
}
