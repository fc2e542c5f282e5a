import type { EntityManager } from "typeorm";
import { QueueChangeRow } from "../live/queue-change.js";
import { ofMerchant } from "../people/merchant-scope.js";
import { mayWorkOn } from "../people/visibility.js";
import type { Context } from "../platform/context.js";
import { ApiError } from "../platform/errors.js";
import { decodeCursor } from "../platform/page.js";
import { columns, firstRow, raw, rows, sql } from "../platform/sql.js";
import { principalIdOf, type Viewer } from "../platform/viewer.js";
import { type QueueChangeEvent, QueueEntryEntered, QueueEntryLeft, QueueEntryUpdated } from "./queue-changes.types.js";
import type { QueueName } from "./queue-name.js";

export interface Watch {
  readonly queue: QueueName;
  readonly includeTest: boolean;
  readonly after: string | null;
}

/** A cursor is good for one viewer with the same rights on the same stream. */
export function scopeOf(viewer: Viewer, { queue, includeTest }: Watch): string {
  const sees = viewer.kind === "MEMBER" && viewer.seesAllLeads;
  return `${viewer.merchantId} ${principalIdOf(viewer)} ${viewer.role} ${sees} watch ${queue} ${includeTest}`;
}

/** Null when the cursor is foreign, or older than what the log has kept, or from a future that never came. */
export async function placeOf(
  em: EntityManager,
  viewer: Viewer,
  scope: string,
  cursor: string,
): Promise<number | null> {
  const sequence = sequenceIn(scope, cursor);
  if (sequence === null) return null;
  const log = await firstRow<{ first: number | null; last: number | null }>(
    em,
    sql`SELECT min(c.sequence) AS first, max(c.sequence) AS last FROM queue_changes c WHERE ${ofMerchant(viewer, "c")}`,
  );
  if (sequence === 0) return log?.last ? null : 0;
  const isKept = log?.first != null && log.last != null && sequence >= log.first && sequence <= log.last;
  return isKept ? sequence : null;
}

function sequenceIn(scope: string, cursor: string): number | null {
  try {
    const [sequence] = decodeCursor(scope, cursor);
    return typeof sequence === "number" ? sequence : null;
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  }
}

export function readChanges(
  ctx: Context,
  { queue, includeTest }: Watch,
  after: number,
  limit: number,
): Promise<QueueChangeRow[]> {
  return ctx.db.read(ctx.viewer.merchantId, (em) =>
    rows<QueueChangeRow>(
      em,
      sql`SELECT ${columns(em, QueueChangeRow, "c")} FROM queue_changes c
          WHERE ${ofMerchant(ctx.viewer, "c")} AND c.queue = ${queue} AND c.sequence > ${after} ${includeTest ? raw("") : raw("AND NOT c.is_test")}
          ORDER BY c.sequence LIMIT ${limit}`,
    ),
  );
}

/** A change as this viewer may know it: coming into sight is entering, going out of sight is leaving. */
export function eventFor(viewer: Viewer, change: QueueChangeRow, cursor: string): QueueChangeEvent | null {
  if (viewer.kind !== "MEMBER") return null;
  const saw = change.kind !== "ENTERED" && mayWorkOn(viewer, change.ownerBefore);
  const sees = change.kind !== "LEFT" && mayWorkOn(viewer, change.ownerAfter);
  const { at, queue, subjectId, enteredAt, dueAt } = change;
  const entry = { queue: queue as QueueName, subjectId, enteredAt, orderAt: dueAt ?? enteredAt, dueAt };
  if (sees) return Object.assign(saw ? new QueueEntryUpdated() : new QueueEntryEntered(), { cursor, at, entry });
  if (!saw) return null;
  const isEnquiry = queue === "INTAKE_HELD";
  const reason = change.kind === "LEFT" ? "LEFT_QUEUE" : "NO_LONGER_VISIBLE";
  return Object.assign(new QueueEntryLeft(), {
    cursor,
    at,
    leadId: isEnquiry ? null : subjectId,
    enquiryId: isEnquiry ? subjectId : null,
    reason,
  });
}
