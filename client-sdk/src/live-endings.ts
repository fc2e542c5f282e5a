import { type ErrorCode, isLeadLedgerError, LeadLedgerError } from "./errors.js";

/** What to throw when coming back would be of no use; null when it is worth a try. */
export function finalFailure(reason: unknown, operationName: string | null): LeadLedgerError | null {
  if (isLeadLedgerError(reason)) return isFinal(reason) ? reason : null;
  const code = closeCodeOf(reason);
  if (code === null || !isFinalClose(code)) return null;
  return new LeadLedgerError({
    code: codesOfCloses[code] ?? "BAD_RESPONSE",
    message: `The server closed the stream for good, with code ${code}.`,
    retryable: false,
    operationName,
    details: { closeCode: code },
  });
}

/** Whether the server says that the token has run out, by a close or by an error. */
export function isExpiredToken(reason: unknown): boolean {
  if (isLeadLedgerError(reason)) return reason.code === "UNAUTHENTICATED" && reason.details.reason === "EXPIRED";
  return closeCodeOf(reason) === tokenExpired;
}

const tokenExpired = 4403;

const finalCodes: readonly string[] = [
  "UNAUTHENTICATED",
  "FORBIDDEN",
  "FORBIDDEN_FIELD",
  "BAD_USER_INPUT",
  "NOT_FOUND",
  "QUERY_TOO_COMPLEX",
  "DOCUMENT_NOT_TRUSTED",
] satisfies ErrorCode[];

// A watch is worth repeating after any other failure, a mistake on the server's side included: it only reads.
function isFinal(error: LeadLedgerError): boolean {
  return finalCodes.includes(error.code) && !isExpiredToken(error);
}

const passingCloses = [1000, 1001, 1005, 1006, 1012, 1013, 1014];
const finalOwnCloses = [4004, 4005, 4400, 4401, 4406, 4409, 4429, 4500];

// As all clients of graphql-transport-ws understand them.
function isFinalClose(code: number): boolean {
  return code < 2000 ? !passingCloses.includes(code) : finalOwnCloses.includes(code);
}

const codesOfCloses: Partial<Record<number, ErrorCode>> = {
  1011: "INTERNAL_SERVER_ERROR",
  4401: "UNAUTHENTICATED",
  4500: "INTERNAL_SERVER_ERROR",
};

// Other errors have numbers as codes too, a DOMException for one; only a close also has a reason.
function closeCodeOf(cause: unknown): number | null {
  if (typeof cause !== "object" || cause === null || !("code" in cause && "reason" in cause)) return null;
  return typeof cause.code === "number" ? cause.code : null;
}
