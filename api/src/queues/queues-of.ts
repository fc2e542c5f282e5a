import type { LeadQueueName } from "./queue-name.js";

/** What the queues need to know of a lead; nothing else decides where it stands. */
export interface QueueFacts {
  /** Another lead has taken it over, so that nothing is to be done with it. */
  readonly isAbsorbed: boolean;
  readonly isOpen: boolean;
  readonly isSpam: boolean;
  readonly ownerId: string | null;
  /** When the present pass began, which is since when an unassigned lead waits. */
  readonly waitingSince: Date;
  readonly awaitingSince: Date | null;
  readonly responseDueAt: Date | null;
  readonly earliestFollowUpDueAt: Date | null;
  readonly oldestFailureAt: Date | null;
}

export interface Standing {
  /** The queue is served in this order, smallest first. */
  readonly orderAt: Date;
  readonly dueAt: Date | null;
}

type QueueRule = (facts: QueueFacts, now: Date) => Standing | null;

/** One definition for each queue: who is in it, in what order, due when. */
const queueRules = {
  UNASSIGNED: (facts) =>
    facts.isOpen && facts.ownerId === null ? { orderAt: facts.waitingSince, dueAt: facts.responseDueAt } : null,
  AWAITING_RESPONSE: (facts) =>
    !facts.isSpam && facts.awaitingSince
      ? { orderAt: facts.responseDueAt ?? facts.awaitingSince, dueAt: facts.responseDueAt }
      : null,
  FOLLOW_UPS_DUE: (facts, now) =>
    facts.earliestFollowUpDueAt && facts.earliestFollowUpDueAt <= now
      ? { orderAt: facts.earliestFollowUpDueAt, dueAt: facts.earliestFollowUpDueAt }
      : null,
  DELIVERY_FAILURES: (facts) => (facts.oldestFailureAt ? { orderAt: facts.oldestFailureAt, dueAt: null } : null),
} satisfies Record<LeadQueueName, QueueRule>;

export function queuesOf(facts: QueueFacts, now: Date): Map<LeadQueueName, Standing> {
  const standings = new Map<LeadQueueName, Standing>();
  if (facts.isAbsorbed) return standings;
  for (const name of Object.keys(queueRules) as LeadQueueName[]) {
    const standing = queueRules[name](facts, now);
    if (standing) standings.set(name, standing);
  }
  return standings;
}
