import type { Open } from "./generated/operations.js";

/** Why a whole request failed. */
export type ErrorCode =
  /** Nobody is known by this token, or it has run out and there was no newer one. */
  | "UNAUTHENTICATED"
  /** The caller's role may not do this. */
  | "FORBIDDEN"
  /** A field that the caller's role may not see, asked for where nothing else could be answered. */
  | "FORBIDDEN_FIELD"
  /** The input is not what the schema or its rules ask for; see `fields`. */
  | "BAD_USER_INPUT"
  /** It does not exist, or may not be known to exist. */
  | "NOT_FOUND"
  /** Too much in too short a time; see `retryAfterMs`. */
  | "RATE_LIMITED"
  /** The document asks for more than one answer may hold. */
  | "QUERY_TOO_COMPLEX"
  /** This caller may send only documents of the manifest. */
  | "DOCUMENT_NOT_TRUSTED"
  /** The idempotency key was used before, with other input. */
  | "IDEMPOTENCY_KEY_REUSED"
  /** No answer in time, said by the server or after our own `timeoutMs`. */
  | "TIMEOUT"
  /** The server is starting, stopping or overloaded. */
  | "SERVICE_UNAVAILABLE"
  /** A mistake on the server's side; quote `requestId`. */
  | "INTERNAL_SERVER_ERROR"
  /** The server could not be reached, or the connection broke before the answer was complete. */
  | "NETWORK_ERROR"
  /** What answered does not speak this API: a proxy's page, or a wrong URL. */
  | "BAD_RESPONSE";

/** One value that was not accepted. */
export interface FieldProblem {
  /** Where in the variables it lies, such as `["input", "dueAt"]`. */
  readonly path: readonly string[];
  /** The rule that it breaks, for programs. */
  readonly rule: string;
  /** What is wrong, for people, in English. */
  readonly message: string;
}

/** What a failed request is described by. */
export interface Failure {
  readonly code: Open<ErrorCode>;
  readonly message: string;
  readonly retryable: boolean;
  readonly operationName: string | null;
  readonly requestId?: string | null | undefined;
  readonly path?: readonly (string | number)[] | undefined;
  readonly details?: Readonly<Record<string, unknown>> | undefined;
  readonly data?: unknown;
  readonly cause?: unknown;
}

/** A request that failed as a whole. Business rules that said no are {@link UserErrors} instead. */
export class LeadLedgerError extends Error {
  override readonly name = "LeadLedgerError";
  /** Why, for programs. A server newer than this client may send codes that are not in {@link ErrorCode}. */
  readonly code: Open<ErrorCode>;
  /** Whether the same request may succeed later. Those that are safe to repeat have been repeated already. */
  readonly retryable: boolean;
  /** The name of the operation, such as `MoveLead`; null when it has none. */
  readonly operationName: string | null;
  /** What to quote to the people who run the server; null when no server answered. */
  readonly requestId: string | null;
  /** Where in the answer it happened, such as `["lead"]`; null when it is the whole of it. */
  readonly path: readonly (string | number)[] | null;
  /** With RATE_LIMITED, and often with SERVICE_UNAVAILABLE: how many milliseconds to wait; else null. */
  readonly retryAfterMs: number | null;
  /** With BAD_USER_INPUT: each value that was not accepted; else empty. */
  readonly fields: readonly FieldProblem[];
  /** All that the server says beside the code, such as `cost` and `limit` with QUERY_TOO_COMPLEX. */
  readonly details: Readonly<Record<string, unknown>>;
  /** What the answer carried beside the error, for documents with several roots; null in most cases. */
  readonly data: unknown;

  constructor(failure: Failure) {
    super(failure.message, failure.cause === undefined ? undefined : { cause: failure.cause });
    const { retryAfterMs, fields } = failure.details ?? {};
    this.code = failure.code;
    this.retryable = failure.retryable;
    this.operationName = failure.operationName;
    this.requestId = failure.requestId ?? null;
    this.path = failure.path ?? null;
    this.retryAfterMs = typeof retryAfterMs === "number" ? retryAfterMs : null;
    this.fields = Array.isArray(fields) ? fields : [];
    this.details = failure.details ?? {};
    this.data = failure.data ?? null;
    markAs(this, "request");
  }
}

/** Whether this is a {@link LeadLedgerError}, whichever copy of this package made it. */
export function isLeadLedgerError(error: unknown): error is LeadLedgerError {
  return isMarkedAs(error, "request");
}

// A page can hold two copies of this package, of which `instanceof` knows only one.
const mark = Symbol.for("@leadledger/client error");

export type ErrorMark = "request" | "userErrors";

export function markAs(error: Error, value: ErrorMark): void {
  Object.defineProperty(error, mark, { value });
}

export function isMarkedAs(error: unknown, value: ErrorMark): boolean {
  return typeof error === "object" && error !== null && Reflect.get(error, mark) === value;
}
