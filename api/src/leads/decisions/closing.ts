import { Refusal } from "../../platform/errors.js";
import type { ConversionState, LeadState, LifecycleOutcome } from "../lead-state.js";
import { repeatLead, wonCustomer } from "../lead-state.js";
import { findStage } from "../pipeline-rules.js";
import type { Given, Story } from "./story.js";

export interface Value {
  readonly amountMinor: number;
  readonly currency: string;
}

/** The lead has just entered its WON stage: the ledger row, the tag, and everything that is closed with it. */
export function win(story: Story, stageName: string, value: Value | null, given: Given): void {
  const conversionId = recordConversion(story, stageName, value, false, given);
  closeLifecycle(story, "WON", null, conversionId);
}

/** A second sale while the lead stays in won: one more row of the ledger, and nothing else moves. */
export function sellAgain(story: Story, command: { value: Value | null }, given: Given): void {
  const { state } = story;
  if (state.stageKind !== "WON") {
    throw new Refusal("LEAD_NOT_WON", "The lead is not in won; move it there to record this win.", {}, ["leadId"]);
  }
  if (given.actor.role === "AGENT" && winOf(state)?.actorId !== given.actor.id) {
    throw new Refusal(
      "NOT_YOUR_CONVERSION",
      "Only who won it, a manager or an administrator may add a sale to this win.",
    );
  }
  recordConversion(story, findStage(given.rules, state.stage)?.name ?? state.stage, command.value, true, given);
}

function recordConversion(
  story: Story,
  stageName: string,
  value: Value | null,
  isAdditional: boolean,
  given: Given,
): string {
  const { lifecycle, contact } = story.state;
  const conversionId = given.newId();
  story.tell({
    kind: "ConversionRecorded",
    conversionId,
    lifecycleId: lifecycle.id,
    stageName,
    isRepeat: contact.liveConversions > 0,
    isAdditional,
    campaignId: lifecycle.campaignId,
    campaignName: lifecycle.campaignName,
    sourceId: lifecycle.sourceId,
    valueMinor: value?.amountMinor ?? null,
    currency: value?.currency ?? null,
    actorId: given.actor.id,
  });
  if (!contact.systemTags.includes(wonCustomer)) story.tell({ kind: "TagAdded", tag: wonCustomer, origin: "SYSTEM" });
  return conversionId;
}

/** Win, decline and spam end the pass: the threads close, nothing is unread, promises are cancelled. */
export function closeLifecycle(
  story: Story,
  outcome: LifecycleOutcome,
  reason: string | null,
  conversionId: string | null,
): void {
  const { id: lifecycleId, number } = story.state.lifecycle;
  story.tell({ kind: "LifecycleClosed", lifecycleId, number, outcome, reason });
  closeThreadsAndPromises(story, conversionId);
}

/** A thread that is closed already keeps what closed it, so that taking the win back opens only what the win had closed. */
export function closeThreadsAndPromises(story: Story, conversionId: string | null): void {
  for (const { id, closedAt, unreadCount } of story.state.conversations) {
    if (!closedAt) story.tell({ kind: "ConversationClosed", conversationId: id, conversionId });
    else if (unreadCount > 0) story.tell({ kind: "ConversationRead", conversationId: id, unreadCount: 0 });
  }
  for (const { id, status } of story.state.followUps) {
    if (status === "OPEN") story.tell({ kind: "FollowUpCancelled", followUpId: id, conversionId });
  }
}

/** Takes a win back as if it had never been; what it alone had earned goes with it. */
export function voidConversion(story: Story, conversionId: string, reason: string): void {
  story.tell({ kind: "ConversionVoided", conversionId, reason });
  const { contact } = story.state;
  if (contact.liveConversions > 0) return;
  for (const tag of [wonCustomer, repeatLead]) {
    if (contact.systemTags.includes(tag)) story.tell({ kind: "TagRemoved", tag, origin: "SYSTEM" });
  }
}

export const windowEnd = (conversion: { convertedAt: Date }, given: Pick<Given, "conversionVoidWindowMs">): Date =>
  new Date(conversion.convertedAt.getTime() + given.conversionVoidWindowMs);

/** The win that closed the present lifecycle, while it stands. */
export const winOf = ({ conversions, lifecycle }: LeadState): ConversionState | null =>
  conversions.find((c) => c.lifecycleId === lifecycle.id && !c.isAdditional) ?? null;

export function assertMayVoid(state: LeadState, conversion: ConversionState, given: Given, path: string[]): void {
  if (given.actor.role === "AGENT" && conversion.actorId !== given.actor.id) {
    throw new Refusal(
      "NOT_YOUR_CONVERSION",
      "Only the colleague who won it, a manager or an administrator may take this win back.",
    );
  }
  const newest = state.conversions.at(-1);
  if (newest && newest.id !== conversion.id) {
    throw new Refusal(
      "NOT_NEWEST_CONVERSION",
      "A later win of this lead stands; void that one first.",
      { newestConversionId: newest.id },
      path,
    );
  }
}
