import { Ctx, Field, ObjectType } from "type-graphql";
import { Allow } from "../platform/allow.js";
import type { Context } from "../platform/context.js";
import { loadOrNull } from "../platform/loader.js";
import { Payload } from "../platform/payload.js";
import { pipelineById } from "./find-leads.js";
import { Pipeline } from "./pipeline.js";

@Allow("EVERYONE")
@ObjectType({ description: "What configurePipeline did." })
export class ConfigurePipelinePayload extends Payload {
  pipelineId!: string | null;

  @Field(() => Pipeline, { nullable: true, description: "The pipeline as it is now; null when it was refused." })
  pipeline(@Ctx() ctx: Context): Promise<Pipeline | null> {
    return loadOrNull(pipelineById(ctx), this.pipelineId);
  }
}
