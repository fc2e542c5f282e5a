import type { Answer, Notice } from "./answer.js";
import { type Connection, defaultLiveTimings, type LiveTimings, type WebSocketConstructor } from "./connection.js";
import type { Document, VariablesOf } from "./document.js";
import type { QueueName } from "./generated/operations.js";
import type { WatchOptions } from "./live.js";
import { createLiveQueue, type LiveQueue } from "./live-queue.js";
import { createMutations, type Mutations } from "./mutations.js";
import type { QueueChange } from "./queue-change.js";
import { createReads, type Reads } from "./reads.js";
import { createSend, type RequestEvent, type RequestOptions } from "./request.js";
import { defaultRetryPolicy, type RetryOptions } from "./retry.js";
import { createTokens, type TokenSource } from "./tokens.js";

export interface ClientOptions {
  /** Where the API is, such as `https://desk.example.com/graphql`; in a browser `/graphql` will do. */
  readonly url: string;
  /** An API key, or a function that gives a member's token of the moment. */
  readonly token?: TokenSource | undefined;
  /** Instead of the runtime's own `fetch`. */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** Sent along with each request; a WebSocket cannot send any. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** How long each attempt may take, in milliseconds; 20,000 when not given. */
  readonly timeoutMs?: number | undefined;
  /** How requests that are safe to repeat are repeated; `false` for never. */
  readonly retry?: RetryOptions | false | undefined;
  /** Instead of the runtime's own WebSocket. Node 20 has none: there the package `ws` is used where it is installed. */
  readonly webSocket?: WebSocketConstructor | undefined;
  /** How streams look after themselves. */
  readonly live?: Partial<LiveTimings> | undefined;
  /** Told of each attempt when it is over, for logs and figures. */
  readonly onRequest?: ((event: RequestEvent) => void) | undefined;
  /** Told of fields that came as null because the caller's role may not see them. */
  readonly onNotice?: ((notice: Notice) => void) | undefined;
}

/** Typed access to one LeadLedger server as one caller. It holds no connection until something is watched. */
export interface Client extends Reads, Mutations {
  /**
   * Sends any document, with the same care for tokens, retries and errors. A mutation is repeated only when every
   * input has an `idempotencyKey` of yours. Rejects with a LeadLedgerError; `userErrors` are in the data.
   */
  request<Result, Variables extends object>(
    document: Document<Result, Variables>,
    ...rest: VariablesOf<Variables, RequestOptions>
  ): Promise<Answer<Result>>;
  /**
   * A queue, live: first a snapshot, then each change in the order of commits. It reconnects by itself, goes on after
   * the last change without a gap, and ends when you `break`, when the signal says so, or by throwing a LeadLedgerError
   * when the server refuses for good.
   *
   * @example
   * for await (const change of desk.watchQueue("UNASSIGNED", { signal })) list = applyQueueChange(list, change);
   */
  watchQueue(name: QueueName, options?: WatchOptions): AsyncIterableIterator<QueueChange, undefined>;
  /** A queue as a list that keeps itself up to date for as long as somebody subscribes to it. */
  liveQueue(name: QueueName, options?: Pick<WatchOptions, "includeTest">): LiveQueue;
  /** What the functions of `@leadledger/client/live` need of a client. */
  readonly connection: Connection;
}

/**
 * A client for one server and one caller.
 *
 * @example
 * const desk = createClient({ url: "https://desk.example.com/graphql", token: () => session.token() });
 * const { receiptNumber } = await desk.submitEnquiry({ channel: "WEB_FORM", contact: { email }, message });
 */
export function createClient(options: ClientOptions): Client {
  const tokens = createTokens(options.token);
  const onNotice = options.onNotice ?? ignore;
  const send = createSend({
    url: options.url,
    tokens,
    headers: options.headers ?? {},
    timeoutMs: options.timeoutMs ?? 20_000,
    retry:
      options.retry === false ? { ...defaultRetryPolicy, attempts: 1 } : { ...defaultRetryPolicy, ...options.retry },
    fetch: options.fetch ?? ((input, init) => globalThis.fetch(input, init)),
    onRequest: options.onRequest ?? ignore,
    onNotice,
  });
  const connection: Connection = {
    url: options.url,
    tokens,
    webSocket: options.webSocket,
    timings: { ...defaultLiveTimings, ...options.live },
    onNotice,
  };
  const watchQueue = (name: QueueName, watch?: WatchOptions): AsyncIterableIterator<QueueChange, undefined> =>
    onceLoaded(async () => (await import("./live.js")).watchQueue({ connection }, name, watch));

  return {
    ...createReads(send),
    ...createMutations(send),
    request: (document, ...[variables, requestOptions]) => send(document, variables, requestOptions),
    watchQueue,
    liveQueue: (name, { includeTest } = {}) => createLiveQueue((watch) => watchQueue(name, { includeTest, ...watch })),
    connection,
  };
}

/** Nothing of streams is loaded before something is watched, so that a bundler can leave it in a chunk of its own. */
function onceLoaded<T>(load: () => Promise<AsyncIterableIterator<T, undefined>>): AsyncIterableIterator<T, undefined> {
  let loaded: Promise<AsyncIterableIterator<T, undefined>> | null = null;
  let isOver = false;
  return {
    async next() {
      if (isOver) return { done: true, value: undefined };
      loaded ??= load();
      return (await loaded).next();
    },
    async return() {
      isOver = true;
      return (await (await loaded)?.return?.()) ?? { done: true, value: undefined };
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}

function ignore(): void {}
