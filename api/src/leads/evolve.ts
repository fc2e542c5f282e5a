import type { EventOf, LeadEvent, LeadEventKind } from "./events.js";
import type { ContactState, ConversationState, FollowUpState, LeadState, LifecycleState } from "./lead-state.js";

/** What an event makes of a lead. Folding a lead's whole history gives its present state. */
export function evolve(state: LeadState, event: LeadEvent): LeadState {
  const change = changes[event.kind] as (state: LeadState, event: LeadEvent) => LeadState;
  return change(state, event);
}

type Changes = { [Kind in LeadEventKind]: (state: LeadState, event: EventOf<Kind>) => LeadState };

const unchanged = (state: LeadState): LeadState => state;

const changes = {
  LeadCreated: (state, event) => ({ ...state, stage: event.stage, stageKind: event.stageKind }),
  EnquiryReceived: unchanged,
  EnquiryCorrected: unchanged,
  LifecycleOpened: (state, event) => ({
    ...state,
    lifecycleCount: event.number,
    lifecycle: {
      id: event.lifecycleId,
      number: event.number,
      openedBy: event.openedBy,
      openedAt: event.openedAt,
      sourceId: event.sourceId,
      isRepeat: event.isRepeat,
      campaignId: event.campaignId,
      campaignName: event.campaignName,
      acknowledgedAt: null,
      firstHumanResponseAt: null,
      firstResponseElapsedMs: null,
      firstResponseBusinessMs: null,
      lastHumanResponseAt: null,
      awaitingSince: null,
      awaitingAtClose: null,
      responseDueAt: null,
      missedResponseDueAt: null,
      closedAt: null,
      outcome: null,
      reason: null,
    },
  }),
  LifecycleClosed: (state, event) =>
    withLifecycle(state, {
      closedAt: event.at,
      outcome: event.outcome,
      reason: event.reason,
      awaitingAtClose: state.lifecycle.awaitingSince ?? state.lifecycle.awaitingAtClose,
      awaitingSince: null,
      responseDueAt: null,
    }),
  LifecycleReopened: (state, event) =>
    withLifecycle(state, {
      closedAt: null,
      outcome: null,
      reason: null,
      awaitingAtClose: null,
      awaitingSince: event.awaitingSince,
      responseDueAt: event.responseDueAt,
      firstHumanResponseAt: event.firstHumanResponseAt ?? state.lifecycle.firstHumanResponseAt,
      firstResponseElapsedMs: event.firstResponseElapsedMs ?? state.lifecycle.firstResponseElapsedMs,
      firstResponseBusinessMs: event.firstResponseBusinessMs ?? state.lifecycle.firstResponseBusinessMs,
    }),
  StageChanged: (state, event) => ({ ...state, stage: event.to, stageKind: event.toKind }),
  ReEngaged: (state, event) => ({ ...state, stage: event.to, stageKind: "OPEN" }),
  OwnerChanged: (state, event) => ({ ...state, ownerId: event.toId }),
  ConversionRecorded: (state, event) => ({
    ...state,
    contact: { ...state.contact, liveConversions: state.contact.liveConversions + 1 },
    conversions: [
      ...state.conversions,
      {
        id: event.conversionId,
        lifecycleId: event.lifecycleId,
        stageName: event.stageName,
        isRepeat: event.isRepeat,
        isAdditional: event.isAdditional,
        campaignId: event.campaignId,
        campaignName: event.campaignName,
        sourceId: event.sourceId,
        valueMinor: event.valueMinor,
        currency: event.currency,
        actorId: event.actorId,
        convertedAt: event.at,
        reversedAt: null,
      },
    ],
  }),
  ConversionVoided: (state, event) => ({
    ...state,
    contact: { ...state.contact, liveConversions: state.contact.liveConversions - 1 },
    conversions: state.conversions.filter((c) => c.id !== event.conversionId),
  }),
  ConversionReversed: (state, event) => ({
    ...state,
    conversions: state.conversions.map((c) => (c.id === event.conversionId ? { ...c, reversedAt: event.at } : c)),
  }),
  ContactMerged: (state, event) => ({
    ...state,
    contact: {
      id: event.contactId,
      systemTags: event.systemTags,
      memberTags: event.memberTags,
      liveConversions: event.liveConversions,
      doNotContactAt: event.doNotContactAt,
    },
  }),
  LeadMerged: (state, event) => ({
    ...withLifecycle(state, {
      number: event.lifecycleNumber,
      awaitingSince: event.awaitingSince,
      responseDueAt: event.responseDueAt,
    }),
    lifecycleCount: event.lifecycleCount,
    conversations: event.conversations,
    followUps: event.followUps,
    conversions: event.conversions,
    failedDeliveries: event.failedDeliveries,
  }),
  LeadAbsorbed: (state, event) => ({ ...state, mergedIntoId: event.survivingLeadId }),
  TagAdded: (state, event) =>
    withTags(state, event.origin, (tags) => (tags.includes(event.tag) ? tags : [...tags, event.tag])),
  TagRemoved: (state, event) => withTags(state, event.origin, (tags) => tags.filter((tag) => tag !== event.tag)),
  ContactOptedOut: (state, event) => ({
    ...state,
    contact: { ...state.contact, doNotContactAt: state.contact.doNotContactAt ?? event.at },
  }),
  ConversationStarted: (state, event) => ({
    ...state,
    conversations: [
      ...state.conversations,
      {
        id: event.conversationId,
        channel: event.channel,
        closedAt: null,
        closedByConversionId: null,
        unreadCount: 0,
        lastMessageAt: event.at,
        lastInboundAt: null,
        createdAt: event.at,
      },
    ],
  }),
  ConversationReopened: (state, event) =>
    withConversation(state, event.conversationId, { closedAt: null, closedByConversionId: null }),
  ConversationClosed: (state, event) => {
    const closed = withConversation(state, event.conversationId, {
      closedAt: event.at,
      closedByConversionId: event.conversionId,
      unreadCount: 0,
    });
    const endsWait = event.conversionId === null && !isAwaitedElsewhere(closed);
    return endsWait
      ? withLifecycle(closed, { awaitingSince: null, awaitingAtClose: null, responseDueAt: null })
      : closed;
  },
  ConversationRead: (state, event) => withConversation(state, event.conversationId, { unreadCount: event.unreadCount }),
  MessageReceived: (state, event) => {
    const before = state.conversations.find((c) => c.id === event.conversationId);
    const heard = withConversation(state, event.conversationId, {
      unreadCount: (before?.unreadCount ?? 0) + (event.isCounted ? 1 : 0),
      lastMessageAt: isFirst(before) ? event.sentAt : later(before?.lastMessageAt ?? null, event.sentAt),
      lastInboundAt: later(before?.lastInboundAt ?? null, event.sentAt),
    });
    const { lifecycle } = heard;
    return withLifecycle(heard, {
      ...(event.campaignId && event.isCounted
        ? { campaignId: event.campaignId, campaignName: event.campaignName }
        : {}),
      ...(event.isFromBeforeClose && isAfter(event.sentAt, lifecycle.lastHumanResponseAt)
        ? { awaitingAtClose: earlier(lifecycle.awaitingAtClose, event.sentAt) }
        : {}),
    });
  },
  MessageSent: (state, event) => {
    const before = state.conversations.find((c) => c.id === event.conversationId);
    return withConversation(state, event.conversationId, {
      lastMessageAt: later(before?.lastMessageAt ?? null, event.at),
    });
  },
  ResponseAwaited: (state, event) => withLifecycle(state, { awaitingSince: event.since, responseDueAt: event.dueAt }),
  ResponseTargetMissed: (state, event) => withLifecycle(state, { missedResponseDueAt: event.dueAt }),
  HumanResponded: (state, event) =>
    withLifecycle(state, {
      ...(event.isFirst
        ? {
            firstHumanResponseAt: event.respondedAt,
            firstResponseElapsedMs: event.elapsedMs,
            firstResponseBusinessMs: event.businessMs,
          }
        : {}),
      lastHumanResponseAt: later(state.lifecycle.lastHumanResponseAt, event.respondedAt),
      ...(isAfter(state.lifecycle.awaitingSince, event.respondedAt)
        ? {}
        : { awaitingSince: null, responseDueAt: null }),
    }),
  AcknowledgementSent: (state, event) =>
    state.lifecycle.id === event.lifecycleId
      ? withLifecycle(state, { acknowledgedAt: state.lifecycle.acknowledgedAt ?? event.at })
      : state,
  NoteAdded: unchanged,
  FollowUpScheduled: (state, event) => ({
    ...state,
    followUps: [
      ...state.followUps,
      {
        id: event.followUpId,
        dueAt: event.dueAt,
        assigneeId: event.assigneeId,
        status: "OPEN",
        cancelledByConversionId: null,
        createdAt: event.at,
      },
    ],
  }),
  FollowUpRescheduled: (state, event) => withFollowUp(state, event.followUpId, { dueAt: event.dueAt }),
  FollowUpReassigned: (state, event) => withFollowUp(state, event.followUpId, { assigneeId: event.toId }),
  FollowUpCompleted: (state, event) => withFollowUp(state, event.followUpId, { status: "DONE" }),
  FollowUpCancelled: (state, event) =>
    withFollowUp(state, event.followUpId, { status: "CANCELLED", cancelledByConversionId: event.conversionId }),
  FollowUpRestored: (state, event) =>
    withFollowUp(state, event.followUpId, { status: "OPEN", cancelledByConversionId: null }),
  DeliveryFailed: (state, event) => ({
    ...state,
    failedDeliveries: [
      ...withoutFailure(state, event.deliveryId).failedDeliveries,
      { id: event.deliveryId, failedAt: event.at },
    ],
  }),
  DeliveryRetried: (state, event) => withoutFailure(state, event.deliveryId),
  DeliveryDismissed: (state, event) => withoutFailure(state, event.deliveryId),
} satisfies Changes;

const withLifecycle = (state: LeadState, change: Partial<LifecycleState>): LeadState => ({
  ...state,
  lifecycle: { ...state.lifecycle, ...change },
});

const withConversation = (state: LeadState, id: string, change: Partial<ConversationState>): LeadState => ({
  ...state,
  conversations: state.conversations.map((c) => (c.id === id ? { ...c, ...change } : c)),
});

const withFollowUp = (state: LeadState, id: string, change: Partial<FollowUpState>): LeadState => ({
  ...state,
  followUps: state.followUps.map((f) => (f.id === id ? { ...f, ...change } : f)),
});

function withTags(
  state: LeadState,
  origin: "SYSTEM" | "MEMBER",
  change: (tags: readonly string[]) => readonly string[],
): LeadState {
  const { contact } = state;
  const next: ContactState =
    origin === "SYSTEM"
      ? { ...contact, systemTags: change(contact.systemTags) }
      : { ...contact, memberTags: change(contact.memberTags) };
  return { ...state, contact: next };
}

const withoutFailure = (state: LeadState, deliveryId: string): LeadState => ({
  ...state,
  failedDeliveries: state.failedDeliveries.filter((d) => d.id !== deliveryId),
});

/** A thread that is closed by hand ends its own wait, not that of a customer who wrote on another channel. */
function isAwaitedElsewhere({ lifecycle, conversations }: LeadState): boolean {
  const since = lifecycle.awaitingSince ?? lifecycle.awaitingAtClose;
  return (
    since !== null && conversations.some((c) => !c.closedAt && c.lastInboundAt !== null && c.lastInboundAt >= since)
  );
}

const isFirst = (conversation: ConversationState | undefined): boolean =>
  conversation !== undefined &&
  conversation.lastInboundAt === null &&
  conversation.lastMessageAt.getTime() === conversation.createdAt.getTime();

const later = (a: Date | null, b: Date): Date => (a !== null && a > b ? a : b);
const earlier = (a: Date | null, b: Date): Date => (a !== null && a < b ? a : b);
const isAfter = (a: Date | null, b: Date | null): boolean => a !== null && (b === null || a > b);
