import type { Connection } from "./connection.js";
import { type Document, type Operation, readOperation } from "./document.js";
import { isLeadLedgerError } from "./errors.js";
import type { Ending } from "./inbox.js";
import { finalFailure, isExpiredToken } from "./live-endings.js";
import { openSession } from "./live-session.js";
import { type LiveSocket, socketOf } from "./live-socket.js";
import { createStateTeller, type LiveState } from "./live-state.js";
import { pause } from "./pause.js";
import { backoffMs } from "./retry.js";

/** What a stream says and how to read it. */
export interface Stream<Data, Event> {
  readonly document: Document<Data, never>;
  variables(after: string | null): Record<string, unknown>;
  /** Null for what is not to be told, such as what this client does not know. */
  read(data: Data): Event | null;
  /** Where to go on after this; null when it does not say. */
  cursorOf(data: Data): string | null;
}

export interface StreamOptions {
  readonly after?: string | null | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onState?: ((state: LiveState) => void) | undefined;
}

/**
 * A subscription that ends only when its reader or its signal ends it, or when the server refuses it for good. It
 * comes back by itself and goes on after the last cursor. Not an async generator: while one waits for the next event,
 * its return() would wait too, and a quiet stream would never be let go.
 */
export function openStream<Data extends object, Event>(
  connection: Connection,
  stream: Stream<Data, Event>,
  options: StreamOptions,
): AsyncIterableIterator<Event, undefined> {
  const stop = new AbortController();
  const end = (): void => stop.abort();
  const events = readForEver(connection, stream, options, stop.signal);
  const unlisten = (): void => options.signal?.removeEventListener("abort", end);
  options.signal?.addEventListener("abort", end);
  if (options.signal?.aborted) end();
  return {
    async next() {
      try {
        const item = await events.next();
        if (item.done) unlisten();
        return item;
      } catch (error) {
        unlisten();
        throw error;
      }
    },
    async return() {
      unlisten();
      end();
      return events.return(undefined);
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}

async function* readForEver<Data extends object, Event>(
  connection: Connection,
  stream: Stream<Data, Event>,
  { after = null, onState }: StreamOptions,
  signal: AbortSignal,
): AsyncGenerator<Event, undefined> {
  const { firstDelayMs, maxDelayMs, staleAfterMs } = connection.timings;
  const operation = readOperation(stream.document);
  const socket = await socketOf(connection);
  const state = createStateTeller(onState, staleAfterMs);
  let cursor = after;
  let attempt = 0;
  try {
    while (!signal.aborted) {
      const session = openSession<Data>(connection, socket, operation, stream.variables(cursor), state);
      let ending: Ending | null = null;
      // Whoever stops reading has not lost the connection: the state goes first.
      const stop = (): void => {
        state.close();
        session.end();
      };
      signal.addEventListener("abort", stop);
      try {
        while (ending === null && !signal.aborted) {
          const item = await session.take();
          if ("ending" in item) ending = item.ending;
          else {
            cursor = stream.cursorOf(item.event) ?? cursor;
            const event = stream.read(item.event);
            if (event !== null && !signal.aborted) yield event;
          }
        }
      } finally {
        signal.removeEventListener("abort", stop);
        if (ending === null) stop();
      }
      if (signal.aborted || ending === null) return;

      // A server that falls as soon as its clients are back must not have them back ever faster.
      attempt = session.liveMs() > maxDelayMs ? 1 : attempt + 1;
      const askedMs = await recover(connection, socket, operation, ending);
      const delayMs = ending.kind === "OVERFLOW" ? 0 : backoffMs(attempt, firstDelayMs, maxDelayMs, Math.random());
      await pauseUnlessPageReturns(askedMs + delayMs, signal);
    }
  } finally {
    state.close();
  }
}

/** What has to happen before coming back; gives how many milliseconds the server asks to wait. Throws where it is over. */
async function recover(
  { tokens }: Connection,
  socket: LiveSocket,
  { name }: Operation,
  ending: Ending,
): Promise<number> {
  if (ending.kind !== "FAILED") return 0;
  const final = finalFailure(ending.reason, name);
  if (final) throw final;
  if (isExpiredToken(ending.reason)) {
    // Whoever cannot get a token now, such as a laptop that has just woken up, may get one later.
    await tokens.renew(socket.sentToken()).catch(() => null);
  }
  return isLeadLedgerError(ending.reason) ? (ending.reason.retryAfterMs ?? 0) : 0;
}

/** Until the time is over; or until a browser is online again, or shows the page again; or until the signal. */
async function pauseUnlessPageReturns(ms: number, signal: AbortSignal): Promise<void> {
  const wake = new AbortController();
  const stop = (): void => wake.abort();
  const page: Partial<EventTarget> = globalThis as object;
  const events = ["online", "visibilitychange"];
  for (const event of events) page.addEventListener?.(event, stop);
  signal.addEventListener("abort", stop);
  if (signal.aborted) stop();
  try {
    await pause(ms, wake.signal).catch(() => undefined);
  } finally {
    for (const event of events) page.removeEventListener?.(event, stop);
    signal.removeEventListener("abort", stop);
  }
}
