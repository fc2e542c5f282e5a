import { ApiError } from "../../platform/errors.js";
import type { ResponseKind } from "../events.js";
import type { LeadState } from "../lead-state.js";
import { awaitResponse } from "./opening.js";
import type { Given, Story } from "./story.js";

export interface Reply {
  readonly messageId: string;
  readonly conversationId: string;
}

/** A colleague writes to the customer in public. */
export function reply(story: Story, command: Reply, given: Given): void {
  conversationOf(story, command.conversationId);
  story.tell({ kind: "MessageSent", messageId: command.messageId, conversationId: command.conversationId });
  respond(story, "MESSAGE", command.messageId, given.now, given);
}

/** A call or a meeting that took place outside, told by the colleague who held it. */
export function recordResponse(
  story: Story,
  command: { by: Exclude<ResponseKind, "MESSAGE">; respondedAt: Date; noteId: string | null },
  given: Given,
): void {
  if (command.noteId) story.tell({ kind: "NoteAdded", noteId: command.noteId });
  respond(story, command.by, null, command.respondedAt, given);
}

function respond(story: Story, by: ResponseKind, messageId: string | null, respondedAt: Date, given: Given): void {
  const { id: lifecycleId, openedAt, closedAt, firstHumanResponseAt, awaitingSince } = story.state.lifecycle;
  // A call may be told after the win that it led to; what counts is when it took place.
  const isInside = respondedAt >= openedAt && (closedAt === null || respondedAt <= closedAt);
  const isFirst = firstHumanResponseAt === null && isInside;
  story.tell({
    kind: "HumanResponded",
    lifecycleId,
    by,
    messageId,
    respondedAt,
    isFirst,
    elapsedMs: isFirst ? respondedAt.getTime() - openedAt.getTime() : null,
    businessMs: isFirst ? given.businessMsBetween(openedAt, respondedAt) : null,
  });
  if (!awaitingSince || story.state.lifecycle.awaitingSince) return;
  const unanswered = oldestAfter(story.state, respondedAt);
  if (unanswered) awaitResponse(story, unanswered, given);
}

/** The threads know only their latest word, which is enough not to forget who wrote after a call that is told late. */
function oldestAfter({ conversations }: LeadState, respondedAt: Date): Date | null {
  const times = conversations.flatMap((c) =>
    !c.closedAt && c.lastInboundAt && c.lastInboundAt > respondedAt ? [c.lastInboundAt] : [],
  );
  return times.toSorted((a, b) => a.getTime() - b.getTime())[0] ?? null;
}

/** The promised time has passed unanswered; each promise is missed once. */
export function missResponse(story: Story, _command: object, given: Given): void {
  const { awaitingSince: since, responseDueAt: dueAt, missedResponseDueAt: missed } = story.state.lifecycle;
  if (!since || !dueAt || dueAt > given.now || missed?.getTime() === dueAt.getTime()) return;
  story.tell({ kind: "ResponseTargetMissed", since, dueAt });
}

export function closeConversation(story: Story, command: { conversationId: string }): void {
  const conversation = conversationOf(story, command.conversationId);
  if (!conversation.closedAt)
    story.tell({ kind: "ConversationClosed", conversationId: conversation.id, conversionId: null });
}

/** `unreadCount` is what came after the message that was read last. */
export function markRead(story: Story, command: { conversationId: string; unreadCount: number }): void {
  const conversation = conversationOf(story, command.conversationId);
  const unreadCount = Math.min(conversation.unreadCount, command.unreadCount);
  if (unreadCount < conversation.unreadCount)
    story.tell({ kind: "ConversationRead", conversationId: conversation.id, unreadCount });
}

function conversationOf(story: Story, id: string) {
  const conversation = story.state.conversations.find((c) => c.id === id);
  if (!conversation) throw new ApiError("NOT_FOUND", "There is no conversation with this id.");
  return conversation;
}
