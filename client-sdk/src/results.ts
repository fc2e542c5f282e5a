import type { EnquiryOutcome, Open, UpdatePoliciesMutation } from "./generated/operations.js";
import type {
  ContactDetails,
  Conversation,
  Conversion,
  Delivery,
  Enquiry,
  EnquiryCorrection,
  FollowUp,
  Lead,
  Member,
  Message,
  Note,
  Pipeline,
} from "./records.js";
import type { UserErrorList } from "./user-errors.js";

export interface Result {
  /** True when this is the kept answer to an earlier request with the same idempotency key. */
  readonly replayed: boolean;
}

export interface LeadResult extends Result {
  /** The lead as it is now; null when it is not visible to the caller any more. */
  readonly lead: Lead | null;
}

/** What a visitor may be told, and what became of the enquiry. */
export interface Receipt extends LeadResult {
  /** The number to quote to the visitor; finds the enquiry again with `desk.enquiry(receiptNumber)`. */
  readonly receiptNumber: string;
  /** When the server stored it (ISO 8601, UTC). */
  readonly receivedAt: string;
  /** What became of it; in each case it is stored. */
  readonly outcome: Open<EnquiryOutcome>;
  readonly enquiry: Enquiry;
}

export interface ContactResult extends Result {
  /** The contact as it is now, with its leads. */
  readonly contact: ContactDetails | null;
}

export interface EnquiryResult extends Result {
  /** As the visitor sent it, with what became of it. */
  readonly enquiry: Enquiry | null;
}

export interface CorrectionResult extends LeadResult {
  /** As the visitor sent it. */
  readonly enquiry: Enquiry | null;
  /** What now stands beside it. */
  readonly correction: EnquiryCorrection | null;
}

export interface MoveResult extends LeadResult {
  /** The win, when the lead is in its WON stage by this move; else null. */
  readonly conversion: Conversion | null;
  /** The win that this move took back as a mistake; else null. */
  readonly voidedConversion: Conversion | null;
}

export interface MovesResult extends Result {
  /** One for each move, in the order of the input. */
  readonly results: readonly MoveOfSeveral[];
}

export interface MoveOfSeveral extends Omit<MoveResult, "replayed"> {
  readonly leadId: string;
  /** The rules that refused this move, with `path` inside the move; null when it was made. */
  readonly errors: UserErrorList | null;
}

export interface ConversionResult extends LeadResult {
  /** The row of the ledger as it is now. */
  readonly conversion: Conversion | null;
}

export interface VoidResult extends LeadResult {
  /** The win, now void. */
  readonly voidedConversion: Conversion | null;
}

export interface MessageResult extends LeadResult {
  /** The message; what becomes of it stands in its `status`. */
  readonly message: Message | null;
}

export interface NoteResult extends LeadResult {
  readonly note: Note | null;
}

export interface ConversationResult extends LeadResult {
  /** The conversation as it is now. */
  readonly conversation: Conversation | null;
}

export interface FollowUpResult extends LeadResult {
  /** The follow-up as it is now. */
  readonly followUp: FollowUp | null;
}

export interface DeliveryResult extends LeadResult {
  /** The delivery as it is now. */
  readonly delivery: Delivery | null;
}

export interface MemberResult extends Result {
  /** The member as it is now. */
  readonly member: Member | null;
}

export interface PoliciesResult extends Result {
  /** The merchant's id, and its policies as they are now. */
  readonly merchant: UpdatePoliciesMutation["updatePolicies"]["merchant"];
}

export interface PipelineResult extends Result {
  /** The pipeline as it is now. */
  readonly pipeline: Pipeline | null;
}
