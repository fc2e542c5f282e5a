import type { EntityManager } from "typeorm";
import type { QueueChange } from "../live/append-changes.js";
import { rows, sql, write } from "../platform/sql.js";
import { QueueEntryRow } from "./queue-entry.js";
import type { QueueName } from "./queue-name.js";
import type { Standing } from "./queues-of.js";

export interface Subject {
  readonly id: string;
  readonly merchantId: string;
  readonly isTest: boolean;
  readonly ownerBefore: string | null;
  readonly ownerAfter: string | null;
}

export type StandingEntry = Pick<QueueEntryRow, "queue" | "enteredAt" | "orderAt" | "dueAt">;

/** Brings the entries of one subject to where it stands now; what that changed is for the change log. */
export async function standInQueues(
  em: EntityManager,
  subject: Subject,
  entriesBefore: readonly StandingEntry[],
  standings: ReadonlyMap<QueueName, Standing>,
  { now, reason, isTouched }: { now: Date; reason: string | null; isTouched: boolean },
): Promise<QueueChange[]> {
  const isAsBefore = (queue: QueueName): boolean => {
    const entry = entriesBefore.find((e) => e.queue === queue);
    const standing = standings.get(queue);
    return (
      entry?.orderAt.getTime() === standing?.orderAt.getTime() && entry?.dueAt?.getTime() === standing?.dueAt?.getTime()
    );
  };
  // A lead that is itself as it was is told only where its place has changed.
  const isTold = (queue: QueueName): boolean => isTouched || !isAsBefore(queue);
  const before = entriesBefore.filter(({ queue }) => isTold(queue));
  const after = new Map([...standings].filter(([queue]) => isTold(queue)));
  const left = before.filter((entry) => !after.has(entry.queue));
  if (left.length > 0) {
    const queues = left.map((entry) => entry.queue);
    await rows(em, sql`DELETE FROM queue_entries WHERE subject_id = ${subject.id} AND queue = ANY(${queues})`);
  }
  const { id: subjectId, merchantId, isTest, ownerBefore, ownerAfter } = subject;
  const standing = [...after].map(([queue, { orderAt, dueAt }]) => {
    const known = before.find((entry) => entry.queue === queue);
    return { queue, orderAt, dueAt, enteredAt: known?.enteredAt ?? now, isNew: !known };
  });
  const entries = standing.map(({ isNew: _, ...entry }) => ({
    ...entry,
    subjectId,
    merchantId,
    isTest,
    ownerId: ownerAfter,
  }));
  await write(em, QueueEntryRow, entries, { update: true });

  const change = { subjectId, isTest, ownerBefore, ownerAfter, reason, at: now };
  return [
    ...left.map(({ queue, enteredAt, dueAt }) => ({ ...change, queue, enteredAt, dueAt, kind: "LEFT" as const })),
    ...standing.map(({ queue, enteredAt, dueAt, isNew }) => ({
      ...change,
      queue,
      enteredAt,
      dueAt,
      kind: isNew ? ("ENTERED" as const) : ("UPDATED" as const),
    })),
  ];
}
