import type { EntityManager } from "typeorm";
import { beforeCommit } from "../platform/database.js";
import { rows, sql } from "../platform/sql.js";
import type { ChangeKind } from "./queue-change.js";

export interface QueueChange {
  queue: string;
  kind: ChangeKind;
  subjectId: string;
  isTest: boolean;
  ownerBefore: string | null;
  ownerAfter: string | null;
  reason: string | null;
  enteredAt: Date;
  dueAt: Date | null;
  at: Date;
}

/** Appended as the last act of your transaction: from there to its commit it holds the merchant's place in the order of changes. */
export function appendChanges(em: EntityManager, merchantId: string, changes: readonly QueueChange[]): void {
  if (changes.length === 0) return;
  beforeCommit(em, async () => {
    await rows(em, sql`SELECT append_queue_changes(${merchantId}, ${JSON.stringify(changes)})`);
  });
}
