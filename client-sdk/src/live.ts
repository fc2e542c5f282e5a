import type { Connection } from "./connection.js";
import { QueueChangesDocument } from "./generated/documents.js";
import type { QueueChangesSubscription, QueueName } from "./generated/operations.js";
import type { LiveState } from "./live-state.js";
import { openStream, type Stream } from "./live-stream.js";
import { cursorIn, isKnownChange, type QueueChange } from "./queue-change.js";

/** How a queue is watched. */
export interface WatchOptions {
  /** Ends the watch quietly, as `break` does, and frees what the server keeps for it. */
  readonly signal?: AbortSignal | undefined;
  /** The cursor of the last change that you have: what came since is told instead of a snapshot. */
  readonly after?: string | null | undefined;
  /** Labelled tests too, which otherwise stand in no queue. */
  readonly includeTest?: boolean | undefined;
  /** Tell heartbeats too, every 15 seconds of silence, such as to keep their cursors. */
  readonly includeHeartbeats?: boolean | undefined;
  /** Told at once and with every change of the state. */
  readonly onState?: ((state: LiveState) => void) | undefined;
}

/** What a client of `createClient` is, as far as streams are concerned. */
export interface Desk {
  readonly connection: Connection;
}

/**
 * A queue, live: first a snapshot, then each change in the order of commits. It reconnects by itself, goes on after the
 * last change without a gap, and asks for a fresh token whenever it connects. It ends when you `break`, when the signal
 * says so, or by throwing a LeadLedgerError when the server refuses for good (a suspended member, a revoked key, a queue
 * that the role may not see). Whoever reads slowly is not buried: what is too much to keep is read again later.
 */
export function watchQueue(
  desk: Desk,
  name: QueueName,
  options: WatchOptions = {},
): AsyncIterableIterator<QueueChange, undefined> {
  return openStream(desk.connection, queueStream(name, options), options);
}

function queueStream(
  name: QueueName,
  { includeTest = false, includeHeartbeats = false }: WatchOptions,
): Stream<QueueChangesSubscription, QueueChange> {
  const isRepeated = createMemory(rememberedChanges);
  return {
    document: QueueChangesDocument,
    variables: (after) => ({ queue: name, includeTest, after }),
    cursorOf: ({ queueChanges }) => cursorIn(queueChanges),
    read({ queueChanges: change }) {
      if (!isKnownChange(change)) return null;
      if (change.__typename === "QueueHeartbeat") return includeHeartbeats ? change : null;
      return "at" in change && isRepeated(change.cursor) ? null : change;
    },
  };
}

const rememberedChanges = 1000;

/** Whether it was asked about the same text before, as far back as it remembers. */
function createMemory(limit: number): (text: string) => boolean {
  const known = new Set<string>();
  return (text) => {
    if (known.has(text)) return true;
    known.add(text);
    for (const oldest of known) {
      if (known.size <= limit) break;
      known.delete(oldest);
    }
    return false;
  };
}

export type { Connection, LiveTimings, WebSocketConstructor } from "./connection.js";
export { createLiveQueue, type LiveQueue, type LiveQueueSnapshot } from "./live-queue.js";
export type { LiveState } from "./live-state.js";
export type {
  QueueChange,
  QueueEntry,
  QueueEntryEntered,
  QueueEntryLeft,
  QueueEntryUpdated,
  QueueHeartbeat,
  QueueResync,
  QueueSnapshot,
} from "./queue-change.js";
export { applyQueueChange, emptyQueueList, type QueueList, queueEntryKey } from "./queue-list.js";
