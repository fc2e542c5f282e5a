import { ArgsType, Field } from "type-graphql";
import { graphqlEnum } from "../platform/closed-set.js";
import { connectionOf, PageArgs } from "../platform/page.js";
import { type FactsOf, type LeadEventKind, readEvent } from "./events.js";
import { HistoryEvent } from "./history-event.js";
import {
  AcknowledgementSent,
  ConversationClosed,
  ConversationRead,
  ConversationReopened,
  ConversationStarted,
  HumanResponded,
  MessageReceived,
  MessageSent,
  NoteAdded,
  ResponseAwaited,
  ResponseTargetMissed,
} from "./history-events-of-conversations.js";
import {
  EnquiryCorrected,
  EnquiryReceived,
  LeadCreated,
  LifecycleClosed,
  LifecycleOpened,
  LifecycleReopened,
  OwnerChanged,
  ReEngaged,
  StageChanged,
} from "./history-events-of-leads.js";
import { ContactMerged, LeadAbsorbed, LeadMerged } from "./history-events-of-merges.js";
import {
  DeliveryDismissed,
  DeliveryFailed,
  DeliveryRetried,
  FollowUpCancelled,
  FollowUpCompleted,
  FollowUpReassigned,
  FollowUpRescheduled,
  FollowUpRestored,
  FollowUpScheduled,
} from "./history-events-of-promises.js";
import {
  ContactOptedOut,
  ConversionRecorded,
  ConversionReversed,
  ConversionVoided,
  TagAdded,
  TagRemoved,
} from "./history-events-of-wins.js";
import type { LeadEventRow } from "./lead-event.js";

/** A kind of event without a type of its own does not compile, nor does one whose type forgets a fact. */
export const historyTypes = {
  ContactMerged,
  LeadMerged,
  LeadAbsorbed,
  LeadCreated,
  EnquiryReceived,
  EnquiryCorrected,
  LifecycleOpened,
  LifecycleClosed,
  LifecycleReopened,
  StageChanged,
  ReEngaged,
  OwnerChanged,
  ConversionRecorded,
  ConversionVoided,
  ConversionReversed,
  TagAdded,
  TagRemoved,
  ContactOptedOut,
  ConversationStarted,
  ConversationReopened,
  ConversationClosed,
  ConversationRead,
  MessageReceived,
  MessageSent,
  ResponseAwaited,
  ResponseTargetMissed,
  HumanResponded,
  AcknowledgementSent,
  NoteAdded,
  FollowUpScheduled,
  FollowUpRescheduled,
  FollowUpReassigned,
  FollowUpCompleted,
  FollowUpCancelled,
  FollowUpRestored,
  DeliveryFailed,
  DeliveryRetried,
  DeliveryDismissed,
} satisfies { [Kind in LeadEventKind]: new () => HistoryEvent & FactsOf<Kind> };

export type StoredEvent = Omit<LeadEventRow, "merchantId">;

/** A stored event as the instance by whose class its GraphQL type is told. */
export function historyEventOf(row: StoredEvent): HistoryEvent {
  const { leadId, sequence, actorKind, actorId, cause } = row;
  return Object.assign(new historyTypes[row.kind](), { leadId, sequence, cause }, readEvent(row), {
    actorKind,
    actorId,
  });
}

export const { Connection: HistoryEventConnection } = connectionOf("HistoryEvent", () => HistoryEvent);

export const historyOrders = ["NEWEST_FIRST", "OLDEST_FIRST"] as const;
export type HistoryOrder = (typeof historyOrders)[number];
const HistoryOrderEnum = graphqlEnum("HistoryOrder", historyOrders, "In which order a history is told.", {
  NEWEST_FIRST: "What happened last comes first.",
  OLDEST_FIRST: "As it happened.",
});

@ArgsType()
export class HistoryArgs extends PageArgs {
  @Field(() => HistoryOrderEnum, {
    defaultValue: "NEWEST_FIRST",
    description: "In which order; newest first when not given.",
  })
  orderBy!: HistoryOrder;
}
