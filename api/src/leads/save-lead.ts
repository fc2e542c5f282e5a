import type { EntityManager } from "typeorm";
import { Conversation } from "../conversations/conversation.js";
import { Message } from "../conversations/message.js";
import { Note } from "../conversations/note.js";
import { Conversion } from "../conversions/conversion.js";
import { Reversal } from "../conversions/reversal.js";
import { FollowUp } from "../follow-ups/follow-up.js";
import { rows, sql, write } from "../platform/sql.js";
import type { Actor, LeadEvent, LeadEventKind } from "./events.js";
import { Lead } from "./lead.js";
import type { LeadState } from "./lead-state.js";
import { Lifecycle } from "./lifecycle.js";

export interface Saving {
  readonly merchantId: string;
  /** Null for a lead that is new. */
  readonly before: LeadState | null;
  readonly after: LeadState;
  readonly events: readonly LeadEvent[];
  readonly row: {
    readonly version: number;
    readonly historyLength: number;
    readonly createdAt: Date;
    readonly updatedAt: Date;
  };
  readonly actor: Actor;
  readonly now: Date;
  readonly words: Words;
}

/** People's text, by the id of what carries it: it is no part of an event, since it must be erasable. */
export interface Words {
  readonly messages?: ReadonlyMap<string, MessageWords>;
  readonly notes?: ReadonlyMap<string, string>;
  readonly followUpNotes?: ReadonlyMap<string, string>;
}

export interface MessageWords {
  readonly text: string | null;
  readonly externalKey?: string | null;
  readonly quickReplyPayload?: string | null;
}

/** Writes the difference between two states of a lead, so that the rows are what the events say and nothing else. */
export async function saveLead(em: EntityManager, saving: Saving): Promise<Lead> {
  const lead = await saveRow(em, saving);
  await saveContact(em, saving);
  await saveLifecycle(em, saving);
  await saveConversations(em, saving);
  await saveMessages(em, saving);
  await saveNotes(em, saving);
  await saveConversions(em, saving);
  await saveReversals(em, saving);
  await saveFollowUps(em, saving);
  return lead;
}

// What becomes of mails is told beside the lead: a failed one, or one that arrived, leaves the lead as it was.
const besideLead: readonly LeadEventKind[] = [
  "AcknowledgementSent",
  "DeliveryFailed",
  "DeliveryRetried",
  "DeliveryDismissed",
];

export const touchesLead = (events: readonly LeadEvent[]): boolean =>
  events.some(({ kind }) => !besideLead.includes(kind));

async function saveRow(em: EntityManager, { merchantId, after, row, events, now }: Saving): Promise<Lead> {
  const lead: Lead = {
    id: after.id,
    merchantId,
    contactId: after.contact.id,
    pipelineId: after.pipelineId,
    isTest: after.isTest,
    stage: after.stage,
    stageKind: after.stageKind,
    ownerId: after.ownerId,
    version: row.version + (touchesLead(events) ? 1 : 0),
    historyLength: row.historyLength + events.length,
    currentLifecycleId: after.lifecycle.id,
    mergedIntoId: after.mergedIntoId,
    createdAt: row.createdAt,
    updatedAt: touchesLead(events) ? now : row.updatedAt,
  };
  await write(em, Lead, [lead], { update: row.version > 0 });
  return lead;
}

async function saveContact(em: EntityManager, { before, after }: Saving): Promise<void> {
  const { id, systemTags, memberTags, doNotContactAt } = after.contact;
  if (
    before?.contact.systemTags === systemTags &&
    before.contact.memberTags === memberTags &&
    before.contact.doNotContactAt === doNotContactAt
  )
    return;
  if (!before && systemTags.length === 0 && memberTags.length === 0 && !doNotContactAt) return;
  await rows(
    em,
    sql`UPDATE contacts SET system_tags = ${systemTags}, member_tags = ${memberTags}, do_not_contact_at = ${doNotContactAt} WHERE id = ${id}`,
  );
}

async function saveLifecycle(em: EntityManager, { merchantId, before, after, events }: Saving): Promise<void> {
  await saveLateAcknowledgements(em, after, events);
  if (before?.lifecycle === after.lifecycle) return;
  await write(em, Lifecycle, [{ ...after.lifecycle, merchantId, leadId: after.id }], {
    update: before?.lifecycle.id === after.lifecycle.id,
  });
}

/** A state knows only the present pass; a mail that was retried for days may answer the enquiry of an earlier one. */
async function saveLateAcknowledgements(
  em: EntityManager,
  { lifecycle }: LeadState,
  events: readonly LeadEvent[],
): Promise<void> {
  for (const event of events) {
    if (event.kind !== "AcknowledgementSent" || event.lifecycleId === lifecycle.id) continue;
    await rows(
      em,
      sql`UPDATE lifecycles SET acknowledged_at = coalesce(acknowledged_at, ${event.at}) WHERE id = ${event.lifecycleId}`,
    );
  }
}

async function saveConversations(em: EntityManager, { merchantId, before, after }: Saving): Promise<void> {
  const changed = changedIn(before?.conversations, after.conversations);
  const values = changed.map((c) => ({ ...c, merchantId, leadId: after.id, isTest: after.isTest }));
  await write(em, Conversation, values, { update: true });
}

async function saveMessages(
  em: EntityManager,
  { merchantId, after, events, actor, now, words }: Saving,
): Promise<void> {
  for (const event of events) {
    if (event.kind !== "MessageReceived" && event.kind !== "MessageSent") continue;
    const { messageId: id, conversationId } = event;
    const { text = null, externalKey = null, quickReplyPayload = null } = words.messages?.get(id) ?? {};
    const message = {
      id,
      merchantId,
      conversationId,
      leadId: after.id,
      text,
      externalKey,
      quickReplyPayload,
      receivedAt: now,
    };
    const inbound = event.kind === "MessageReceived";
    await write(em, Message, [
      inbound
        ? {
            ...message,
            direction: "INBOUND",
            author: "CONTACT",
            enquiryId: event.enquiryId,
            campaignId: event.campaignId,
            sentAt: event.sentAt,
            status: "RECEIVED",
          }
        : { ...message, direction: "OUTBOUND", author: "MEMBER", memberId: actor.id, sentAt: now, status: "QUEUED" },
    ]);
  }
}

async function saveNotes(em: EntityManager, { merchantId, after, events, actor, now, words }: Saving): Promise<void> {
  for (const event of events) {
    const text = event.kind === "NoteAdded" ? words.notes?.get(event.noteId) : undefined;
    if (event.kind !== "NoteAdded" || text === undefined || !actor.id) continue;
    await write(em, Note, [
      { id: event.noteId, merchantId, leadId: after.id, memberId: actor.id, text, createdAt: now },
    ]);
  }
}

async function saveConversions(em: EntityManager, { merchantId, after, events, actor, now }: Saving): Promise<void> {
  for (const event of events) {
    if (event.kind === "ConversionRecorded") {
      const conversion = after.conversions.find((c) => c.id === event.conversionId);
      if (!conversion) throw new Error("A recorded conversion is in the state");
      const { id: leadId, isTest } = after;
      const { kind: actorKind, id: actorId } = actor;
      await write(em, Conversion, [
        { ...conversion, merchantId, leadId, contactId: after.contact.id, isTest, actorKind, actorId, recordedAt: now },
      ]);
    }
    if (event.kind === "ConversionVoided") {
      await rows(
        em,
        sql`UPDATE lead_conversions SET voided_at = ${event.at}, voided_by = ${actor.id}, void_reason = ${event.reason} WHERE id = ${event.conversionId}`,
      );
    }
  }
}

async function saveReversals(em: EntityManager, { merchantId, events, actor }: Saving): Promise<void> {
  const { kind: actorKind, id: actorId } = actor;
  for (const event of events) {
    if (event.kind !== "ConversionReversed") continue;
    const { reversalId: id, conversionId, reason, valueMinor, currency, at: reversedAt } = event;
    await write(em, Reversal, [
      { id, merchantId, conversionId, reason, actorKind, actorId, valueMinor, currency, reversedAt },
    ]);
  }
}

async function saveFollowUps(em: EntityManager, { merchantId, before, after, words }: Saving): Promise<void> {
  const changed = changedIn(before?.followUps, after.followUps);
  const added = changed.filter((f) => !before?.followUps.some((b) => b.id === f.id));
  const values = changed.filter((f) => !added.includes(f)).map((f) => ({ ...f, merchantId, leadId: after.id }));
  await write(em, FollowUp, values, { update: true });
  await write(
    em,
    FollowUp,
    added.map((f) => ({ ...f, merchantId, leadId: after.id, note: words.followUpNotes?.get(f.id) ?? null })),
  );
}

/** evolve never changes in place, so what is the same object is the same value. */
function changedIn<T extends { readonly id: string }>(before: readonly T[] = [], after: readonly T[]): T[] {
  return after.filter((item) => !before.includes(item));
}
