import { ApiError } from "../../platform/errors.js";
import type { FollowUpState, LeadState } from "../lead-state.js";
import type { Given, Story } from "./story.js";

export interface NewFollowUp {
  readonly followUpId: string;
  readonly dueAt: Date;
  readonly assigneeId: string | null;
}

/** Whoever is named, else the lead's owner, else the colleague who promises it. */
export function scheduleFollowUp(story: Story, command: NewFollowUp, given: Given): void {
  const self = given.actor.kind === "MEMBER" ? given.actor.id : null;
  const assigneeId = command.assigneeId ?? story.state.ownerId ?? self;
  story.tell({ kind: "FollowUpScheduled", followUpId: command.followUpId, dueAt: command.dueAt, assigneeId });
}

export function rescheduleFollowUp(story: Story, command: { followUpId: string; dueAt: Date }): void {
  const followUp = openFollowUp(story.state, command.followUpId);
  if (followUp.dueAt.getTime() === command.dueAt.getTime()) return;
  story.tell({ kind: "FollowUpRescheduled", followUpId: followUp.id, dueAt: command.dueAt });
}

/** Done twice is done once. */
export function completeFollowUp(story: Story, command: { followUpId: string }): void {
  const followUp = story.state.followUps.find((f) => f.id === command.followUpId);
  if (followUp?.status === "OPEN") story.tell({ kind: "FollowUpCompleted", followUpId: followUp.id });
}

/** Promises that a win had cancelled are to be kept after all once it is taken back. */
export function restoreFollowUps(story: Story, conversionId: string): void {
  for (const { id, cancelledByConversionId } of story.state.followUps) {
    if (cancelledByConversionId === conversionId) story.tell({ kind: "FollowUpRestored", followUpId: id });
  }
}

function openFollowUp(state: LeadState, id: string): FollowUpState {
  const followUp = state.followUps.find((f) => f.id === id && f.status === "OPEN");
  if (!followUp) throw new ApiError("NOT_FOUND", "There is no open follow-up with this id.");
  return followUp;
}
