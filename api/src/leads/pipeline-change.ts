import type { FieldProblem } from "../platform/errors.js";
import type { FactsOf } from "./events.js";
import { findStage, type PipelineRules, type StageRule } from "./pipeline-rules.js";
import { validatePipeline } from "./validate-pipeline.js";

/** A pipeline as somebody wants it, and where the leads go whose stage it no longer has. */
export interface PipelineChange {
  /** Null for a pipeline that is new. */
  readonly before: PipelineRules | null;
  readonly asked: PipelineRules;
  readonly remap: readonly { readonly from: string; readonly to: string }[];
}

/** Why the change cannot be made, whoever stands where; all of it at once. */
export const changeProblems = (change: PipelineChange): FieldProblem[] => [
  ...validatePipeline(change.asked),
  ...kindProblems(change),
  ...change.remap.flatMap((_, index) => remapProblems(change, index)),
];

/** Stages of the pipeline in which no lead can stand any longer: left out, or archived. */
export const closedStages = ({ before, asked }: PipelineChange): StageRule[] =>
  (before?.stages ?? []).filter(({ key }) => !isLive(findStage(asked, key)));

// One transaction, in which all of them are held.
const mostRemapped = 10_000;

/** Leads stand in closed stages and nothing says where they go, or they are too many to go at once. */
export function strandedProblems(change: PipelineChange, counts: ReadonlyMap<string, number>): FieldProblem[] {
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const stranded = closedStages(change).flatMap(({ key, kind }) => {
    const count = counts.get(key) ?? 0;
    if (count === 0 || change.remap.some(({ from }) => from === key)) return [];
    const stand = count === 1 ? "1 lead stands" : `${count} leads stand`;
    const message = `${stand} in ${key}; say with remap in which ${kind} stage instead, or keep it.`;
    return [{ path: ["remap"], rule: "required", message }];
  });
  if (total <= mostRemapped) return stranded;
  const message = `${total} leads stand in the stages that close, and ${mostRemapped} can be remapped at once; close fewer stages, or move leads out of them first.`;
  return [...stranded, { path: ["remap"], rule: "max", message }];
}

/** What the history of every lead in a stage that closes says of it; it means the same as before, so nothing else is said. */
export const remapFacts = ({ before, asked, remap }: PipelineChange): FactsOf<"StageChanged">[] =>
  remap.flatMap(({ from, to }) => {
    const source = before && findStage(before, from);
    const target = findStage(asked, to);
    if (!source || !target) return [];
    const names = { from, fromName: source.name, to, toName: target.name, toKind: target.kind };
    return [{ ...names, reason: null, cause: "PIPELINE_CHANGED" }];
  });

/** What is kept: a stage that was ever used stays for its history, archived; one that never was is gone. */
export function keptRules(change: PipelineChange, used: readonly string[]): PipelineRules {
  const { asked } = change;
  const archived = closedStages(change)
    .filter(({ key }) => used.includes(key) && !findStage(asked, key))
    .map(({ key, name, kind }) => ({ key, name, kind, isArchived: true }));
  return { ...asked, stages: [...asked.stages, ...archived] };
}

const isLive = (stage: StageRule | null): stage is StageRule => stage !== null && !stage.isArchived;

/** Figures hang on the kind: what was a win must not become a loss, and the other way round. */
const kindProblems = ({ before, asked }: PipelineChange): FieldProblem[] =>
  asked.stages.flatMap(({ key, kind }, index) => {
    const known = before && findStage(before, key);
    if (!known || known.kind === kind) return [];
    const message = `${key} is ${known.kind} for life; give a stage that is ${kind} another key.`;
    return [{ path: ["stages", String(index), "kind"], rule: "fixed", message }];
  });

function remapProblems({ before, asked, remap }: PipelineChange, index: number): FieldProblem[] {
  const { from, to } = remap[index] ?? { from: "", to: "" };
  const source = before && findStage(before, from);
  const target = findStage(asked, to);
  const checks: [boolean, string, string, string][] = [
    [!source, "from", "stage", `The pipeline has no stage ${from}.`],
    [isLive(findStage(asked, from)), "from", "closed", `${from} stays a stage, so its leads stay in it.`],
    [remap.findIndex((each) => each.from === from) < index, "from", "unique", `${from} is remapped twice.`],
    [!isLive(target), "to", "stage", `${to} will be no stage of the pipeline.`],
    [
      source != null && isLive(target) && source.kind !== target.kind,
      "to",
      "kind",
      `Leads in ${from} are ${source?.kind}, so they cannot go to ${to}, which is ${target?.kind}.`,
    ],
  ];
  return checks.flatMap(([isWrong, field, rule, message]) =>
    isWrong ? [{ path: ["remap", String(index), field], rule, message }] : [],
  );
}
