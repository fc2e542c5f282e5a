import type { QueueFacts } from "../queues/queues-of.js";
import type { LeadState } from "./lead-state.js";

export function queueFactsOf(state: LeadState): QueueFacts {
  const due = state.followUps.filter((f) => f.status === "OPEN").map((f) => f.dueAt);
  return {
    isAbsorbed: state.mergedIntoId !== null,
    isOpen: state.stageKind === "OPEN",
    isSpam: state.stageKind === "SPAM",
    ownerId: state.ownerId,
    waitingSince: state.lifecycle.openedAt,
    awaitingSince: state.lifecycle.awaitingSince,
    responseDueAt: state.lifecycle.responseDueAt,
    earliestFollowUpDueAt: earliest(due),
    oldestFailureAt: earliest(state.failedDeliveries.map((d) => d.failedAt)),
  };
}

const earliest = (times: readonly Date[]): Date | null =>
  times.length > 0 ? new Date(Math.min(...times.map((t) => t.getTime()))) : null;
