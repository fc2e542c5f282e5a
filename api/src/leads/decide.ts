import { sellAgain, type Value } from "./decisions/closing.js";
import { completeFollowUp, type NewFollowUp, rescheduleFollowUp, scheduleFollowUp } from "./decisions/following-up.js";
import { absorb, type Union, unite } from "./decisions/merging.js";
import { type Move, move } from "./decisions/moving.js";
import { type Assignment, assign } from "./decisions/owning.js";
import { type Inbound, receive, receiveFirst } from "./decisions/receiving.js";
import {
  closeConversation,
  markRead,
  missResponse,
  type Reply,
  recordResponse,
  reply,
} from "./decisions/responding.js";
import { type Reverse, reverse } from "./decisions/reversing.js";
import { beginStory, type Given, type Story } from "./decisions/story.js";
import { type Void, voidByHand } from "./decisions/voiding.js";
import type { LeadEvent, ResponseKind } from "./events.js";
import type { LeadState } from "./lead-state.js";

/** Everything that can be asked of a lead, from whichever door it comes. */
interface Commands {
  RECEIVE_FIRST: Inbound;
  RECEIVE: Inbound;
  MOVE: Move;
  ASSIGN: Assignment;
  RECORD_ADDITIONAL_CONVERSION: { value: Value | null };
  VOID_CONVERSION: Void;
  REVERSE_CONVERSION: Reverse;
  REPLY: Reply;
  RECORD_RESPONSE: { by: Exclude<ResponseKind, "MESSAGE">; respondedAt: Date; noteId: string | null };
  ADD_NOTE: { noteId: string };
  CORRECT_ENQUIRY: { enquiryId: string; correctionId: string };
  CLOSE_CONVERSATION: { conversationId: string };
  MARK_READ: { conversationId: string; unreadCount: number };
  SCHEDULE_FOLLOW_UP: NewFollowUp;
  RESCHEDULE_FOLLOW_UP: { followUpId: string; dueAt: Date };
  COMPLETE_FOLLOW_UP: { followUpId: string };
  TAG: { tag: string };
  UNTAG: { tag: string };
  MISS_RESPONSE: Record<never, never>;
  UNITE: Union;
  ABSORB: { survivor: Pick<LeadState, "id" | "stageKind"> };
  ACKNOWLEDGE: { lifecycleId: string; deliveryId: string };
  FAIL_DELIVERY: { deliveryId: string };
  RETRY_DELIVERY: { deliveryId: string };
  DISMISS_DELIVERY: { deliveryId: string };
}

export type CommandKind = keyof Commands;
export type Command = { [Kind in CommandKind]: { readonly kind: Kind } & Readonly<Commands[Kind]> }[CommandKind];

export interface Decision {
  readonly events: readonly LeadEvent[];
  readonly state: LeadState;
}

/**
 * What a command does to a lead: the events in the order in which they happened and the state they lead to.
 * Throws a Refusal where a rule says no; then nothing has happened.
 */
export function decide(state: LeadState, command: Command, given: Given): Decision {
  const story = beginStory(state, given.now);
  const decider = deciders[command.kind] as (story: Story, command: Command, given: Given) => void;
  decider(story, command, given);
  return { events: story.events, state: story.state };
}

type Deciders = { [Kind in CommandKind]: (story: Story, command: Commands[Kind], given: Given) => void };

const deciders = {
  RECEIVE_FIRST: receiveFirst,
  RECEIVE: receive,
  MOVE: move,
  ASSIGN: assign,
  RECORD_ADDITIONAL_CONVERSION: sellAgain,
  VOID_CONVERSION: voidByHand,
  REVERSE_CONVERSION: reverse,
  REPLY: reply,
  RECORD_RESPONSE: recordResponse,
  ADD_NOTE: (story, { noteId }) => story.tell({ kind: "NoteAdded", noteId }),
  CORRECT_ENQUIRY: (story, { enquiryId, correctionId }) =>
    story.tell({ kind: "EnquiryCorrected", enquiryId, correctionId }),
  CLOSE_CONVERSATION: closeConversation,
  MARK_READ: markRead,
  SCHEDULE_FOLLOW_UP: scheduleFollowUp,
  RESCHEDULE_FOLLOW_UP: rescheduleFollowUp,
  COMPLETE_FOLLOW_UP: completeFollowUp,
  TAG: (story, { tag }) => {
    if (!story.state.contact.memberTags.includes(tag)) story.tell({ kind: "TagAdded", tag, origin: "MEMBER" });
  },
  UNTAG: (story, { tag }) => {
    if (story.state.contact.memberTags.includes(tag)) story.tell({ kind: "TagRemoved", tag, origin: "MEMBER" });
  },
  MISS_RESPONSE: missResponse,
  UNITE: unite,
  ABSORB: absorb,
  ACKNOWLEDGE: (story, { lifecycleId, deliveryId }) =>
    story.tell({ kind: "AcknowledgementSent", lifecycleId, deliveryId }),
  FAIL_DELIVERY: (story, { deliveryId }) => story.tell({ kind: "DeliveryFailed", deliveryId }),
  RETRY_DELIVERY: (story, { deliveryId }) => story.tell({ kind: "DeliveryRetried", deliveryId }),
  DISMISS_DELIVERY: (story, { deliveryId }) => story.tell({ kind: "DeliveryDismissed", deliveryId }),
} satisfies Deciders;
