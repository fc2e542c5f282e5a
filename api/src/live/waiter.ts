import type { Signal } from "../platform/live-signals.js";

export type Heard = Signal | "SILENCE" | "STOPPED";

export interface Waiter {
  /** Until a signal comes, or has come since the last wait; however many came, they are one. */
  wait(silenceMs: number): Promise<Heard>;
  stop(): void;
  stopped(): Promise<void>;
}

/** Turns signals into something to wait for. Stopping ends a wait at once, so that an idle stream leaves nothing behind. */
export function createWaiter(listen: (onSignal: (signal: Signal) => void) => () => void): Waiter {
  const heard = new Set<Signal>();
  let isStopped = false;
  let wake: (() => void) | null = null;
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const unlisten = listen((signal) => {
    heard.add(signal);
    wake?.();
  });

  function take(): Heard | null {
    if (isStopped) return "STOPPED";
    // A change of rights goes first: what comes after it is read with the new ones.
    const signal = heard.has("RIGHTS") ? "RIGHTS" : heard.has("CHANGES") ? "CHANGES" : null;
    if (signal) heard.delete(signal);
    return signal;
  }

  return {
    async wait(silenceMs) {
      const already = take();
      if (already) return already;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, silenceMs);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      wake = null;
      return take() ?? "SILENCE";
    },
    stop() {
      isStopped = true;
      unlisten();
      wake?.();
      end();
    },
    stopped: () => ended,
  };
}
