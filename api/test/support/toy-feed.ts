import { toyFeed } from "./toy-desk.js";

export interface Feed {
  push(event: { id: string; fails?: boolean }): void;
  fail(error: Error): void;
  listeners(): number;
}

/** The source of leadChanges from now on: every subscriber hears what is pushed. */
export function openFeed(): Feed {
  const sinks = new Set<Sink>();
  toyFeed.open = () => {
    const sink = createSink(() => sinks.delete(sink));
    sinks.add(sink);
    return sink.iterable;
  };
  return {
    push: (event) => {
      for (const sink of sinks) sink.push(event);
    },
    fail: (error) => {
      for (const sink of sinks) sink.fail(error);
    },
    listeners: () => sinks.size,
  };
}

interface Sink {
  iterable: AsyncIterable<unknown>;
  push(event: unknown): void;
  fail(error: Error): void;
}

function createSink(closed: () => void): Sink {
  const waiting: { resolve(result: IteratorResult<unknown>): void; reject(error: Error): void }[] = [];
  const queue: unknown[] = [];
  const iterator: AsyncIterator<unknown> = {
    next: () =>
      queue.length > 0
        ? Promise.resolve({ done: false, value: queue.shift() })
        : new Promise((resolve, reject) => waiting.push({ resolve, reject })),
    return: async () => {
      closed();
      for (const { resolve } of waiting.splice(0)) resolve({ done: true, value: undefined });
      return { done: true, value: undefined };
    },
  };
  return {
    iterable: { [Symbol.asyncIterator]: () => iterator },
    push(event) {
      const next = waiting.shift();
      if (next) next.resolve({ done: false, value: event });
      else queue.push(event);
    },
    fail: (error) => waiting.shift()?.reject(error),
  };
}
