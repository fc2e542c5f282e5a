import { failureOf, type GraphQLResult, isSentError, readResult } from "./answer.js";
import type { Connection } from "./connection.js";
import type { Operation } from "./document.js";
import { createInbox, type Item } from "./inbox.js";
import type { LiveSocket } from "./live-socket.js";
import type { StateTeller } from "./live-state.js";

/** One subscription, from its start until it ends in whatever way. */
export interface Session<Data> {
  take(): Promise<Item<Data>>;
  end(): void;
  /** For how many milliseconds it has been live. */
  liveMs(): number;
}

// As many events as a reader may be behind; what is more is read again from the server's log.
const inboxLimit = 256;

// A resumed stream that has missed nothing says nothing until the next heartbeat, and a refusal comes at once.
const refusalWithinMs = 1000;

export function openSession<Data extends object>(
  connection: Connection,
  socket: LiveSocket,
  { text, name }: Operation,
  variables: Record<string, unknown>,
  state: StateTeller,
): Session<Data> {
  const { tokens, timings, onNotice } = connection;
  const inbox = createInbox<Data>(inboxLimit, stop);
  const noticed = new Set<string>();
  let isOver = false;
  let liveSince: number | null = null;
  let resumed: ReturnType<typeof setTimeout> | undefined;
  let unsubscribe: (() => void) | null = null;
  const fail = (reason: unknown): void => inbox.end({ kind: "FAILED", reason });
  start().catch(fail);

  return {
    take: () => inbox.take(timings.heartbeatWithinMs),
    end: () => inbox.end({ kind: "COMPLETE" }),
    liveMs: () => (liveSince === null ? 0 : performance.now() - liveSince),
  };

  async function start(): Promise<void> {
    const token = await tokens.current();
    if (isOver) return;
    unsubscribe = socket.subscribe(
      token,
      { query: text, operationName: name, variables },
      { open, next, error: (reason) => fail(refusalIn(reason, name)), complete: () => inbox.end({ kind: "COMPLETE" }) },
    );
    if (isOver) unsubscribe();
  }

  function open(): void {
    if (typeof variables.after === "string") resumed = setTimeout(live, refusalWithinMs);
  }

  function next(result: GraphQLResult): void {
    if (isOver) return;
    try {
      const { data, notices } = readResult<Data>(result, name);
      for (const notice of notices) {
        if (!noticed.has(notice.coordinate)) onNotice(notice);
        noticed.add(notice.coordinate);
      }
      live();
      inbox.put(data);
    } catch (error) {
      fail(error);
    }
  }

  function live(): void {
    liveSince ??= performance.now();
    state.live();
  }

  // At once, not when the reader comes by: what nobody takes must not go on arriving.
  function stop(): void {
    isOver = true;
    clearTimeout(resumed);
    state.lost();
    unsubscribe?.();
  }
}

/** The server refuses a subscription with a list of errors; everything else stays what it is. */
function refusalIn(reason: unknown, operationName: string | null): unknown {
  const first: unknown = Array.isArray(reason) ? reason[0] : undefined;
  return isSentError(first) ? failureOf(first, operationName) : reason;
}
