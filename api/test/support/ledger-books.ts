import type { EntityManager } from "typeorm";
import { Conversation } from "../../src/conversations/conversation.js";
import { Conversion } from "../../src/conversions/conversion.js";
import { Reversal } from "../../src/conversions/reversal.js";
import { FollowUp } from "../../src/follow-ups/follow-up.js";
import type { Lead } from "../../src/leads/lead.js";
import { LeadEventRow } from "../../src/leads/lead-event.js";
import { Lifecycle } from "../../src/leads/lifecycle.js";
import { type LoadedLead, lockLead } from "../../src/leads/load-lead.js";
import { QueueChangeRow } from "../../src/live/queue-change.js";
import { columns, raw, rows, type Sql, sql } from "../../src/platform/sql.js";
import { QueueEntryRow } from "../../src/queues/queue-entry.js";
import type { TestDesk } from "./test-desk.js";

/** All that is written of some merchants, at a moment at which nobody writes. */
export interface Books {
  readonly leads: readonly LeadBook[];
  readonly wins: readonly Conversion[];
  readonly reversals: readonly Reversal[];
  readonly events: readonly StoredEvent[];
  readonly queueEntries: readonly QueueEntryRow[];
  readonly queueChanges: readonly QueueChangeRow[];
  readonly enquiries: readonly { readonly enquiryId: string; readonly outcome: string }[];
}

/** All that is written of one lead; everything in the order in which it came. */
export interface LeadBook extends LoadedLead {
  readonly lead: Lead;
  readonly events: readonly StoredEvent[];
  readonly wins: readonly Conversion[];
  readonly lifecycles: readonly Lifecycle[];
  readonly conversations: readonly Conversation[];
  readonly followUps: readonly FollowUp[];
  readonly messages: readonly StoredMessage[];
}

export interface StoredEvent extends LeadEventRow {
  /** Which events were written by the same command. */
  readonly transaction: string;
}

interface StoredMessage {
  readonly id: string;
  readonly leadId: string;
  readonly direction: "INBOUND" | "OUTBOUND";
  readonly enquiryId: string | null;
}

export async function readBooks({ desk }: TestDesk, merchantIds: readonly string[]): Promise<Books> {
  const em = desk.owner.manager;
  const all = <Row>(select: Sql, alias: string, order: string): Promise<Row[]> =>
    rows<Row>(em, sql`${select} WHERE ${raw(alias)}.merchant_id = ANY(${merchantIds}) ORDER BY ${raw(order)}`);
  const of = (em: EntityManager, entity: new () => object, table: string): Sql =>
    sql`SELECT ${columns(em, entity, "t")} FROM ${raw(table)} t`;

  const events = await all<StoredEvent>(
    sql`SELECT ${columns(em, LeadEventRow, "t")}, t.xmin::text AS transaction FROM lead_events t`,
    "t",
    "t.lead_id, t.sequence",
  );
  const wins = await all<Conversion>(of(em, Conversion, "lead_conversions"), "t", "t.recorded_at, t.id");
  const lifecycles = await all<Lifecycle>(of(em, Lifecycle, "lifecycles"), "t", "t.lead_id, t.number");
  const conversations = await all<Conversation>(of(em, Conversation, "conversations"), "t", "t.created_at, t.id");
  const followUps = await all<FollowUp>(of(em, FollowUp, "follow_ups"), "t", "t.created_at, t.id");
  const messages = await all<StoredMessage>(
    sql`SELECT m.id, m.lead_id AS "leadId", m.direction, m.enquiry_id AS "enquiryId" FROM messages m`,
    "m",
    "m.id",
  );
  const ids = await all<{ id: string; merchantId: string }>(
    sql`SELECT l.id, l.merchant_id AS "merchantId" FROM leads l`,
    "l",
    "l.id",
  );
  const leads: LeadBook[] = [];
  const [eventsOf, winsOf, lifecyclesOf, conversationsOf, followUpsOf, messagesOf] = [
    byLead(events),
    byLead(wins),
    byLead(lifecycles),
    byLead(conversations),
    byLead(followUps),
    byLead(messages),
  ];
  for (const { id, merchantId } of ids) {
    const loaded = await desk.db.inTransaction(merchantId, (locked) => lockLead(locked, { merchantId }, id));
    leads.push({
      ...loaded,
      ...{ events: eventsOf(id), wins: winsOf(id), lifecycles: lifecyclesOf(id), messages: messagesOf(id) },
      ...{ conversations: conversationsOf(id), followUps: followUpsOf(id) },
    });
  }
  return {
    ...{ leads, wins, events },
    reversals: await all(of(em, Reversal, "conversion_reversals"), "t", "t.id"),
    queueEntries: await all(of(em, QueueEntryRow, "queue_entries"), "t", "t.queue, t.subject_id"),
    queueChanges: await all(of(em, QueueChangeRow, "queue_changes"), "t", "t.sequence"),
    enquiries: await all(
      sql`SELECT o.enquiry_id AS "enquiryId", o.outcome FROM enquiry_outcomes o`,
      "o",
      "o.enquiry_id",
    ),
  };
}

function byLead<Row extends { leadId: string }>(all: readonly Row[]): (leadId: string) => Row[] {
  const groups = new Map<string, Row[]>();
  for (const row of all) groups.set(row.leadId, [...(groups.get(row.leadId) ?? []), row]);
  return (leadId) => groups.get(leadId) ?? [];
}
