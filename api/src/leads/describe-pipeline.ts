import type { PipelineStage, PipelineTransition } from "./pipeline.types.js";
import type { PipelineRules } from "./pipeline-rules.js";

export const stagesOf = ({ stages }: PipelineRules): PipelineStage[] =>
  stages.map(({ key, name, kind, isInitial = false, isArchived = false }) => ({
    ...{ key, name, kind, isInitial, isArchived },
  }));

export const transitionsOf = ({ transitions }: PipelineRules): PipelineTransition[] =>
  transitions.map(({ from, to, needs = [], roles = null }) => ({ from, to, requires: needs, roles }));
