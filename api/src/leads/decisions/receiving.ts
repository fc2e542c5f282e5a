import type { ChannelName } from "../../conversations/conversation.js";
import type { ConversationState, LeadState } from "../lead-state.js";
import { findStage, initialStage, type StageKind, type StageRule } from "../pipeline-rules.js";
import { winOf } from "./closing.js";
import { awaitResponse, isSentBefore, openLifecycle, tagReturn } from "./opening.js";
import { changeOwner } from "./owning.js";
import type { Given, Story } from "./story.js";

export interface CampaignTouch {
  readonly id: string;
  readonly name: string;
  readonly pipelineId: string | null;
  readonly returnStage: string | null;
  readonly isArchived: boolean;
  /** Its quick-reply button was pressed, which alone may choose the stage of a return. */
  readonly isPressed: boolean;
}

export interface Inbound {
  readonly messageId: string;
  readonly channel: ChannelName;
  /** The clock of this message: the provider's time, never in the future; for a form the time of its receipt. */
  readonly sentAt: Date;
  /** Whether that time is vouched for, so that it may be earlier than a win. */
  readonly isProviderTimed: boolean;
  readonly enquiry: { readonly id: string; readonly sourceId: string } | null;
  readonly campaign: CampaignTouch | null;
  readonly isOptOut: boolean;
  /** Why the present owner cannot keep a returning customer; null when they can. */
  readonly ownerUnavailable: string | null;
}

/** A person wrote: by message or by another enquiry, the same rules for both. */
export function receive(story: Story, inbound: Inbound, given: Given): void {
  const rule = inbound.isOptOut ? receiveOptOut : rules[story.state.stageKind];
  rule(story, inbound, given);
}

type Rule = (story: Story, inbound: Inbound, given: Given) => void;

const rules = {
  OPEN: hear,
  WON: receiveInWon,
  LOST: comeBack,
  SPAM: (story, inbound, given) => store(story, inbound, { isCounted: false, isFromBeforeClose: false }, given),
} satisfies Record<StageKind, Rule>;

function receiveInWon(story: Story, inbound: Inbound, given: Given): void {
  if (isFromBeforeWin(story.state, inbound)) store(story, inbound, { isCounted: true, isFromBeforeClose: true }, given);
  else if (isQuiet(story.state, inbound, given)) hear(story, inbound, given);
  else comeBack(story, inbound, given);
}

/** The first word of a new lead: its first lifecycle opens with it. */
export function receiveFirst(story: Story, inbound: Inbound, given: Given): void {
  const stage = initialStage(given.rules);
  const { contact, pipelineId, isTest } = story.state;
  story.tell({
    kind: "LeadCreated",
    contactId: contact.id,
    pipelineId,
    isTest,
    stage: stage.key,
    stageName: stage.name,
    stageKind: stage.kind,
  });
  openLifecycle(story, 1, openingOf(inbound), given);
  if (inbound.isOptOut) receiveOptOut(story, inbound, given);
  else hear(story, inbound, given);
}

const openingOf = (inbound: Inbound) => ({
  openedBy: inbound.enquiry ? ("ENQUIRY" as const) : ("MESSAGE" as const),
  openedAt: inbound.sentAt,
  sourceId: inbound.enquiry?.sourceId ?? null,
  campaign: inbound.campaign,
});

/** A counted word in a lead that is being worked on: it is unread, somebody waits, the thread is open. */
function hear(story: Story, inbound: Inbound, given: Given): void {
  const { id, closedAt } = threadOf(story, inbound.channel, given);
  if (closedAt) story.tell({ kind: "ConversationReopened", conversationId: id });
  tellReceived(story, inbound, id, { isCounted: true, isFromBeforeClose: false });
  // What was on its way while a colleague closed the thread is seen, but nobody was waiting since then.
  const isBehindClose = closedAt !== null && isSentBefore(inbound.sentAt, closedAt);
  if (!isBehindClose) awaitResponse(story, inbound.sentAt, given);
}

/** The customer returns: past wins stand, a new pass begins. Being late by ten minutes or ten months is the same. */
function comeBack(story: Story, inbound: Inbound, given: Given): void {
  const { state } = story;
  const { stage, unused } = returnStage(state, inbound.campaign, given);
  const from = findStage(given.rules, state.stage);
  story.tell({
    kind: "ReEngaged",
    from: state.stage,
    fromName: from?.name ?? state.stage,
    to: stage.key,
    toName: stage.name,
    isRepeat: state.contact.liveConversions > 0,
    campaignId: inbound.campaign?.id ?? null,
    campaignStageUnused: unused,
  });
  tagReturn(story);
  openLifecycle(story, state.lifecycleCount + 1, openingOf(inbound), given);
  if (state.ownerId && inbound.ownerUnavailable) changeOwner(story, null, inbound.ownerUnavailable);
  const { id: conversationId, closedAt, unreadCount } = threadOf(story, inbound.channel, given);
  if (closedAt) story.tell({ kind: "ConversationReopened", conversationId });
  // A word from before the win may still be unread here; the return itself is what counts from now on.
  if (unreadCount > 0) story.tell({ kind: "ConversationRead", conversationId, unreadCount: 0 });
  hear(story, inbound, given);
}

function returnStage(
  state: LeadState,
  campaign: CampaignTouch | null,
  given: Given,
): { stage: StageRule; unused: string | null } {
  const fallback = initialStage(given.rules);
  if (!campaign?.isPressed || !campaign.returnStage) return { stage: fallback, unused: null };
  const stage = findStage(given.rules, campaign.returnStage);
  if (campaign.isArchived) return { stage: fallback, unused: "the campaign is archived" };
  if (campaign.pipelineId && campaign.pipelineId !== state.pipelineId)
    return { stage: fallback, unused: "the campaign's stage is in another pipeline" };
  if (!stage || stage.isArchived) return { stage: fallback, unused: "the campaign's stage is archived" };
  if (stage.kind !== "OPEN") return { stage: fallback, unused: "the campaign's stage is not an open one" };
  return { stage, unused: null };
}

function isFromBeforeWin({ lifecycle }: LeadState, inbound: Inbound): boolean {
  return inbound.isProviderTimed && lifecycle.closedAt !== null && isSentBefore(inbound.sentAt, lifecycle.closedAt);
}

/** A word soon after a win, or after a second sale to it, is thanks and no new need. A form is never thanks. */
function isQuiet({ conversions }: LeadState, inbound: Inbound, given: Given): boolean {
  const newest = conversions.at(-1);
  // Without a quiet time nothing is quiet, not even a word whose time was cut to the very second of the win.
  if (inbound.enquiry || !newest || given.reEngagementQuietPeriodMs === 0) return false;
  return inbound.sentAt.getTime() < newest.convertedAt.getTime() + given.reEngagementQuietPeriodMs;
}

/** Stored and shown; a wish to be left alone opens nothing and asks for no answer. */
function receiveOptOut(story: Story, inbound: Inbound, given: Given): void {
  store(story, inbound, { isCounted: false, isFromBeforeClose: false }, given);
  if (!story.state.contact.doNotContactAt) story.tell({ kind: "ContactOptedOut", messageId: inbound.messageId });
}

interface Counting {
  readonly isCounted: boolean;
  readonly isFromBeforeClose: boolean;
}

function store(story: Story, inbound: Inbound, counting: Counting, given: Given): void {
  const isKnown = story.state.conversations.some((c) => c.channel === inbound.channel);
  const { id } = threadOf(story, inbound.channel, given);
  // A thread that begins behind a closed deal is closed like the others, and opens with them if the win is taken back.
  if (!isKnown && story.state.lifecycle.closedAt) {
    story.tell({ kind: "ConversationClosed", conversationId: id, conversionId: winOf(story.state)?.id ?? null });
  }
  tellReceived(story, inbound, id, counting);
}

function tellReceived(story: Story, inbound: Inbound, conversationId: string, counting: Counting): void {
  const { enquiry, campaign } = inbound;
  if (enquiry) {
    const { number } = story.state.lifecycle;
    story.tell({
      kind: "EnquiryReceived",
      enquiryId: enquiry.id,
      sourceId: enquiry.sourceId,
      channel: inbound.channel,
      lifecycleNumber: number,
    });
  }
  story.tell({
    kind: "MessageReceived",
    messageId: inbound.messageId,
    conversationId,
    sentAt: inbound.sentAt,
    enquiryId: enquiry?.id ?? null,
    campaignId: campaign?.id ?? null,
    campaignName: campaign?.name ?? null,
    ...counting,
  });
}

/** A lead has one thread on each channel, for ever. */
function threadOf(story: Story, channel: ChannelName, given: Given): ConversationState {
  const find = () => story.state.conversations.find((c) => c.channel === channel);
  if (!find()) story.tell({ kind: "ConversationStarted", conversationId: given.newId(), channel });
  const conversation = find();
  if (!conversation) throw new Error("A started conversation is in the state");
  return conversation;
}
