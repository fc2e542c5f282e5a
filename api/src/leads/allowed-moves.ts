import type { Role } from "../platform/role.js";
import { movesFrom, type PipelineRules, type Requirement, type StageKind } from "./pipeline-rules.js";

export interface Move {
  readonly to: { readonly key: string; readonly name: string; readonly kind: StageKind };
  readonly requires: readonly Requirement[];
}

// Who only reads leads moves none, whatever a transition says.
const moves = { ADMIN: true, MANAGER: true, AGENT: true, ANALYST: false, PARTNER: false } satisfies Record<
  Role,
  boolean
>;

export const mayMove = (role: Role): boolean => moves[role];

/** The moves from a stage that a viewer of this role may make, so that no client hard-codes a transition. */
export const allowedMoves = (rules: PipelineRules, stage: string, role: Role): Move[] =>
  mayMove(role)
    ? movesFrom(rules, stage, role).map(({ to: { key, name, kind }, requires }) => ({
        to: { key, name, kind },
        requires,
      }))
    : [];
