import { type ErrorCode, isLeadLedgerError, isMarkedAs, type LeadLedgerError, markAs } from "./errors.js";
import type {
  AlreadyClaimedDetailsFragment,
  NotNewestConversionDetailsFragment,
  Open,
  SurvivingLeadRequiredDetailsFragment,
  TransitionNotAllowedDetailsFragment,
  UserErrorCode,
  VersionConflictDetailsFragment,
  WindowClosedDetailsFragment,
  WindowOpenDetailsFragment,
} from "./generated/operations.js";

/** What some rules say beside their sentence, by code. */
interface Details {
  TRANSITION_NOT_ALLOWED: TransitionNotAllowedDetailsFragment;
  VERSION_CONFLICT: VersionConflictDetailsFragment;
  ALREADY_CLAIMED: AlreadyClaimedDetailsFragment;
  WINDOW_CLOSED: WindowClosedDetailsFragment;
  WINDOW_OPEN: WindowOpenDetailsFragment;
  NOT_NEWEST_CONVERSION: NotNewestConversionDetailsFragment;
  SURVIVING_LEAD_REQUIRED: SurvivingLeadRequiredDetailsFragment;
}

interface Sentence {
  /** What to do about it, for people, in English. */
  readonly message: string;
  /** Where in the input it lies, such as `["reason"]`; null when it is not one field. */
  readonly path: readonly string[] | null;
}

interface KnownUserError<Code extends UserErrorCode> extends Sentence {
  /** Which rule, for programs. */
  readonly code: Code;
}

/** A rule that the server has learnt since this client was made. Its sentence tells what to do. */
export interface UnknownUserError extends Sentence {
  readonly code: "UNKNOWN";
  /** The code as the server calls it. */
  readonly sentCode: string;
}

/** The error of one code, with its details. */
export type UserErrorOf<Code extends UserErrorCode> = KnownUserError<Code> &
  (Code extends keyof Details ? Details[Code] : unknown);

/** A business rule that said no; nothing was changed. Narrow it by `code`. */
export type UserError = { [Code in UserErrorCode]: UserErrorOf<Code> }[UserErrorCode] | UnknownUserError;

/** One or more of them: the first is always there. */
export type UserErrorList = readonly [UserError, ...UserError[]];

/** Thrown by a mutation that a business rule refused. `mutation.try(...)` returns the same list instead. */
export class UserErrors extends Error {
  override readonly name = "UserErrors";
  /** The rules that refused. */
  readonly errors: UserErrorList;
  /** The name of the operation, such as `MoveLead`. */
  readonly operationName: string | null;

  constructor(operationName: string | null, errors: UserErrorList) {
    super(errors.map(({ message }) => message).join(" "));
    this.errors = errors;
    this.operationName = operationName;
    markAs(this, "userErrors");
  }
}

/** Whether this is a {@link UserErrors}, whichever copy of this package made it. */
export function isUserErrors(error: unknown): error is UserErrors {
  return isMarkedAs(error, "userErrors");
}

/**
 * Whether something thrown by this client has one of these codes: that of a failed request, or of one of the business
 * rules that refused a mutation.
 *
 * @example
 * catch (error) {
 *   if (isCode(error, "RATE_LIMITED")) await wait(error.retryAfterMs);
 *   else if (isCode(error, "REASON_REQUIRED")) askForReason();
 *   else throw error;
 * }
 */
export function isCode<Code extends ErrorCode>(
  error: unknown,
  ...codes: readonly [Code, ...Code[]]
): error is LeadLedgerError & { readonly code: Code };
export function isCode(error: unknown, ...codes: readonly [UserErrorCode, ...UserErrorCode[]]): error is UserErrors;
export function isCode(error: unknown, ...codes: readonly string[]): boolean {
  if (isLeadLedgerError(error)) return codes.includes(error.code);
  return isUserErrors(error) && error.errors.some(({ code }) => codes.includes(code));
}

/** As it comes with every mutation. */
export interface SentUserError extends Sentence {
  readonly code: Open<UserErrorCode>;
}

/** Null when there are none. */
export function readUserErrors(sent: readonly SentUserError[]): UserErrorList | null {
  const [first, ...rest] = sent.map(readUserError);
  return first ? [first, ...rest] : null;
}

function readUserError(sent: SentUserError): UserError {
  return isKnown(sent) ? sent : { ...sent, code: "UNKNOWN", sentCode: sent.code };
}

// The query asks for the details of each type, so a known code comes with what `Details` says of it.
function isKnown(sent: SentUserError): sent is Exclude<UserError, UnknownUserError> {
  return Object.hasOwn(knownCodes, sent.code);
}

const knownCodes = {
  ALREADY_CLAIMED: true,
  ALREADY_REVERSED: true,
  ALREADY_VOIDED: true,
  ASSIGNMENT_NOT_ALLOWED: true,
  CONTACT_UNREACHABLE: true,
  DELIVERY_NOT_FAILED: true,
  ENQUIRY_NOT_WAITING: true,
  FOLLOW_UP_REQUIRED: true,
  LAST_ADMIN: true,
  LEAD_NOT_FOUND: true,
  LEAD_NOT_WON: true,
  MEMBER_NOT_ASSIGNABLE: true,
  NOT_ALL_MOVED: true,
  NOT_NEWEST_CONVERSION: true,
  NOT_YOUR_CONVERSION: true,
  OWN_MEMBERSHIP: true,
  OWNER_REQUIRED: true,
  QUEUE_EMPTY: true,
  REASON_REQUIRED: true,
  SAME_CONTACT: true,
  SURVIVING_LEAD_REQUIRED: true,
  TEST_WITH_REAL: true,
  TO_STAGE_REQUIRED: true,
  TRANSITION_NOT_ALLOWED: true,
  VERSION_CONFLICT: true,
  WINDOW_CLOSED: true,
  WINDOW_OPEN: true,
} satisfies Record<UserErrorCode, true>;
