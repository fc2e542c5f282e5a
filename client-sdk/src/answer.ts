import { type ErrorCode, LeadLedgerError } from "./errors.js";
import type { Open } from "./generated/operations.js";

/** A field that the caller's role may not see. It came as null; everything else came as asked. */
export interface Notice {
  /** The operation that asked for it; null when it has no name. */
  readonly operationName: string | null;
  /** The field, such as `Lead.owner`. */
  readonly coordinate: string;
  /** For people, in English. */
  readonly message: string;
}

/** What a request was answered with. */
export interface Answer<Result> {
  /** What the document asked for. */
  readonly data: Result;
  /** The fields that are null because of the caller's role, one entry for each. */
  readonly notices: readonly Notice[];
}

/** What came over the wire, from whoever sent it. */
export interface Received {
  readonly operationName: string | null;
  readonly status: number;
  readonly contentType: string | null;
  readonly retryAfter: string | null;
  readonly requestId: string | null;
  readonly text: string;
}

/**
 * Decides on what the body says: a gateway may put another status on an answer, and GraphQL over HTTP gives several to
 * the same one. Only what is no GraphQL at all is judged by its status. Throws a LeadLedgerError.
 */
export function readAnswer<Result>(received: Received): Answer<Result> {
  const body = parseJson(received.text);
  if (!isGraphQLResult(body)) throw strangeAnswer(received);
  return readResult(body, received.operationName, retryAfterMsIn(received.retryAfter));
}

/** What the server says of one operation, over HTTP or on a stream. Throws a LeadLedgerError. */
export function readResult<Result>(
  { data, errors = [] }: GraphQLResult,
  operationName: string | null,
  retryAfterMs: number | null = null,
): Answer<Result> {
  const failure = errors.find((error) => !data || codeOf(error) !== "FORBIDDEN_FIELD");
  if (failure) throw failureOf(failure, operationName, data, retryAfterMs);
  if (!data) {
    const message = "The answer has neither data nor errors.";
    throw new LeadLedgerError({ code: "BAD_RESPONSE", message, retryable: false, operationName });
  }
  const notices = errors.map(({ message, extensions }) => ({
    operationName,
    coordinate: String(extensions?.coordinate ?? ""),
    message,
  }));
  // The one place where the types of a document meet what a server sent.
  return { data: data as Result, notices };
}

export interface GraphQLResult {
  readonly data?: object | null;
  readonly errors?: readonly SentError[];
}

export interface SentError {
  readonly message: string;
  readonly path?: readonly (string | number)[];
  readonly extensions?: Readonly<Record<string, unknown>>;
}

export function failureOf(
  error: SentError,
  operationName: string | null,
  data: unknown = null,
  retryAfterMs: number | null = null,
): LeadLedgerError {
  const { code: _code, requestId, retryable, ...details } = error.extensions ?? {};
  return new LeadLedgerError({
    code: codeOf(error),
    message: error.message,
    retryable: retryable === true,
    operationName,
    requestId: typeof requestId === "string" ? requestId : null,
    path: error.path,
    details: retryAfterMs === null ? details : { retryAfterMs, ...details },
    data,
  });
}

function codeOf({ extensions }: SentError): Open<ErrorCode> {
  return typeof extensions?.code === "string" ? extensions.code : "BAD_RESPONSE";
}

// What a proxy or a starting server says without a body of ours.
const codesOfStatuses: Partial<Record<number, ErrorCode>> = {
  401: "UNAUTHENTICATED",
  403: "FORBIDDEN",
  429: "RATE_LIMITED",
  502: "SERVICE_UNAVAILABLE",
  503: "SERVICE_UNAVAILABLE",
  504: "TIMEOUT",
};

const passing: readonly (ErrorCode | undefined)[] = ["RATE_LIMITED", "SERVICE_UNAVAILABLE", "TIMEOUT"];

function strangeAnswer({ operationName, status, contentType, retryAfter, requestId }: Received): LeadLedgerError {
  const code = codesOfStatuses[status];
  const retryAfterMs = retryAfterMsIn(retryAfter);
  return new LeadLedgerError({
    code: code ?? "BAD_RESPONSE",
    message: `The answer is not GraphQL: status ${status}, ${contentType ?? "no content type"}.`,
    retryable: passing.includes(code),
    operationName,
    requestId,
    details: { status, ...(retryAfterMs !== null && { retryAfterMs }) },
  });
}

function retryAfterMsIn(seconds: string | null): number | null {
  return seconds !== null && /^\d+$/.test(seconds.trim()) ? Number(seconds) * 1000 : null;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function isGraphQLResult(body: unknown): body is GraphQLResult {
  if (typeof body !== "object" || body === null) return false;
  const { data, errors }: { data?: unknown; errors?: unknown } = body;
  const hasErrors = Array.isArray(errors) && errors.length > 0 && errors.every(isSentError);
  return hasErrors || (typeof data === "object" && data !== null && errors === undefined);
}

export function isSentError(error: unknown): error is SentError {
  return typeof error === "object" && error !== null && "message" in error && typeof error.message === "string";
}
