import type { LiveState } from "./live-state.js";
import type { QueueChange } from "./queue-change.js";
import { applyQueueChange, emptyQueueList, type QueueList } from "./queue-list.js";

/** What a live queue shows. The same object as long as nothing has changed. */
export interface LiveQueueSnapshot extends QueueList {
  /** How up to date the entries are; `closed` while nobody has subscribed. */
  readonly state: LiveState;
  /** Why the server refused for good; null otherwise. Subscribing again tries again. */
  readonly error: unknown;
}

/**
 * A queue as a list that keeps itself up to date, shaped for React: `useSyncExternalStore(queue.subscribe,
 * queue.getSnapshot, queue.getSnapshot)`.
 */
export interface LiveQueue {
  /** Watches from the first subscriber on until the last one is gone. Returns what ends the subscription. */
  subscribe(listener: () => void): () => void;
  getSnapshot(): LiveQueueSnapshot;
}

export interface LiveQueueWatch {
  readonly after: string | null;
  readonly signal: AbortSignal;
  readonly onState: (state: LiveState) => void;
}

export function createLiveQueue(watch: (options: LiveQueueWatch) => AsyncIterable<QueueChange>): LiveQueue {
  const listeners = new Set<() => void>();
  let snapshot: LiveQueueSnapshot = { ...emptyQueueList, state: "closed", error: null };
  let running: AbortController | null = null;

  function show(next: Partial<LiveQueueSnapshot>): void {
    snapshot = { ...snapshot, ...next };
    for (const listener of listeners) listener();
  }

  async function run(stop: AbortController): Promise<void> {
    const onState = (state: LiveState): void => {
      if (running === stop) show({ state });
    };
    try {
      const after = snapshot.isLoaded ? snapshot.cursor : null;
      for await (const change of watch({ after, signal: stop.signal, onState })) {
        if (running !== stop) return;
        show(applyQueueChange(snapshot, change));
      }
    } catch (error) {
      if (running !== stop) return;
      running = null;
      show({ error, state: "closed" });
    }
  }

  return {
    subscribe(listener) {
      // The same function may be given twice; each time counts.
      const own = (): void => listener();
      listeners.add(own);
      if (!running) {
        running = new AbortController();
        snapshot = { ...snapshot, error: null };
        void run(running);
      }
      return () => {
        listeners.delete(own);
        if (listeners.size > 0 || !running) return;
        running.abort();
        running = null;
        snapshot = { ...snapshot, state: "closed" };
      };
    },
    getSnapshot: () => snapshot,
  };
}
