import type { EntityManager } from "typeorm";
import { QueueChangeRow } from "../live/queue-change.js";
import { createWaiter, type Waiter } from "../live/waiter.js";
import { ofMerchant } from "../people/merchant-scope.js";
import { mayWorkOn } from "../people/visibility.js";
import type { Context } from "../platform/context.js";
import { ApiError } from "../platform/errors.js";
import { decodeCursor, encodeCursor } from "../platform/page.js";
import { columns, firstRow, raw, rows, sql } from "../platform/sql.js";
import { principalIdOf, type Viewer } from "../platform/viewer.js";
import { assertSeesQueue, readSnapshot } from "./find-queues.js";
import {
  type QueueChangeEvent,
  QueueEntryEntered,
  QueueEntryLeft,
  QueueEntryUpdated,
  QueueHeartbeat,
  QueueResync,
  QueueSnapshot,
} from "./queue-changes.types.js";
import type { QueueName } from "./queue-name.js";

export interface Watch {
  readonly queue: QueueName;
  readonly includeTest: boolean;
  readonly after: string | null;
}

const heartbeatMs = 15_000;
const changesAtOnce = 200;

/**
 * A queue as a stream: where it stands and then each change in the order of commits. A stream is a cursor into the
 * log and the knowledge that there may be more; it holds nothing for a slow reader, who reads on from the cursor.
 */
export function watchQueue(ctx: Context, watch: Watch): AsyncIterableIterator<QueueChangeEvent> {
  assertSeesQueue(ctx.viewer, watch.queue);
  // Listening begins before the first read, so that no commit falls between them.
  const waiter = createWaiter((onSignal) => ctx.live.listen(ctx.viewer.merchantId, onSignal));
  const events = tell(ctx, watch, waiter);
  return {
    next: () => events.next(),
    async return() {
      waiter.stop();
      await events.return(undefined);
      return { done: true, value: undefined };
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}

async function* tell(ctx: Context, watch: Watch, waiter: Waiter): AsyncGenerator<QueueChangeEvent, void> {
  let { viewer } = ctx;
  const scope = (): string => scopeOf(viewer, watch);
  const cursorAt = (sequence: number): string => encodeCursor(scope(), [sequence]);
  const read = <T>(work: (em: EntityManager) => Promise<T>): Promise<T> => ctx.db.read(viewer.merchantId, work);
  const snapshot = () => read((em) => readSnapshot(em, viewer, watch.queue, watch.includeTest));
  try {
    let place = watch.after === null ? null : await read((em) => placeOf(em, viewer, scope(), watch.after ?? ""));
    if (watch.after !== null && place === null)
      yield Object.assign(new QueueResync(), { message: "The cursor is too old or not one of this stream." });
    for (;;) {
      if (place === null) {
        const { sequence, entries } = await snapshot();
        place = sequence;
        yield Object.assign(new QueueSnapshot(), { cursor: cursorAt(sequence), count: entries.length, entries });
      }
      const changes = await readChanges(ctx, watch, place);
      for (const change of changes) {
        place = change.sequence;
        const event = eventFor(viewer, change, cursorAt(place));
        if (event) yield event;
      }
      if (changes.length === changesAtOnce) continue;
      const heard = await waiter.wait(heartbeatMs);
      if (heard === "STOPPED") return;
      if (heard === "RIGHTS") {
        const renewed = await ctx.renewViewer();
        // Nothing more is told to somebody without rights; the door that they came through closes behind them.
        if (!renewed) return waiter.stopped();
        const before = scope();
        viewer = renewed;
        assertSeesQueue(viewer, watch.queue);
        if (scope() !== before) {
          place = null;
          yield Object.assign(new QueueResync(), { message: "Your rights have changed." });
        }
      }
      if (heard === "SILENCE") yield Object.assign(new QueueHeartbeat(), { cursor: cursorAt(place ?? 0), lagMs: 0 });
    }
  } finally {
    waiter.stop();
  }
}

/** A cursor is good for one viewer with the same rights on the same stream. */
function scopeOf(viewer: Viewer, { queue, includeTest }: Watch): string {
  const sees = viewer.kind === "MEMBER" && viewer.seesAllLeads;
  return `${viewer.merchantId} ${principalIdOf(viewer)} ${viewer.role} ${sees} watch ${queue} ${includeTest}`;
}

/** Null when the cursor is foreign, or older than what the log has kept, or from a future that never came. */
async function placeOf(em: EntityManager, viewer: Viewer, scope: string, cursor: string): Promise<number | null> {
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

function readChanges(ctx: Context, { queue, includeTest }: Watch, after: number): Promise<QueueChangeRow[]> {
  return ctx.db.read(ctx.viewer.merchantId, (em) =>
    rows<QueueChangeRow>(
      em,
      sql`SELECT ${columns(em, QueueChangeRow, "c")} FROM queue_changes c
          WHERE ${ofMerchant(ctx.viewer, "c")} AND c.queue = ${queue} AND c.sequence > ${after} ${includeTest ? raw("") : raw("AND NOT c.is_test")}
          ORDER BY c.sequence LIMIT ${changesAtOnce}`,
    ),
  );
}

/** A change as this viewer may know it: coming into sight is entering, going out of sight is leaving. */
function eventFor(viewer: Viewer, change: QueueChangeRow, cursor: string): QueueChangeEvent | null {
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
