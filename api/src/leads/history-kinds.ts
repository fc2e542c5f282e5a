import { registerEnumType } from "type-graphql";
import type { LeadEventKind } from "./events.js";

/** What each kind of event tells. */
export const historyKinds = {
  LeadCreated: "The lead was made by the first enquiry or message of its contact.",
  EnquiryReceived: "An enquiry arrived and was taken up by the lead.",
  EnquiryCorrected: "A colleague corrected what an enquiry says; what was sent stays as it was.",
  LifecycleOpened: "A pass of the lead began.",
  LifecycleClosed: "A pass of the lead ended.",
  LifecycleReopened: "A mistaken win was taken back, and its pass goes on where it was left.",
  StageChanged:
    "A colleague moved the lead to another stage, or took its stage out of the pipeline and said which it has instead.",
  ReEngaged: "The contact came back by themselves: the lead stands in an open stage again, and past wins stand.",
  OwnerChanged: "Somebody else is responsible for the lead, or nobody.",
  ConversionRecorded: "A win went into the ledger.",
  ConversionVoided: "A win was taken back as a mistake.",
  ConversionReversed:
    "A win was refunded or cancelled after the time in which it could have been voided. It stays a win of its day.",
  ContactMerged: "Two contacts were found to be one person; the lead is that person's from here on.",
  LeadMerged: "Another lead of the same person in the pipeline was taken over, with all that belonged to it.",
  LeadAbsorbed: "The lead was taken over by another one of the same person, under which it is found from here on.",
  TagAdded: "The contact got a tag.",
  TagRemoved: "The contact lost a tag.",
  ContactOptedOut: "The contact asked not to be contacted.",
  ConversationStarted: "The first message on a channel.",
  ConversationReopened: "A closed conversation is open again.",
  ConversationClosed: "A conversation was closed, by a win or decline or by hand; nothing in it is unread.",
  ConversationRead: "A colleague read the conversation.",
  MessageReceived: "The contact wrote.",
  MessageSent: "A colleague wrote to the contact.",
  ResponseAwaited: "From here on the contact waits for an answer.",
  ResponseTargetMissed: "The time for an answer has passed, and the contact still waits.",
  HumanResponded:
    "A colleague answered the contact: by a message, a call or a meeting. An automatic acknowledgement never does.",
  AcknowledgementSent: "The automatic acknowledgement was delivered. It is no response.",
  NoteAdded: "A colleague wrote a note for colleagues.",
  FollowUpScheduled: "A next action was promised.",
  FollowUpRescheduled: "A promised action was moved to another time.",
  FollowUpReassigned: "A promised action is another colleague's now, as the lead is.",
  FollowUpCompleted: "A promised action was done.",
  FollowUpCancelled: "A promised action is no longer needed, as the pass of the lead ended.",
  FollowUpRestored: "A promised action is open again, as the win that had cancelled it was void.",
  DeliveryFailed: "A notification or message could not be delivered; the lead is untouched by it.",
  DeliveryRetried: "A colleague had a failed delivery tried again.",
  DeliveryDismissed: "A colleague decided that nothing more is to be done about a failed delivery.",
} satisfies Record<LeadEventKind, string>;

// The type EnquiryReceived has the kind ENQUIRY_RECEIVED, as in the codes of user errors.
const kindName = (type: string): string => type.replace(/(?<=.)[A-Z]/g, "_$&").toUpperCase();

export const HistoryEventKindEnum = Object.fromEntries(Object.keys(historyKinds).map((type) => [kindName(type), type]));

registerEnumType(HistoryEventKindEnum, {
  name: "HistoryEventKind",
  description:
    "What an event of a lead's history tells. Each kind has a type of its own, named in the same words; more may be added.",
  valuesConfig: Object.fromEntries(
    Object.entries(historyKinds).map(([type, description]) => [kindName(type), { description }]),
  ),
});
