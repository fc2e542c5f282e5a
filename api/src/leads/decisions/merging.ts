import type { ContactState, ConversationState, ConversionState, FollowUpState, LeadState } from "../lead-state.js";
import { repeatLead, wonCustomer } from "../lead-state.js";
import type { Given, Story } from "./story.js";

/** One person out of two. That two first wins are now a first and a second says nothing about a customer's return. */
export function uniteContacts(survivor: ContactState, merged: ContactState): ContactState {
  const liveConversions = survivor.liveConversions + merged.liveConversions;
  const systemTags = [...survivor.systemTags, ...merged.systemTags];
  const times = [survivor.doNotContactAt, merged.doNotContactAt].filter((time) => time !== null);
  return {
    id: survivor.id,
    systemTags:
      liveConversions > 0
        ? unique([...systemTags, wonCustomer])
        : unique(systemTags).filter((tag) => tag !== wonCustomer && tag !== repeatLead),
    memberTags: unique([...survivor.memberTags, ...merged.memberTags]),
    liveConversions,
    // Whoever asked to be left alone under one address asked it as a person.
    doNotContactAt: times.toSorted((a, b) => a.getTime() - b.getTime())[0] ?? null,
  };
}

const unique = (tags: readonly string[]): string[] => [...new Set(tags)];

/** The lead ends here: its pass is over, and what it had goes to the other one. */
export function absorb(story: Story, { survivor }: { survivor: Pick<LeadState, "id" | "stageKind"> }): void {
  const { id: lifecycleId, number, closedAt } = story.state.lifecycle;
  if (!closedAt) story.tell({ kind: "LifecycleClosed", lifecycleId, number, outcome: "MERGED", reason: null });
  for (const { id, status } of story.state.followUps) {
    // Nobody would keep a promise on a deal that is closed.
    if (status === "OPEN" && survivor.stageKind !== "OPEN") {
      story.tell({ kind: "FollowUpCancelled", followUpId: id, conversionId: null });
    }
  }
  story.tell({ kind: "LeadAbsorbed", survivingLeadId: survivor.id });
}

export interface Union {
  readonly contact: ContactState;
  readonly mergedContactId: string;
  /** The other lead in the same pipeline, where there was one, and where its passes leave the present one. */
  readonly absorbed: {
    /** As it was, and as it ended. */
    readonly before: LeadState;
    readonly state: LeadState;
    readonly lifecycleNumber: number;
    readonly lifecycleCount: number;
  } | null;
}

/** The lead goes on, for the united person and with what the absorbed lead had. */
export function unite(story: Story, { contact, mergedContactId, absorbed }: Union, given: Given): void {
  const { id: contactId, ...known } = contact;
  story.tell({ kind: "ContactMerged", contactId, mergedContactId, ...known });
  if (!absorbed) return;
  const own = story.state;
  const other = absorbed.state;
  story.tell({
    kind: "LeadMerged",
    absorbedLeadId: other.id,
    lifecycleNumber: absorbed.lifecycleNumber,
    lifecycleCount: absorbed.lifecycleCount,
    ...longerWait(own, absorbed.before),
    conversations: threadsOf(own, other, given.now).map(threadAlone),
    followUps: [...own.followUps, ...other.followUps.filter(isStillPromised)].map(promiseAlone),
    conversions: [...own.conversions, ...other.conversions]
      .toSorted((a, b) => a.convertedAt.getTime() - b.convertedAt.getTime() || (a.id < b.id ? -1 : 1))
      .map(winAlone),
    failedDeliveries: [...own.failedDeliveries, ...other.failedDeliveries].toSorted(
      (a, b) => a.failedAt.getTime() - b.failedAt.getTime(),
    ),
  });
}

// A state may have been read from rows, which say more than a state does; history keeps what the state is made of.
const threadAlone = (thread: ConversationState): ConversationState => {
  const { id, channel, closedAt, closedByConversionId, unreadCount, lastMessageAt, lastInboundAt, createdAt } = thread;
  return { id, channel, closedAt, closedByConversionId, unreadCount, lastMessageAt, lastInboundAt, createdAt };
};
const promiseAlone = ({
  id,
  dueAt,
  assigneeId,
  status,
  cancelledByConversionId,
  createdAt,
}: FollowUpState): FollowUpState => ({
  ...{ id, dueAt, assigneeId, status, cancelledByConversionId, createdAt },
});
const winAlone = (win: ConversionState): ConversionState => {
  const { id, lifecycleId, stageName, isRepeat, isAdditional, campaignId, campaignName, sourceId } = win;
  const { valueMinor, currency, actorId, convertedAt, reversedAt } = win;
  return {
    ...{ id, lifecycleId, stageName, isRepeat, isAdditional, campaignId, campaignName, sourceId },
    ...{ valueMinor, currency, actorId, convertedAt, reversedAt },
  };
};

const isStillPromised = (followUp: LeadState["followUps"][number]): boolean =>
  followUp.status === "OPEN" || followUp.cancelledByConversionId !== null;

/** In an open deal the person waits since whichever wait began first. */
function longerWait({ lifecycle: own, stageKind }: LeadState, { lifecycle: other }: LeadState) {
  const isLonger =
    stageKind === "OPEN" &&
    other.awaitingSince !== null &&
    (own.awaitingSince === null || other.awaitingSince < own.awaitingSince);
  const { awaitingSince, responseDueAt } = isLonger ? other : own;
  return { awaitingSince, responseDueAt };
}

/** One thread on each channel: open in an open deal if either was, with everything unread still unread. */
function threadsOf(own: LeadState, other: LeadState, now: Date): ConversationState[] {
  const isOpen = own.stageKind === "OPEN";
  const joined = own.conversations.map((thread) => {
    const twin = other.conversations.find(({ channel }) => channel === thread.channel);
    return twin ? joinThreads(thread, twin, isOpen) : thread;
  });
  const added = other.conversations
    .filter(({ channel }) => !own.conversations.some((thread) => thread.channel === channel))
    .map((thread) => (isOpen ? thread : { ...thread, closedAt: thread.closedAt ?? now }));
  return [...joined, ...added];
}

function joinThreads(own: ConversationState, twin: ConversationState, isOpen: boolean): ConversationState {
  const stays = own.closedAt !== null && (!isOpen || twin.closedAt !== null);
  return {
    ...own,
    closedAt: stays ? own.closedAt : null,
    closedByConversionId: stays ? own.closedByConversionId : null,
    unreadCount: own.unreadCount + twin.unreadCount,
    lastMessageAt: later(own.lastMessageAt, twin.lastMessageAt),
    lastInboundAt:
      own.lastInboundAt && twin.lastInboundAt
        ? later(own.lastInboundAt, twin.lastInboundAt)
        : (own.lastInboundAt ?? twin.lastInboundAt),
  };
}

const later = (a: Date, b: Date): Date => (a > b ? a : b);
