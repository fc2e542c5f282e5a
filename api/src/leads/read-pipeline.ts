import { cleanText } from "../platform/clean-text.js";
import type { FieldProblem } from "../platform/errors.js";
import { mayMove } from "./allowed-moves.js";
import type { ConfigurePipelineInput, PipelineStageInput, PipelineTransitionInput } from "./pipeline.inputs.js";
import type { PipelineRules, StageRule, TransitionRule } from "./pipeline-rules.js";

/** What is asked for, as the rules that are kept: what only spells out a default is left away. */
export const readPipeline = ({ stages, transitions }: ConfigurePipelineInput): PipelineRules => ({
  stages: stages.map(readStage),
  transitions: transitions.map(readTransition),
});

const readStage = ({ key, name, kind, isInitial, isArchived }: PipelineStageInput): StageRule => ({
  ...{ key, name: readName(name), kind },
  ...(isInitial ? { isInitial } : {}),
  ...(isArchived ? { isArchived } : {}),
});

const readTransition = ({ from, to, requires, roles }: PipelineTransitionInput): TransitionRule => ({
  ...{ from, to },
  ...(requires?.length ? { needs: [...new Set(requires)] } : {}),
  ...(roles ? { roles: [...new Set(roles)] } : {}),
});

export const readName = (name: string): string => cleanText(name).trim();

const most = { stages: 100, transitions: 2000, remap: 100 };

/** More than anybody works with would only be compared for a long time. */
export const sizeProblems = ({ stages, transitions, remap }: ConfigurePipelineInput): FieldProblem[] =>
  Object.entries({ stages, transitions, remap: remap ?? [] } satisfies Record<keyof typeof most, unknown[]>).flatMap(
    ([field, { length }]) => {
      const limit = most[field as keyof typeof most];
      const message = `These are ${length}; a pipeline has ${limit} at the most.`;
      return length > limit ? [{ path: [field], rule: "max", message }] : [];
    },
  );

/** What is wrong with the words themselves, whatever pipeline they make. */
export const textProblems = (input: ConfigurePipelineInput): FieldProblem[] => [
  ...keyProblems(["key"], input.key),
  ...nameProblems(["name"], input.name),
  ...input.stages.flatMap(({ key, name }, index) => [
    // That a stage needs a key and a name is a rule of every pipeline and told there.
    ...(key.trim() ? keyProblems(["stages", String(index), "key"], key) : []),
    ...(name.trim() ? nameProblems(["stages", String(index), "name"], name) : []),
  ]),
  ...input.transitions.flatMap(({ roles }, index) => {
    const reader = roles?.find((role) => !mayMove(role));
    const message = `${reader} moves no leads; name roles of ADMIN, MANAGER and AGENT.`;
    return reader ? [{ path: ["transitions", String(index), "roles"], rule: "mover", message }] : [];
  }),
  ...newProblems(input),
];

// A key is never cleaned: two of them could become the same.
const keyProblems = (path: string[], key: string): FieldProblem[] =>
  /^[A-Za-z0-9][A-Za-z0-9_-]{0,59}$/.test(key)
    ? []
    : [
        {
          path,
          rule: "key",
          message: "A key has 1 to 60 letters A to Z, digits, - and _, and begins with none of the last two.",
        },
      ];

function nameProblems(path: string[], name: string): FieldProblem[] {
  const { length } = readName(name);
  return length >= 1 && length <= 120 ? [] : [{ path, rule: "length", message: "A name has 1 to 120 characters." }];
}

function newProblems({ pipelineId, expectedVersion }: ConfigurePipelineInput): FieldProblem[] {
  if (pipelineId != null || expectedVersion == null) return [];
  const message = "A pipeline that is new has no version; name the one that is replaced with pipelineId.";
  return [{ path: ["expectedVersion"], rule: "new", message }];
}
