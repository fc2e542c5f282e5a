import { FieldResolver, Resolver, Root } from "type-graphql";
import { Allow } from "../platform/allow.js";
import { stagesOf, transitionsOf } from "./describe-pipeline.js";
import { Pipeline } from "./pipeline.js";
import { PipelineStage, PipelineTransition } from "./pipeline.types.js";

@Resolver(() => Pipeline)
export class PipelineFields {
  @Allow("ADMIN", "MANAGER", "AGENT")
  @FieldResolver(() => [PipelineStage], {
    nullable: true,
    description: "Its stages in the merchant's order, archived ones included.",
  })
  stages(@Root() { rules }: Pipeline): PipelineStage[] {
    return stagesOf(rules);
  }

  @Allow("ADMIN", "MANAGER", "AGENT")
  @FieldResolver(() => [PipelineTransition], { nullable: true, description: "The moves that it allows." })
  transitions(@Root() { rules }: Pipeline): PipelineTransition[] {
    return transitionsOf(rules);
  }
}
