import { type Answer, type Notice, readAnswer } from "./answer.js";
import { type Document, isRepeatable, type Operation, readOperation } from "./document.js";
import { type ErrorCode, isLeadLedgerError, LeadLedgerError } from "./errors.js";
import type { Open } from "./generated/operations.js";
import { pause } from "./pause.js";
import { type RetryPolicy, retryDelayMs } from "./retry.js";
import type { Tokens } from "./tokens.js";

/** For one call. */
export interface RequestOptions {
  /** Ends the call at once, which then rejects with the signal's reason. Nothing is sent after that. */
  readonly signal?: AbortSignal | undefined;
  /** How long each attempt may take, in milliseconds, instead of the client's `timeoutMs`. */
  readonly timeoutMs?: number | undefined;
}

/** What became of one attempt, for logs and figures. */
export interface RequestEvent {
  /** Null when the operation has no name. */
  readonly operationName: string | null;
  /** 1 for the first attempt of a call. */
  readonly attempt: number;
  /** How long it took, in milliseconds. */
  readonly durationMs: number;
  /** Status of the answer; null when none came. */
  readonly status: number | null;
  /** Null when it went well. */
  readonly code: Open<ErrorCode> | null;
}

export interface Transport {
  readonly url: string;
  readonly tokens: Tokens;
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly retry: RetryPolicy;
  readonly fetch: typeof globalThis.fetch;
  readonly onRequest: (event: RequestEvent) => void;
  readonly onNotice: (notice: Notice) => void;
}

export type Send = <Result, Variables extends object>(
  document: Document<Result, Variables>,
  variables: Variables | undefined,
  options?: RequestOptions,
) => Promise<Answer<Result>>;

/** One call: as many attempts as are safe and sensible, all with the same variables. */
export function createSend(transport: Transport): Send {
  return async <Result, Variables extends object>(
    document: Document<Result, Variables>,
    variables: Variables | undefined,
    options: RequestOptions = {},
  ): Promise<Answer<Result>> => {
    const operation = readOperation(document);
    const body = JSON.stringify({ query: operation.text, operationName: operation.name ?? undefined, variables });
    const mayRepeat = isRepeatable(operation, variables ?? {});
    for (let attempt = 1; ; attempt += 1) {
      options.signal?.throwIfAborted();
      try {
        const answer = await attemptOnce<Result>(transport, operation, body, attempt, options);
        for (const notice of answer.notices) transport.onNotice(notice);
        return answer;
      } catch (error) {
        if (!mayRepeat || !isLeadLedgerError(error)) throw error;
        const delayMs = retryDelayMs(error, attempt, transport.retry, Math.random());
        if (delayMs === null) throw error;
        await pause(delayMs, options.signal);
      }
    }
  };
}

async function attemptOnce<Result>(
  transport: Transport,
  { name }: Operation,
  body: string,
  attempt: number,
  options: RequestOptions,
): Promise<Answer<Result>> {
  const startedAt = performance.now();
  let status: number | null = null;
  const tell = (code: Open<ErrorCode> | null): void =>
    transport.onRequest({ operationName: name, attempt, durationMs: performance.now() - startedAt, status, code });
  try {
    const answer = await withDeadline(transport, name, options, (signal) =>
      askWithToken<Result>(transport, name, body, signal, (answered) => {
        status = answered;
      }),
    );
    tell(null);
    return answer;
  } catch (error) {
    if (isLeadLedgerError(error)) tell(error.code);
    throw error;
  }
}

/** Whoever is refused although there is a newer token by now asks again with that. Nothing has been done yet. */
async function askWithToken<Result>(
  transport: Transport,
  operationName: string | null,
  body: string,
  signal: AbortSignal,
  onStatus: (status: number) => void,
): Promise<Answer<Result>> {
  const token = await transport.tokens.current();
  try {
    return await ask(token);
  } catch (error) {
    if (!isLeadLedgerError(error) || error.code !== "UNAUTHENTICATED") throw error;
    const newer = await transport.tokens.renew(token);
    if (newer === token) throw error;
    return ask(newer);
  }

  async function ask(bearer: string | null): Promise<Answer<Result>> {
    signal.throwIfAborted();
    const received = await post(transport, operationName, body, bearer, signal);
    onStatus(received.status);
    return readAnswer<Result>(received);
  }
}

async function post(
  transport: Transport,
  operationName: string | null,
  body: string,
  token: string | null,
  signal: AbortSignal,
) {
  const { fetch } = transport;
  try {
    const response = await fetch(transport.url, {
      method: "POST",
      headers: {
        ...transport.headers,
        accept: "application/graphql-response+json, application/json;q=0.9",
        "content-type": "application/json",
        ...(token !== null && { authorization: `Bearer ${token}` }),
      },
      body,
      signal,
    });
    return {
      operationName,
      status: response.status,
      contentType: response.headers.get("content-type"),
      retryAfter: response.headers.get("retry-after"),
      requestId: response.headers.get("x-request-id"),
      text: await response.text(),
    };
  } catch (error) {
    signal.throwIfAborted();
    const message = "The server could not be reached, or the connection broke.";
    throw new LeadLedgerError({ code: "NETWORK_ERROR", message, retryable: true, operationName, cause: error });
  }
}

/** Ends the work with the caller's signal or after the time, also where the work itself would not end. */
function withDeadline<T>(
  transport: Transport,
  operationName: string | null,
  options: RequestOptions,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const timeoutMs = options.timeoutMs ?? transport.timeoutMs;
  const deadline = new AbortController();
  return new Promise<T>((resolve, reject) => {
    const timer = setTimeout(() => {
      const message = `No answer within ${timeoutMs} ms.`;
      end(new LeadLedgerError({ code: "TIMEOUT", message, retryable: true, operationName }));
    }, timeoutMs);
    options.signal?.addEventListener("abort", abort, { once: true });
    work(deadline.signal).then(resolve, reject).finally(settle);

    function abort(): void {
      end(options.signal?.reason);
    }

    function end(reason: unknown): void {
      settle();
      deadline.abort(reason);
      reject(reason);
    }

    function settle(): void {
      clearTimeout(timer);
      options.signal?.removeEventListener("abort", abort);
    }
  });
}
