import type {
  ContactDetailsFragment,
  ContactFieldsFragment,
  ConversationFieldsFragment,
  ConversionFieldsFragment,
  CorrectionFieldsFragment,
  DeliveryFieldsFragment,
  EnquiryDetailsFragment,
  EnquiryFieldsFragment,
  FollowUpFieldsFragment,
  HistoryEventFieldsFragment,
  InboxConversationFieldsFragment,
  InsightsDetailsFragment,
  LeadDetailsFragment,
  LeadFieldsFragment,
  MemberFieldsFragment,
  MerchantFieldsFragment,
  MessageFieldsFragment,
  NoteFieldsFragment,
  PipelineFieldsFragment,
  QueueSummaryFieldsFragment,
  ViewerFieldsFragment,
} from "./generated/operations.js";

// Times are ISO 8601 in UTC with milliseconds, durations ISO 8601. A field that the caller's role may not see is null.

/** The one authoritative sales record of a contact in a pipeline, as lists, queues and mutations tell it. */
export interface Lead extends LeadFieldsFragment {}

/** A lead with all that a page about it shows; the newest part of what can be long. */
export interface LeadDetails extends LeadDetailsFragment {}

/**
 * One line of a lead's history, narrowed by `__typename`. A server newer than this client may send other types: they
 * have `kind`, `at`, `cause` and `actor` too.
 */
export type HistoryEvent = HistoryEventFieldsFragment;

/** A person who wrote to the merchant. */
export interface Contact extends ContactFieldsFragment {}

/** A contact with everything by which it is recognised, and its leads. */
export interface ContactDetails extends ContactDetailsFragment {}

/** The thread of a lead on one channel. */
export interface Conversation extends ConversationFieldsFragment {}

/** A conversation as an inbox shows it: with its lead and, under `latest`, its newest message. */
export interface InboxConversation extends InboxConversationFieldsFragment {}

/** One message of a conversation. Its text never changes. */
export interface Message extends MessageFieldsFragment {}

/** What a colleague wrote down for colleagues. */
export interface Note extends NoteFieldsFragment {}

/** One win of the immutable ledger. Its money is in the currency's smallest unit. */
export interface Conversion extends ConversionFieldsFragment {}

/** Exactly what a visitor sent, with the corrections beside it. */
export interface Enquiry extends EnquiryFieldsFragment {}

/** An enquiry with the lead that it reached, if the caller may see it. */
export interface EnquiryDetails extends EnquiryDetailsFragment {}

/** What a colleague put right beside an enquiry. A null field was not corrected. */
export interface EnquiryCorrection extends CorrectionFieldsFragment {}

/** A promised next action. */
export interface FollowUp extends FollowUpFieldsFragment {}

/** Something to be sent to somebody, and how far it has come. */
export interface Delivery extends DeliveryFieldsFragment {}

/** A queue at a glance. */
export interface QueueSummary extends QueueSummaryFieldsFragment {}

/** Figures: rates in percent, waits in seconds, money in the currency's smallest unit. */
export interface Insights extends InsightsDetailsFragment {}

/** A person who works for the merchant. */
export interface Member extends MemberFieldsFragment {}

/** The tenant, with what the caller's role may see of its settings. */
export interface Merchant extends MerchantFieldsFragment {}

/** The merchant's own stages and the moves between them. */
export interface Pipeline extends PipelineFieldsFragment {}

/** Who is asking, and what they may do. */
export interface Viewer extends ViewerFieldsFragment {}
