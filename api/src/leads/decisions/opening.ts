import type { LifecycleOpening } from "../lead-state.js";
import { repeatLead } from "../lead-state.js";
import type { Given, Story } from "./story.js";

export interface Opening {
  readonly openedBy: LifecycleOpening;
  readonly openedAt: Date;
  readonly sourceId: string | null;
  readonly campaign: { readonly id: string; readonly name: string } | null;
}

export function openLifecycle(story: Story, number: number, opening: Opening, given: Given): void {
  const { awaitingSince: since, responseDueAt: dueAt } = story.state.lifecycle;
  story.tell({
    kind: "LifecycleOpened",
    lifecycleId: given.newId(),
    number,
    openedBy: opening.openedBy,
    openedAt: opening.openedAt,
    sourceId: opening.sourceId,
    isRepeat: story.state.contact.liveConversions > 0,
    campaignId: opening.campaign?.id ?? null,
    campaignName: opening.campaign?.name ?? null,
  });
  // Who wrote in the quiet time after a win and has no answer yet still waits, with the promise that was made then.
  if (since && dueAt) story.tell({ kind: "ResponseAwaited", since, dueAt });
}

/** A customer with a live win who comes back wears the tag, once. */
export function tagReturn(story: Story): void {
  const { contact } = story.state;
  if (contact.liveConversions > 0 && !contact.systemTags.includes(repeatLead)) {
    story.tell({ kind: "TagAdded", tag: repeatLead, origin: "SYSTEM" });
  }
}

/** Somebody waits from the first inbound that nobody has answered yet; a later one does not restart the clock. */
export function awaitResponse(story: Story, since: Date, given: Given): void {
  const { awaitingSince, lastHumanResponseAt, closedAt } = story.state.lifecycle;
  const isAnswered = lastHumanResponseAt !== null && since <= lastHumanResponseAt;
  const isPast = closedAt !== null && isSentBefore(since, closedAt);
  if (isAnswered || isPast || (awaitingSince && awaitingSince <= since)) return;
  story.tell({ kind: "ResponseAwaited", since, dueAt: given.responseDueAt(since) });
}

/** Providers cut their times to the second, so our time is cut too before the two are compared. */
export const isSentBefore = (sentAt: Date, at: Date): boolean =>
  sentAt.getTime() < Math.floor(at.getTime() / 1000) * 1000;
