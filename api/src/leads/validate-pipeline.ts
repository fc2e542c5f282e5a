import type { FieldProblem } from "../platform/errors.js";
import { roles } from "../platform/role.js";
import {
  findStage,
  type PipelineRules,
  requirements,
  type StageRule,
  stageKinds,
  type TransitionRule,
} from "./pipeline-rules.js";

/** Why these rules make no pipeline; empty for one that works. Whether leads stand in a stage is not asked here. */
export function validatePipeline(rules: PipelineRules): FieldProblem[] {
  const problems = [
    ...rules.stages.flatMap((stage, index) => stageProblems(stage, index, rules)),
    ...kindProblems(rules),
    ...rules.transitions.flatMap((transition, index) => transitionProblems(transition, index, rules)),
  ];
  // What can be reached from nowhere, or over moves that are refused already, would only repeat the mistake.
  return problems.length > 0 ? problems : reachProblems(rules);
}

function stageProblems({ key, name, kind, isInitial, isArchived }: StageRule, index: number, rules: PipelineRules) {
  const isRepeated = rules.stages.findIndex((stage) => stage.key === key) < index;
  return problemsAt(
    ["stages", String(index)],
    [
      [!key.trim(), "key", "required", "A stage needs a key."],
      [isRepeated, "key", "unique", `Two stages have the key ${key}.`],
      [!name.trim(), "name", "required", "A stage needs a name."],
      [!isOneOf(stageKinds, kind), "kind", "known", `A stage is one of ${stageKinds.join(", ")}.`],
      [isInitial === true && kind !== "OPEN", "isInitial", "open", "Only an OPEN stage can be the initial one."],
      [isInitial === true && isArchived === true, "isArchived", "initial", "The initial stage cannot be archived."],
    ],
  );
}

function kindProblems(rules: PipelineRules): FieldProblem[] {
  const stages = rules.stages.filter((stage) => !stage.isArchived);
  const count = (kind: string) => stages.filter((stage) => stage.kind === kind).length;
  const initial = rules.stages.filter((stage) => stage.isInitial).length;
  return problemsAt(
    [],
    [
      [initial !== 1, "stages", "oneInitial", `Exactly one stage is the initial one, not ${initial}.`],
      [count("WON") !== 1, "stages", "oneWon", `Exactly one stage is WON, not ${count("WON")}.`],
      [count("LOST") === 0, "stages", "someLost", "At least one stage is LOST."],
    ],
  );
}

function transitionProblems(transition: TransitionRule, index: number, rules: PipelineRules): FieldProblem[] {
  const { from, to, needs = [], roles: allowed } = transition;
  const isRepeated = rules.transitions.findIndex((t) => t.from === from && t.to === to) < index;
  const stranger = needs.find((need) => !isOneOf(requirements, need));
  return problemsAt(
    ["transitions", String(index)],
    [
      ...(["from", "to"] as const).map((end): Check => {
        const stage = findStage(rules, transition[end]);
        const why = stage ? `The stage ${transition[end]} is archived.` : `There is no stage ${transition[end]}.`;
        return [!stage || stage.isArchived === true, end, "stage", why];
      }),
      [from === to, "to", "differs", "A lead does not move to the stage in which it is."],
      [isRepeated, "to", "unique", `The move from ${from} to ${to} is listed twice.`],
      [stranger !== undefined, "needs", "known", `A move can need ${requirements.join(", ")}, not ${stranger}.`],
      [allowed?.length === 0, "roles", "required", "A move that no role may make is no move."],
      [
        allowed?.some((role) => !isOneOf(roles, role)) === true,
        "roles",
        "known",
        `A role is one of ${roles.join(", ")}.`,
      ],
    ],
  );
}

function reachProblems(rules: PipelineRules): FieldProblem[] {
  const reached = new Set(rules.stages.filter((stage) => stage.isInitial).map((stage) => stage.key));
  // A Set that grows while it is walked hands out what was added as well.
  for (const from of reached) {
    for (const transition of rules.transitions) if (transition.from === from) reached.add(transition.to);
  }
  return rules.stages.flatMap(({ key, isArchived }, index) =>
    problemsAt(
      ["stages", String(index)],
      [[!isArchived && !reached.has(key), "key", "reachable", `No moves lead from the initial stage to ${key}.`]],
    ),
  );
}

type Check = readonly [isWrong: boolean, field: string, rule: string, message: string];

const problemsAt = (path: string[], checks: readonly Check[]): FieldProblem[] =>
  checks.flatMap(([isWrong, field, rule, message]) => (isWrong ? [{ path: [...path, field], rule, message }] : []));

const isOneOf = (names: readonly string[], name: string): boolean => names.includes(name);
