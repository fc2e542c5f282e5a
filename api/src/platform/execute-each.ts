import type { ExecutionResult } from "graphql";

export type ResultStream = AsyncIterableIterator<ExecutionResult, undefined> & {
  throw(error: unknown): Promise<never>;
};

/**
 * Not an async generator: its return() would wait for the pending next(), and a quiet stream would never be let go.
 * `execute` ends the stream with null; whatever throws ends it with what `translate` makes of it.
 */
export function executeEach(
  events: AsyncIterable<unknown>,
  execute: (event: unknown) => Promise<ExecutionResult | null>,
  translate: (error: unknown) => Error,
): ResultStream {
  const source = events[Symbol.asyncIterator]();
  return {
    async next() {
      try {
        const event = await source.next();
        if (event.done) return { done: true, value: undefined };
        const value = await execute(event.value);
        return value ? { done: false, value } : end();
      } catch (error) {
        await end();
        throw translate(error);
      }
    },
    return: end,
    async throw(error) {
      await end();
      throw error;
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };

  async function end(): Promise<IteratorReturnResult<undefined>> {
    await source.return?.();
    return { done: true, value: undefined };
  }
}
