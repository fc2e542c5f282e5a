import type { ExecutionResult, GraphQLError } from "graphql";

/** What one subscription is told. */
export interface Feed {
  tell(change: Record<string, unknown>): void;
  end(): void;
  isOpen(): boolean;
  results: AsyncIterableIterator<ExecutionResult, undefined>;
}

/** `beside` are errors that come along with each event. */
export function createFeed(beside?: readonly GraphQLError[]): Feed {
  const waiting: Record<string, unknown>[] = [];
  let isOpen = true;
  let wake: (() => void) | null = null;

  function end(): void {
    isOpen = false;
    wake?.();
  }

  return {
    tell(change) {
      if (!isOpen) return;
      waiting.push(change);
      wake?.();
    },
    end,
    isOpen: () => isOpen,
    results: {
      async next() {
        while (isOpen && waiting.length === 0) {
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        }
        const change = waiting.shift();
        if (!isOpen || !change) return { done: true, value: undefined };
        return { done: false, value: { data: { queueChanges: change }, ...(beside && { errors: beside }) } };
      },
      async return() {
        end();
        return { done: true, value: undefined };
      },
      [Symbol.asyncIterator]() {
        return this;
      },
    },
  };
}
