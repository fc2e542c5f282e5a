import type { EntityManager } from "typeorm";
import { createWaiter, type Waiter } from "../live/waiter.js";
import type { Context } from "../platform/context.js";
import { encodeCursor } from "../platform/page.js";
import { assertSeesQueue, readSnapshot } from "./find-queues.js";
import { type QueueChangeEvent, QueueHeartbeat, QueueResync, QueueSnapshot } from "./queue-changes.types.js";
import { eventFor, placeOf, readChanges, scopeOf, type Watch } from "./read-changes.js";

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
      const changes = await readChanges(ctx, watch, place, changesAtOnce);
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
