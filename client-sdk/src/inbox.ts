/** How a subscription came to its end. */
export type Ending =
  /** The reader was too slow, and reading was stopped rather than storing without end. */
  | { readonly kind: "OVERFLOW" }
  /** Nothing was heard for too long. */
  | { readonly kind: "SILENCE" }
  /** The server or the reader ended it. */
  | { readonly kind: "COMPLETE" }
  /** The server refused it, the socket closed or could not be opened, or there was no token. */
  | { readonly kind: "FAILED"; readonly reason: unknown };

export type Item<Event> = { readonly event: Event } | { readonly ending: Ending };

/** Between a socket that cannot be told to wait and a reader that may be slow. */
export interface Inbox<Event> {
  /** Beyond the limit it is the end: the reader goes on from the last one that was kept. */
  put(event: Event): void;
  end(ending: Ending): void;
  /** The oldest one; waits for it, and after `silenceMs` ends with SILENCE. */
  take(silenceMs: number): Promise<Item<Event>>;
}

export function createInbox<Event extends object>(limit: number, onEnd: () => void): Inbox<Event> {
  const kept: Event[] = [];
  let ended: Ending | null = null;
  let wake: (() => void) | null = null;

  function end(ending: Ending): void {
    if (ended) return;
    ended = ending;
    onEnd();
    wake?.();
  }

  function oldest(): Item<Event> | null {
    const event = kept.shift();
    if (event) return { event };
    return ended && { ending: ended };
  }

  return {
    put(event) {
      if (ended) return;
      if (kept.length === limit) return end({ kind: "OVERFLOW" });
      kept.push(event);
      wake?.();
    },
    end,
    async take(silenceMs) {
      for (;;) {
        const item = oldest();
        if (item) return item;
        await new Promise<void>((resolve) => {
          const timer = setTimeout(() => end({ kind: "SILENCE" }), silenceMs);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
        wake = null;
      }
    },
  };
}
