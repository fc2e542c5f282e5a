import { Refusal } from "../../platform/errors.js";
import type { MoveCause } from "../events.js";
import type { ConversionState, LeadState } from "../lead-state.js";
import { findStage, findTransition, mayMake, movesFrom, type Requirement, type StageRule } from "../pipeline-rules.js";
import {
  assertMayVoid,
  closeLifecycle,
  closeThreadsAndPromises,
  type Value,
  voidConversion,
  win,
  windowEnd,
  winOf,
} from "./closing.js";
import { type NewFollowUp, restoreFollowUps, scheduleFollowUp } from "./following-up.js";
import { openLifecycle, tagReturn } from "./opening.js";
import type { Given, Story } from "./story.js";

export interface Move {
  readonly toStage: string;
  readonly reason: string | null;
  readonly cause: MoveCause | null;
  readonly followUp: NewFollowUp | null;
  readonly value: Value | null;
}

/** A person moves the lead. The system's own moves (a customer who returns) are not in the table and do not pass here. */
export function move(story: Story, command: Move, given: Given): void {
  const { state } = story;
  if (command.toStage === state.stage) return;
  const to = findStage(given.rules, command.toStage);
  const isNewNeed = state.stageKind === "WON" && command.cause === "NEW_NEED";
  const needs = isNewNeed ? needsForNewNeed(to) : needsInTable(state, to, given);
  if (!to || !needs) throw notAllowed(state, command.toStage, isNewNeed, given);

  const correction = state.stageKind === "WON" && !isNewNeed ? correctableWin(state, given) : null;
  assertRequirements(state, needs, to, command, correction, given);
  if (correction) assertMayVoid(state, correction, given, ["toStage"]);

  const cause = state.stageKind === "WON" ? command.cause : null;
  changeStage(story, to, { ...command, cause: correction ? "CORRECTION" : cause }, given);
  if (correction) correct(story, correction, to, command, given);
  else settle(story, state, to, command, isNewNeed, given);

  if (command.followUp) scheduleFollowUp(story, command.followUp, given);
  else if (needs.includes("FOLLOW_UP")) promiseDefault(story, given);
}

const needsForNewNeed = (to: StageRule | null): readonly Requirement[] | null =>
  to?.kind === "OPEN" && !to.isArchived ? [] : null;

/** What the table asks for this move; null where it does not list it for this role. */
function needsInTable(state: LeadState, to: StageRule | null, given: Given): readonly Requirement[] | null {
  const transition = to && !to.isArchived ? findTransition(given.rules, state.stage, to.key) : null;
  return transition && mayMake(transition, given.actor.role) ? (transition.needs ?? []) : null;
}

function changeStage(story: Story, to: StageRule, { reason, cause }: Move, given: Given): void {
  const { stage: from } = story.state;
  const fromName = findStage(given.rules, from)?.name ?? from;
  story.tell({ kind: "StageChanged", from, fromName, to: to.key, toName: to.name, toKind: to.kind, reason, cause });
}

/** What entering a stage brings, where no win is taken back. A closed lifecycle is history: who goes on begins a new one. */
function settle(story: Story, before: LeadState, to: StageRule, command: Move, isNewNeed: boolean, given: Given): void {
  const wasOpen = before.stageKind === "OPEN";
  if (to.kind === "OPEN" || to.kind === "WON") {
    if (!wasOpen) openAnew(story, before, isNewNeed, given);
    if (to.kind === "WON") win(story, to.name, command.value, given);
  } else if (wasOpen) closeLifecycle(story, to.kind, command.reason, null);
  else closeThreadsAndPromises(story, null);
}

/** The win that leaving the stage now would take back: this lifecycle's, while its window is open. */
function correctableWin(state: LeadState, given: Given): ConversionState | null {
  const win = winOf(state);
  return win && !win.reversedAt && given.now < windowEnd(win, given) ? win : null;
}

/** A mistaken win: insights are as if it never was. */
function correct(story: Story, conversion: ConversionState, to: StageRule, command: Move, given: Given): void {
  voidConversion(story, conversion.id, command.reason ?? `Moved to ${to.name}`);
  if (to.kind === "LOST" || to.kind === "SPAM") closeLifecycle(story, to.kind, command.reason, null);
  else goOn(story, conversion.id, given);
}

/** The lifecycle goes on where the mistaken win had stopped it. */
function goOn(story: Story, conversionId: string, given: Given): void {
  const { id: lifecycleId, number } = story.state.lifecycle;
  const awaitingSince = waitAfterVoid(story.state);
  const responseDueAt = awaitingSince && given.responseDueAt(awaitingSince);
  const first = firstResponseAfterVoid(story.state, given);
  story.tell({ kind: "LifecycleReopened", lifecycleId, number, awaitingSince, responseDueAt, ...first });
  for (const { id, closedByConversionId } of story.state.conversations) {
    if (closedByConversionId === conversionId) story.tell({ kind: "ConversationReopened", conversationId: id });
  }
  restoreFollowUps(story, conversionId);
}

function waitAfterVoid({ lifecycle }: LeadState): Date | null {
  const { awaitingAtClose, awaitingSince, lastHumanResponseAt } = lifecycle;
  const waits = [awaitingAtClose, awaitingSince].filter(
    (at): at is Date => at !== null && (!lastHumanResponseAt || at > lastHumanResponseAt),
  );
  return waits.length > 0 ? new Date(Math.min(...waits.map((at) => at.getTime()))) : null;
}

/** The first answer to a customer may have come while the lead was won by mistake. */
function firstResponseAfterVoid({ lifecycle }: LeadState, given: Given) {
  const { openedAt, firstHumanResponseAt, lastHumanResponseAt: answeredAt } = lifecycle;
  if (firstHumanResponseAt || !answeredAt || answeredAt < openedAt) return {};
  return {
    firstHumanResponseAt: answeredAt,
    firstResponseElapsedMs: answeredAt.getTime() - openedAt.getTime(),
    firstResponseBusinessMs: given.businessMsBetween(openedAt, answeredAt),
  };
}

function openAnew(story: Story, before: LeadState, isNewNeed: boolean, given: Given): void {
  if (isNewNeed) tagReturn(story);
  openLifecycle(
    story,
    before.lifecycleCount + 1,
    { openedBy: isNewNeed ? "NEW_NEED" : "STAGE_MOVE", openedAt: given.now, sourceId: null, campaign: null },
    given,
  );
  const latest = isNewNeed ? latestConversation(story.state) : null;
  if (latest?.closedAt) story.tell({ kind: "ConversationReopened", conversationId: latest.id });
}

const latestConversation = ({ conversations }: LeadState) =>
  [...conversations].sort((a, b) => b.lastMessageAt.getTime() - a.lastMessageAt.getTime())[0] ?? null;

function promiseDefault(story: Story, given: Given): void {
  if (hasOpenFollowUp(story.state) || given.followUpDefaultMs === null) return;
  const dueAt = new Date(given.now.getTime() + given.followUpDefaultMs);
  scheduleFollowUp(story, { followUpId: given.newId(), dueAt, assigneeId: null }, given);
}

const hasOpenFollowUp = (state: LeadState): boolean => state.followUps.some((f) => f.status === "OPEN");

function assertRequirements(
  state: LeadState,
  needs: readonly Requirement[],
  to: StageRule,
  command: Move,
  correction: ConversionState | null,
  given: Given,
): void {
  if (needs.includes("REASON") && !command.reason) {
    throw new Refusal("REASON_REQUIRED", `Say why the lead moves to ${to.key}.`, {}, ["reason"]);
  }
  const willBePromised = command.followUp !== null || given.followUpDefaultMs !== null;
  if (needs.includes("FOLLOW_UP") && !willBePromised && !keepsPromise(state, to, correction)) {
    throw new Refusal("FOLLOW_UP_REQUIRED", `Promise a next action with followUp to move the lead to ${to.key}.`, {}, [
      "followUp",
    ]);
  }
  if (needs.includes("OWNER") && !state.ownerId) {
    throw new Refusal("OWNER_REQUIRED", `Give the lead an owner before it moves to ${to.key}.`);
  }
}

/** An open promise is kept, or one comes back with the win that had cancelled it; a stage that closes cancels both. */
const keepsPromise = (state: LeadState, to: StageRule, correction: ConversionState | null): boolean =>
  to.kind === "OPEN" &&
  (hasOpenFollowUp(state) ||
    (correction !== null && state.followUps.some((f) => f.cancelledByConversionId === correction.id)));

function notAllowed(state: LeadState, to: string, isNewNeed: boolean, given: Given): Refusal {
  const moves = movesFrom(given.rules, state.stage, given.actor.role).map((m) => m.to);
  const openStages = given.rules.stages.filter((s) => s.kind === "OPEN" && !s.isArchived);
  const allowed = (isNewNeed ? openStages : moves).map((stage) => stage.key);
  const choices = allowed.length > 0 ? `to ${allowed.join(", ")}` : "nowhere";
  const message = `A lead in ${state.stage} cannot move to ${to}${isNewNeed ? " for a new need" : ""}; it may move ${choices}.`;
  return new Refusal("TRANSITION_NOT_ALLOWED", message, { from: state.stage, to, allowed }, ["toStage"]);
}
