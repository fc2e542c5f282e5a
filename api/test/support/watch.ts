import { type Client, createClient } from "graphql-ws";
import { WebSocket } from "ws";
import type { Caller, Wire } from "./test-desk.js";

export interface Watching {
  /** What came so far, oldest first. */
  readonly seen: Wire[];
  readonly closed: Promise<{ code: number; reason: string }>;
  /** The next one that fits, past or to come. */
  next(fits: (event: Wire) => boolean): Promise<Wire>;
  stop(): Promise<void>;
}

const queueDocument = `subscription($queue: QueueName!, $after: String, $includeTest: Boolean = false) {
  queueChanges(queue: $queue, after: $after, includeTest: $includeTest) {
    __typename
    ... on QueueSnapshot { cursor count entries { lead { id version stage { key } contact { name } } enteredAt dueAt } }
    ... on QueueEntryEntered { cursor at entry { lead { id version stage { key } } } }
    ... on QueueEntryUpdated { cursor at entry { lead { id version stage { key } } } }
    ... on QueueEntryLeft { cursor at leadId reason }
    ... on QueueHeartbeat { cursor lagMs }
    ... on QueueResync { message }
  }
}`;

/** A real socket by the client library that dashboards use; it does not connect again, so that a test sees each close. */
export function watch(
  url: string,
  caller: Caller,
  variables: Record<string, unknown>,
  query = queueDocument,
): Watching {
  const seen: Wire[] = [];
  const waiting: {
    fits: (event: Wire) => boolean;
    resolve: (event: Wire) => void;
    reject: (error: unknown) => void;
  }[] = [];
  let close: (event: { code: number; reason: string }) => void = () => undefined;
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    close = resolve;
  });
  const client: Client = createClient({
    url: `${url.replace("http", "ws")}/graphql`,
    webSocketImpl: WebSocket,
    retryAttempts: 0,
    connectionParams: { authorization: `Bearer ${caller.token}` },
    on: { closed: (event) => close(event as { code: number; reason: string }) },
  });
  const unsubscribe = client.subscribe<Record<string, Wire>>(
    { query, variables },
    {
      next({ data, errors }) {
        const event = errors ? { errors, ...data?.queueChanges } : Object.values(data ?? {})[0];
        seen.push(event);
        for (const wait of waiting.splice(0)) {
          if (wait.fits(event)) wait.resolve(event);
          else waiting.push(wait);
        }
      },
      error: (error) => {
        for (const wait of waiting.splice(0)) wait.reject(error);
      },
      complete: () => undefined,
    },
  );
  return {
    seen,
    closed,
    next: (fits) => {
      const known = seen.find(fits);
      return known ? Promise.resolve(known) : new Promise((resolve, reject) => waiting.push({ fits, resolve, reject }));
    },
    async stop() {
      unsubscribe();
      await client.dispose();
    },
  };
}
