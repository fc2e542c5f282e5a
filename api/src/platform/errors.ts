import { GraphQLError } from "graphql";
import { ArgumentValidationError } from "type-graphql";

export const errorCodes = [
  "UNAUTHENTICATED",
  "FORBIDDEN",
  "FORBIDDEN_FIELD",
  "BAD_USER_INPUT",
  "NOT_FOUND",
  "RATE_LIMITED",
  "QUERY_TOO_COMPLEX",
  "DOCUMENT_NOT_TRUSTED",
  "IDEMPOTENCY_KEY_REUSED",
  "TIMEOUT",
  "SERVICE_UNAVAILABLE",
  "INTERNAL_SERVER_ERROR",
] as const;

export type ErrorCode = (typeof errorCodes)[number];

export const retryable = {
  UNAUTHENTICATED: false,
  FORBIDDEN: false,
  FORBIDDEN_FIELD: false,
  BAD_USER_INPUT: false,
  NOT_FOUND: false,
  RATE_LIMITED: true,
  QUERY_TOO_COMPLEX: false,
  DOCUMENT_NOT_TRUSTED: false,
  IDEMPOTENCY_KEY_REUSED: false,
  TIMEOUT: true,
  SERVICE_UNAVAILABLE: true,
  INTERNAL_SERVER_ERROR: false,
} satisfies Record<ErrorCode, boolean>;

/** Where a whole request fails with it; an error beside data leaves the answer at 200. */
export const httpStatuses = {
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  FORBIDDEN_FIELD: 403,
  BAD_USER_INPUT: 400,
  NOT_FOUND: 404,
  RATE_LIMITED: 429,
  QUERY_TOO_COMPLEX: 400,
  DOCUMENT_NOT_TRUSTED: 400,
  IDEMPOTENCY_KEY_REUSED: 409,
  TIMEOUT: 504,
  SERVICE_UNAVAILABLE: 503,
  INTERNAL_SERVER_ERROR: 500,
} satisfies Record<ErrorCode, number>;

/** For programs: becomes a top-level error with `extensions.code` and the details beside it. */
export class ApiError extends Error {
  override readonly name = "ApiError";

  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly details: Record<string, unknown> = {},
  ) {
    super(message);
  }
}

/** For people: an expected business outcome, which the mutation turns into `userErrors`. */
export class Refusal extends Error {
  override readonly name = "Refusal";

  constructor(
    readonly code: string,
    message: string,
    readonly details: Record<string, unknown> = {},
    readonly path?: string[],
  ) {
    super(message);
  }
}

export interface FieldProblem {
  path: string[];
  rule: string;
  message: string;
}

export function badInput(fields: FieldProblem[]): ApiError {
  const message = fields.length === 1 ? fields[0]?.message : `${fields.length} values were not accepted.`;
  return new ApiError("BAD_USER_INPUT", message ?? "The input was not accepted.", { fields });
}

/** Tells a client that a new token helps; every other UNAUTHENTICATED is final. */
export function expiredToken(): ApiError {
  return new ApiError("UNAUTHENTICATED", "The token has expired.", { reason: "EXPIRED" });
}

export function isExpiredToken(error: unknown): boolean {
  return error instanceof ApiError && error.details.reason === "EXPIRED";
}

export function httpStatusOf({ extensions }: GraphQLError): number {
  const code = errorCodes.find((each) => each === extensions.code) ?? "INTERNAL_SERVER_ERROR";
  return httpStatuses[code];
}

export interface Log {
  error(details: object, message: string): void;
}

/** What the caller may know of an error. Everything that is not an ApiError is logged whole and masked. */
export function toGraphQLError(error: unknown, requestId: string, log: Log): GraphQLError {
  const thrown = thrownOf(error);
  const known = thrown instanceof ApiError ? thrown : translate(thrown);
  if (isOurs[known.code]) log.error({ err: thrown, requestId, code: known.code }, "operation failed");
  return new GraphQLError(known.code === "INTERNAL_SERVER_ERROR" ? masked(requestId) : known.message, {
    path: error instanceof GraphQLError ? error.path : null,
    extensions: { ...known.details, code: known.code, retryable: retryable[known.code], requestId },
  });
}

function masked(requestId: string): string {
  return `Something went wrong on our side. Quote request ${requestId}.`;
}

// What an operator has to hear of; everything else is between the caller and the contract.
const isOurs: Partial<Record<ErrorCode, boolean>> = {
  TIMEOUT: true,
  SERVICE_UNAVAILABLE: true,
  INTERNAL_SERVER_ERROR: true,
};

function thrownOf(error: unknown): unknown {
  let thrown = error;
  while (thrown instanceof GraphQLError && thrown.originalError) thrown = thrown.originalError;
  return thrown;
}

function translate(thrown: unknown): ApiError {
  if (thrown instanceof ArgumentValidationError) return badInput(problemsOf(thrown.extensions.validationErrors, []));
  const code = codeOf(thrown);
  if (unstorableCodes.has(code))
    return new ApiError("BAD_USER_INPUT", "A text holds a character that cannot be used here, such as NUL.");
  if (timeoutCodes.has(code)) return new ApiError("TIMEOUT", "This took too long. Try again.");
  if (isConnectionFailure(thrown, code)) {
    return new ApiError("SERVICE_UNAVAILABLE", "The service is not available at the moment. Try again.");
  }
  return new ApiError("INTERNAL_SERVER_ERROR", "unexpected error");
}

// What Postgres says to NUL in a text and in JSON. What a visitor wrote is cleaned before; this is for keys and names.
const unstorableCodes = new Set(["22021", "22P05"]);

const timeoutCodes = new Set(["57014", "55P03"]);

// Postgres: starting, stopping, out of connections, read-only after a failover, or still in conflict after our
// own retries. Node: the network below it.
const connectionCodes =
  /^(08...|57P0[123]|53300|25006|40001|40P01|ECONN(REFUSED|RESET|ABORTED)|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/;

// The pg driver gives these no code.
const connectionMessages =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Cannot use a pool after calling end|Client was closed)/;

function isConnectionFailure(thrown: unknown, code: string): boolean {
  return connectionCodes.test(code) || (thrown instanceof Error && connectionMessages.test(thrown.message));
}

function codeOf(thrown: unknown): string {
  if (typeof thrown !== "object" || thrown === null) return "";
  if ("code" in thrown && typeof thrown.code === "string") return thrown.code;
  if ("driverError" in thrown) return codeOf(thrown.driverError);
  return thrown instanceof AggregateError ? codeOf(thrown.errors[0]) : "";
}

interface ClassValidatorProblem {
  property: string;
  constraints?: Record<string, string>;
  children?: ClassValidatorProblem[];
}

function problemsOf(found: unknown, parents: string[]): FieldProblem[] {
  if (!Array.isArray(found)) return [];
  return found.flatMap((problem: ClassValidatorProblem) => {
    const path = [...parents, problem.property];
    const own = Object.entries(problem.constraints ?? {}).map(([rule, message]) => ({ path, rule, message }));
    return [...own, ...problemsOf(problem.children, path)];
  });
}
