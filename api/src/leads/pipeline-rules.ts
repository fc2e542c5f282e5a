import type { Role } from "../platform/role.js";

export const stageKinds = ["OPEN", "WON", "LOST", "SPAM"] as const;
export type StageKind = (typeof stageKinds)[number];

export const requirements = ["REASON", "FOLLOW_UP", "OWNER"] as const;
export type Requirement = (typeof requirements)[number];

export interface StageRule {
  key: string;
  name: string;
  /** Fixed for life: figures hang on the kind, so a stage may be renamed but never become another kind. */
  kind: StageKind;
  isInitial?: boolean;
  isArchived?: boolean;
}

export interface TransitionRule {
  from: string;
  to: string;
  needs?: readonly Requirement[];
  /** Who may make this move; everyone who may move leads when absent. */
  roles?: readonly Role[];
}

export interface PipelineRules {
  stages: readonly StageRule[];
  transitions: readonly TransitionRule[];
}

export const defaultPipeline: PipelineRules = {
  stages: [
    { key: "new", name: "New", kind: "OPEN", isInitial: true },
    { key: "reviewing", name: "Reviewing", kind: "OPEN" },
    { key: "qualified", name: "Qualified", kind: "OPEN" },
    { key: "proposal", name: "Proposal", kind: "OPEN" },
    { key: "won", name: "Won", kind: "WON" },
    { key: "declined", name: "Declined", kind: "LOST" },
    { key: "spam", name: "Spam", kind: "SPAM" },
  ],
  transitions: [
    { from: "new", to: "reviewing" },
    { from: "new", to: "qualified" },
    { from: "new", to: "declined", needs: ["REASON"] },
    { from: "new", to: "spam" },
    { from: "reviewing", to: "qualified" },
    { from: "reviewing", to: "proposal", needs: ["FOLLOW_UP"] },
    { from: "reviewing", to: "declined", needs: ["REASON"] },
    { from: "reviewing", to: "spam" },
    { from: "qualified", to: "reviewing" },
    { from: "qualified", to: "proposal", needs: ["FOLLOW_UP"] },
    { from: "qualified", to: "won" },
    { from: "qualified", to: "declined", needs: ["REASON"] },
    { from: "proposal", to: "qualified" },
    { from: "proposal", to: "won" },
    { from: "proposal", to: "declined", needs: ["REASON"] },
    { from: "won", to: "proposal" },
    { from: "won", to: "declined", needs: ["REASON"] },
    { from: "declined", to: "reviewing", needs: ["REASON"] },
    { from: "spam", to: "new", needs: ["REASON"] },
  ],
};

export const findStage = (rules: PipelineRules, key: string): StageRule | null =>
  rules.stages.find((stage) => stage.key === key) ?? null;

export function initialStage(rules: PipelineRules): StageRule {
  const stage = rules.stages.find((s) => s.isInitial && !s.isArchived);
  if (!stage) throw new Error("A pipeline without an initial stage was let in");
  return stage;
}

export const findTransition = (rules: PipelineRules, from: string, to: string): TransitionRule | null =>
  rules.transitions.find((t) => t.from === from && t.to === to) ?? null;

export const mayMake = (transition: TransitionRule, role: Role | null): boolean =>
  !transition.roles || (role !== null && transition.roles.includes(role));

/** The moves that a viewer of this role may make from a stage, in the order of the pipeline's table. */
export function movesFrom(
  rules: PipelineRules,
  from: string,
  role: Role | null,
): { to: StageRule; requires: readonly Requirement[] }[] {
  return rules.transitions
    .filter((t) => t.from === from && mayMake(t, role))
    .flatMap((t) => {
      const to = findStage(rules, t.to);
      return to && !to.isArchived ? [{ to, requires: t.needs ?? [] }] : [];
    });
}
