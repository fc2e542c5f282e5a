import { Arg, Ctx, Mutation, Resolver } from "type-graphql";
import { Allow } from "../platform/allow.js";
import type { Context } from "../platform/context.js";
import { configurePipeline } from "./configure-pipeline.js";
import { ConfigurePipelineInput } from "./pipeline.inputs.js";
import { ConfigurePipelinePayload } from "./pipeline.payloads.js";

@Resolver()
export class PipelineResolver {
  @Allow("ADMIN")
  @Mutation(() => ConfigurePipelinePayload, {
    description:
      "Makes a pipeline or replaces one as a whole. It is checked as a whole: everything that is wrong comes back together in `fields`, and then nothing has changed. No stage changes its kind, and no lead is left in a stage that disappears.",
  })
  configurePipeline(
    @Arg("input", () => ConfigurePipelineInput, { description: "The whole pipeline." }) input: ConfigurePipelineInput,
    @Ctx() ctx: Context,
  ): Promise<ConfigurePipelinePayload> {
    return configurePipeline(ctx, input);
  }
}
