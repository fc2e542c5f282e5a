import { Field, ObjectType } from "type-graphql";
import { RoleEnum } from "../people/member.js";
import { Allow } from "../platform/allow.js";
import type { Role } from "../platform/role.js";
import { StageKindEnum } from "./lead.filters.js";
import { MoveRequirementEnum } from "./lead.types.js";
import type { Requirement, StageKind } from "./pipeline-rules.js";

@Allow("EVERYONE")
@ObjectType({ description: "A stage as its pipeline has it.", simpleResolvers: true })
export class PipelineStage {
  @Field(() => String, { description: "Short name for programs, as in MoveLeadInput.toStage." })
  key!: string;

  @Field(() => String, { description: "Name for people." })
  name!: string;

  @Field(() => StageKindEnum, { description: "What the stage means, whatever it is called. Fixed for its life." })
  kind!: StageKind;

  @Field(() => Boolean, { description: "Whether new leads begin here, and returning customers by default." })
  isInitial!: boolean;

  @Field(() => Boolean, { description: "Whether it is kept for its history only: no lead stands in it." })
  isArchived!: boolean;
}

@Allow("EVERYONE")
@ObjectType({
  description:
    "A move that the pipeline's table allows. What the viewer may do with a lead is told by Lead.allowedMoves.",
  simpleResolvers: true,
})
export class PipelineTransition {
  @Field(() => String, { description: "Key of the stage that a lead leaves." })
  from!: string;

  @Field(() => String, { description: "Key of the stage that it enters." })
  to!: string;

  @Field(() => [MoveRequirementEnum], { description: "What it requires; empty when nothing." })
  requires!: readonly Requirement[];

  @Field(() => [RoleEnum], { nullable: true, description: "Who may make it; null for everybody who moves leads." })
  roles!: readonly Role[] | null;
}
