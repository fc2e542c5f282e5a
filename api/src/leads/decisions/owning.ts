import { Refusal } from "../../platform/errors.js";
import type { LeadState } from "../lead-state.js";
import type { Given, Story } from "./story.js";

export interface Assignment {
  readonly memberId: string | null;
  readonly reason: string | null;
}

export function assign(story: Story, command: Assignment, given: Given): void {
  const { ownerId } = story.state;
  if (ownerId === command.memberId) return;
  if (given.actor.role === "AGENT") assertAgentMay(story.state, command, given);
  changeOwner(story, command.memberId, command.reason);
}

/** An agent takes what is free and gives back what is theirs; everything else is a manager's decision. */
function assertAgentMay({ id: leadId, ownerId }: LeadState, command: Assignment, given: Given): void {
  const self = given.actor.id;
  if (command.memberId === self && ownerId !== null) {
    throw new Refusal("ALREADY_CLAIMED", "A colleague was faster: the lead has an owner.", { leadId }, ["leadId"]);
  }
  if (command.memberId !== self && !(command.memberId === null && ownerId === self)) {
    throw new Refusal(
      "ASSIGNMENT_NOT_ALLOWED",
      "An agent may claim a free lead or release an own one; ask a manager for anything else.",
      {},
      ["memberId"],
    );
  }
}

/** Promises go with the lead: those of the old owner are the new owner's now, also those that a void may bring back. */
export function changeOwner(story: Story, toId: string | null, reason: string | null): void {
  const fromId = story.state.ownerId;
  story.tell({ kind: "OwnerChanged", fromId, toId, reason });
  for (const { id, status, cancelledByConversionId, assigneeId } of story.state.followUps) {
    const isPromised = status === "OPEN" || cancelledByConversionId !== null;
    if (isPromised && assigneeId === fromId) story.tell({ kind: "FollowUpReassigned", followUpId: id, fromId, toId });
  }
}
