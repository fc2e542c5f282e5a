import type { ChannelName } from "../conversations/conversation.js";
import type {
  ConversationState,
  ConversionState,
  FollowUpState,
  LeadState,
  LifecycleOpening,
  LifecycleOutcome,
} from "./lead-state.js";
import type { StageKind } from "./pipeline-rules.js";

export const actorKinds = ["MEMBER", "API_KEY", "SYSTEM", "IMPORT"] as const;
export type ActorKind = (typeof actorKinds)[number];
export interface Actor {
  readonly kind: ActorKind;
  readonly id: string | null;
}
export const system: Actor = { kind: "SYSTEM", id: null };

export const moveCauses = ["CORRECTION", "NEW_NEED"] as const;
export type MoveCause = (typeof moveCauses)[number];

/** Why a lead's stage changed where a person's wish alone does not tell: the last when its stage was taken out of its pipeline. */
export type StageCause = MoveCause | "PIPELINE_CHANGED";

export const responseKinds = ["MESSAGE", "CALL", "MEETING"] as const;
export type ResponseKind = (typeof responseKinds)[number];

/** What each kind of event states. Ids, times and short reasons only: words of people live where they can be erased. */
interface Facts {
  LeadCreated: {
    contactId: string;
    pipelineId: string;
    isTest: boolean;
    stage: string;
    stageName: string;
    stageKind: StageKind;
  };
  EnquiryReceived: { enquiryId: string; sourceId: string | null; channel: ChannelName; lifecycleNumber: number };
  EnquiryCorrected: { enquiryId: string; correctionId: string };
  LifecycleOpened: {
    lifecycleId: string;
    number: number;
    openedBy: LifecycleOpening;
    openedAt: Date;
    sourceId: string | null;
    isRepeat: boolean;
    campaignId: string | null;
    campaignName: string | null;
  };
  LifecycleClosed: { lifecycleId: string; number: number; outcome: LifecycleOutcome; reason: string | null };
  /** Carries what the mistaken win had hidden: who waits, and an answer that was given meanwhile. */
  LifecycleReopened: {
    lifecycleId: string;
    number: number;
    awaitingSince: Date | null;
    responseDueAt: Date | null;
    firstHumanResponseAt?: Date;
    firstResponseElapsedMs?: number;
    firstResponseBusinessMs?: number;
  };
  StageChanged: {
    from: string;
    fromName: string;
    to: string;
    toName: string;
    toKind: StageKind;
    reason: string | null;
    cause: StageCause | null;
  };
  ReEngaged: {
    from: string;
    fromName: string;
    to: string;
    toName: string;
    isRepeat: boolean;
    campaignId: string | null;
    /** Why the campaign's stage was not used, where it named one. */
    campaignStageUnused: string | null;
  };
  OwnerChanged: { fromId: string | null; toId: string | null; reason: string | null };
  ConversionRecorded: {
    conversionId: string;
    lifecycleId: string;
    stageName: string;
    isRepeat: boolean;
    isAdditional: boolean;
    campaignId: string | null;
    campaignName: string | null;
    sourceId: string | null;
    valueMinor: number | null;
    currency: string | null;
    actorId: string | null;
  };
  ConversionVoided: { conversionId: string; reason: string };
  ConversionReversed: {
    conversionId: string;
    reversalId: string;
    reason: string;
    valueMinor: number | null;
    currency: string | null;
  };
  /** Two contacts are one: what is known of the person from here on. */
  ContactMerged: {
    contactId: string;
    mergedContactId: string;
    systemTags: readonly string[];
    memberTags: readonly string[];
    liveConversions: number;
    doNotContactAt: Date | null;
  };
  /** What another lead of the same person brings along; that one's own history ends with LeadAbsorbed. */
  LeadMerged: {
    absorbedLeadId: string;
    lifecycleNumber: number;
    lifecycleCount: number;
    awaitingSince: Date | null;
    responseDueAt: Date | null;
    conversations: readonly ConversationState[];
    followUps: readonly FollowUpState[];
    conversions: readonly ConversionState[];
    failedDeliveries: LeadState["failedDeliveries"];
  };
  LeadAbsorbed: { survivingLeadId: string };
  TagAdded: { tag: string; origin: "SYSTEM" | "MEMBER" };
  TagRemoved: { tag: string; origin: "SYSTEM" | "MEMBER" };
  ContactOptedOut: { messageId: string };
  ConversationStarted: { conversationId: string; channel: ChannelName };
  ConversationReopened: { conversationId: string };
  ConversationClosed: { conversationId: string; conversionId: string | null };
  ConversationRead: { conversationId: string; unreadCount: number };
  MessageReceived: {
    messageId: string;
    conversationId: string;
    sentAt: Date;
    enquiryId: string | null;
    campaignId: string | null;
    campaignName: string | null;
    /** Whether it counts as unread. */
    isCounted: boolean;
    /** Sent before the win that had closed the lifecycle by the time it arrived. */
    isFromBeforeClose: boolean;
  };
  MessageSent: { messageId: string; conversationId: string };
  ResponseAwaited: { since: Date; dueAt: Date };
  ResponseTargetMissed: { since: Date; dueAt: Date };
  HumanResponded: {
    lifecycleId: string;
    by: ResponseKind;
    messageId: string | null;
    respondedAt: Date;
    isFirst: boolean;
    elapsedMs: number | null;
    businessMs: number | null;
  };
  AcknowledgementSent: { lifecycleId: string; deliveryId: string };
  NoteAdded: { noteId: string };
  FollowUpScheduled: { followUpId: string; dueAt: Date; assigneeId: string | null };
  FollowUpRescheduled: { followUpId: string; dueAt: Date };
  FollowUpReassigned: { followUpId: string; fromId: string | null; toId: string | null };
  FollowUpCompleted: { followUpId: string };
  FollowUpCancelled: { followUpId: string; conversionId: string | null };
  FollowUpRestored: { followUpId: string };
  DeliveryFailed: { deliveryId: string };
  DeliveryRetried: { deliveryId: string };
  DeliveryDismissed: { deliveryId: string };
}

export type LeadEventKind = keyof Facts;
export type FactsOf<Kind extends LeadEventKind> = Facts[Kind];
export type LeadEvent = {
  [Kind in LeadEventKind]: { readonly kind: Kind; readonly at: Date } & Readonly<Facts[Kind]>;
}[LeadEventKind];
export type EventOf<Kind extends LeadEventKind> = Extract<LeadEvent, { kind: Kind }>;
/** An event before its time is put on it. */
export type Telling = { [Kind in LeadEventKind]: { kind: Kind } & Facts[Kind] }[LeadEventKind];

/** Times come back from the stored facts as text. */
export function readEvent(row: { kind: LeadEventKind; at: Date; facts: unknown }): LeadEvent {
  return { kind: row.kind, at: row.at, ...withTimes(row.facts as object) } as LeadEvent;
}

function withTimes(facts: object): Record<string, unknown> {
  const read: Record<string, unknown> = { ...facts };
  for (const key in read) {
    const value = read[key];
    if (typeof value === "string" && isTimeKey(key)) read[key] = new Date(value);
    if (Array.isArray(value)) read[key] = value.map((item) => (typeof item === "object" ? withTimes(item) : item));
  }
  return read;
}

const isTimeKey = (key: string): boolean => key.endsWith("At") || key === "since" || key === "awaitingSince";
