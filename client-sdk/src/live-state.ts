/** What a page may say about a stream. */
export type LiveState =
  /** Coming up for the first time. */
  | "connecting"
  /** What you have is how it is. */
  | "live"
  /** Interrupted, and coming back by itself. */
  | "resuming"
  /** Interrupted for so long that what you have is likely to be old; still coming back by itself. */
  | "stale"
  /** Over: its reader or its signal ended it, or the server refused it for good. */
  | "closed";

export interface StateTeller {
  live(): void;
  lost(): void;
  close(): void;
}

/** Tells every change of the state once, the first one at once. */
export function createStateTeller(
  onState: ((state: LiveState) => void) | undefined,
  staleAfterMs: number,
): StateTeller {
  let state: LiveState = "connecting";
  let stale: ReturnType<typeof setTimeout> | undefined;
  onState?.(state);

  function become(next: LiveState): void {
    if (state === next || state === "closed") return;
    state = next;
    onState?.(next);
  }

  return {
    live() {
      clearTimeout(stale);
      become("live");
    },
    lost() {
      if (state !== "live") return;
      become("resuming");
      stale = setTimeout(() => become("stale"), staleAfterMs);
    },
    close() {
      clearTimeout(stale);
      become("closed");
    },
  };
}
