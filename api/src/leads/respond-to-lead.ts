import { Conversation } from "../conversations/conversation.js";
import { cleanText } from "../platform/clean-text.js";
import type { Context } from "../platform/context.js";
import { ApiError, badInput } from "../platform/errors.js";
import { newId } from "../platform/new-id.js";
import { payload } from "../platform/payload.js";
import { parseId, parseIdOrNull } from "../platform/scalars.js";
import { commandLead } from "./command-lead.js";
import { findRecord } from "./find-records.js";
import type { AddNoteInput, RecordResponseInput, SendMessageInput } from "./lead.inputs.js";
import { AddNotePayload, RecordResponsePayload, SendMessagePayload } from "./lead.payloads.js";

const longestText = 65_536;

/** A member writes to the contact: the first human response of the lifecycle, if nobody answered before. */
export async function sendMessage(ctx: Context, input: SendMessageInput): Promise<SendMessagePayload> {
  const text = textOf(input.text, ["input", "text"]);
  const askedId = parseIdOrNull(input.conversationId, ["input", "conversationId"]);
  const conversation = askedId ? await getConversation(ctx, askedId) : null;
  const leadId = conversation?.leadId ?? parseId(input.leadId ?? "", ["input", "leadId"]);
  const outcome = await commandLead(ctx, { operation: "sendMessage", leadId, input }, async ({ loaded, carryOut }) => {
    const latest = [...loaded.state.conversations].sort(
      (a, b) => b.lastMessageAt.getTime() - a.lastMessageAt.getTime(),
    )[0];
    const into = conversation?.id ?? latest?.id;
    if (!into) throw new ApiError("NOT_FOUND", "This lead has no conversation.");
    const messageId = newId();
    await carryOut({ kind: "REPLY", messageId, conversationId: into }, { messages: new Map([[messageId, { text }]]) });
    return { leadId, messageId };
  });
  return payload(SendMessagePayload, outcome);
}

/** A call or a meeting counts as a human response; the system was only told of it. */
export async function recordResponse(ctx: Context, input: RecordResponseInput): Promise<RecordResponsePayload> {
  const leadId = parseId(input.leadId, ["input", "leadId"]);
  const outcome = await commandLead(
    ctx,
    { operation: "recordResponse", leadId, input },
    async ({ loaded, carryOut }) => {
      const respondedAt = input.respondedAt ?? loaded.now;
      if (respondedAt > loaded.now) {
        throw badInput([
          {
            path: ["input", "respondedAt"],
            rule: "past",
            message: "A response cannot lie in the future; schedule a follow-up instead.",
          },
        ]);
      }
      const noteId = input.note?.trim() ? newId() : null;
      const notes = new Map(noteId ? [[noteId, cleanText(input.note ?? "")]] : []);
      await carryOut({ kind: "RECORD_RESPONSE", by: input.by, respondedAt, noteId }, { notes });
      return { leadId };
    },
  );
  return payload(RecordResponsePayload, outcome);
}

export async function addNote(ctx: Context, input: AddNoteInput): Promise<AddNotePayload> {
  const text = textOf(input.text, ["input", "text"]);
  const leadId = parseId(input.leadId, ["input", "leadId"]);
  const outcome = await commandLead(ctx, { operation: "addNote", leadId, input }, async ({ carryOut }) => {
    const noteId = newId();
    await carryOut({ kind: "ADD_NOTE", noteId }, { notes: new Map([[noteId, text]]) });
    return { leadId, noteId };
  });
  return payload(AddNotePayload, outcome);
}

export async function getConversation(ctx: Context, id: string): Promise<Conversation> {
  const conversation = await findRecord(ctx, Conversation, id);
  if (!conversation) throw new ApiError("NOT_FOUND", "There is no conversation with this id.");
  return conversation;
}

function textOf(raw: string, path: string[]): string {
  const text = cleanText(raw);
  if (!text.trim()) throw badInput([{ path, rule: "required", message: "Write something." }]);
  if (text.length > longestText)
    throw badInput([{ path, rule: "length", message: `At most ${longestText} characters; this has ${text.length}.` }]);
  return text;
}
