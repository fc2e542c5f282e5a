import type { EntityManager } from "typeorm";
import { Contact } from "../contacts/contact.js";
import { survivorsOf } from "../contacts/survivors.js";
import { Conversation } from "../conversations/conversation.js";
import { Conversion } from "../conversions/conversion.js";
import { FollowUp } from "../follow-ups/follow-up.js";
import { ofMerchant } from "../people/merchant-scope.js";
import { ApiError } from "../platform/errors.js";
import { columns, firstRow, rows, type Sql, sql } from "../platform/sql.js";
import { QueueEntryRow } from "../queues/queue-entry.js";
import type { StandingEntry } from "../queues/stand-in-queues.js";
import { Lead } from "./lead.js";
import type { ContactState, LeadState } from "./lead-state.js";
import { Lifecycle } from "./lifecycle.js";
import type { PipelineRules } from "./pipeline-rules.js";

export interface LoadedLead {
  readonly lead: Lead;
  readonly rules: PipelineRules;
  readonly state: LeadState;
  readonly standings: readonly StandingEntry[];
  /** The database's clock, read after the locks. */
  readonly now: Date;
}

/**
 * Locks the contact, then the lead: everybody takes them in this order, so that nobody waits in a circle. A lead that
 * was merged into another is that other one.
 */
export async function lockLead(em: EntityManager, scope: { merchantId: string }, leadId: string): Promise<LoadedLead> {
  const { contact, lead } = await lockRows(em, scope, leadId);
  if (lead?.contactId === contact?.id && lead && contact) return loadState(em, lead, contact);
  // It was merged before, or while we waited: then it has another contact, or another lead in its place.
  const id = lead?.id ?? (await survivorsOf(em, scope, "leads", [leadId])).get(leadId);
  if (!id) throw new ApiError("NOT_FOUND", "There is no lead with this id.");
  return lockLead(em, scope, id);
}

async function lockRows(em: EntityManager, scope: { merchantId: string }, leadId: string) {
  const contact = await firstRow<Contact>(
    em,
    sql`SELECT ${columns(em, Contact, "c")} FROM contacts c
        WHERE c.id = (SELECT l.contact_id FROM leads l WHERE l.id = ${leadId} AND l.merged_into_id IS NULL AND ${ofMerchant(scope, "l")}) FOR UPDATE`,
  );
  const lead = contact && (await lockRow(em, sql`l.id = ${leadId} AND ${ofMerchant(scope, "l")}`));
  return { contact, lead };
}

/** Locks several, in the order in which everybody locks several. Those that do not exist are passed over. */
export async function lockLeads(em: EntityManager, scope: { merchantId: string }, leadIds: string[]): Promise<void> {
  await rows(
    em,
    sql`SELECT c.id FROM contacts c
        WHERE c.id IN (SELECT l.contact_id FROM leads l WHERE l.id = ANY(${leadIds}) AND ${ofMerchant(scope, "l")}) ORDER BY c.id FOR UPDATE`,
  );
  await rows(
    em,
    sql`SELECT l.id FROM leads l WHERE l.id = ANY(${leadIds}) AND ${ofMerchant(scope, "l")} ORDER BY l.id FOR UPDATE`,
  );
}

/** The lead of a contact that is locked already; null when the contact has none in this pipeline. */
export async function lockLeadOf(em: EntityManager, contact: Contact, pipelineId: string): Promise<LoadedLead | null> {
  const lead = await lockRow(em, sql`l.contact_id = ${contact.id} AND l.pipeline_id = ${pipelineId}`);
  return lead && loadState(em, lead, contact);
}

type LeadWithRules = Lead & { rules: PipelineRules };

function lockRow(em: EntityManager, where: Sql): Promise<LeadWithRules | null> {
  return firstRow<LeadWithRules>(
    em,
    sql`SELECT ${columns(em, Lead, "l")}, p.rules AS "rules"
        FROM leads l JOIN pipelines p ON p.id = l.pipeline_id WHERE ${where} AND l.merged_into_id IS NULL FOR UPDATE OF l FOR SHARE OF p`,
  );
}

/** What belongs to a lead, in one statement; times inside of JSON come as text. */
async function loadState(em: EntityManager, { rules, ...lead }: LeadWithRules, contact: Contact): Promise<LoadedLead> {
  const part = await firstRow<Parts>(
    em,
    sql`SELECT decision_time() AS now,
      (SELECT count(*) FROM lead_conversions v WHERE v.contact_id = ${contact.id} AND v.voided_at IS NULL) AS "liveConversions",
      (SELECT max(y.number) FROM lifecycles y WHERE y.lead_id = ${lead.id}) AS "lifecycleCount",
      (SELECT to_jsonb(x) FROM (SELECT ${columns(em, Lifecycle, "y")} FROM lifecycles y WHERE y.id = ${lead.currentLifecycleId}) x) AS lifecycle,
      ${list(sql`SELECT ${columns(em, Conversation, "c")} FROM conversations c WHERE c.lead_id = ${lead.id} ORDER BY c.created_at`)} AS conversations,
      ${list(sql`SELECT ${columns(em, Conversion, "v")}, r.reversed_at AS "reversedAt" FROM lead_conversions v LEFT JOIN conversion_reversals r ON r.conversion_id = v.id
        WHERE v.lead_id = ${lead.id} AND v.voided_at IS NULL ORDER BY v.recorded_at, v.id`)} AS conversions,
      ${list(sql`SELECT ${columns(em, FollowUp, "f")} FROM follow_ups f WHERE f.lead_id = ${lead.id} AND (f.status = 'OPEN'
        OR f.cancelled_by_conversion_id IN (SELECT v.id FROM lead_conversions v WHERE v.lead_id = ${lead.id} AND v.voided_at IS NULL)) ORDER BY f.created_at, f.id`)} AS "followUps",
      ${list(sql`SELECT d.id, d.failed_at AS "failedAt" FROM deliveries d WHERE d.lead_id = ${lead.id} AND d.status = 'FAILED' ORDER BY d.failed_at`)} AS "failedDeliveries",
      ${list(sql`SELECT ${columns(em, QueueEntryRow, "q")} FROM queue_entries q WHERE q.subject_id = ${lead.id}`)} AS standings`,
  );
  if (!part?.lifecycle) throw new Error(`Lead ${lead.id} has no current lifecycle`);
  const { now, standings, liveConversions, lifecycleCount, ...rest } = part;
  const { lifecycle, conversations, conversions, followUps, failedDeliveries } = withTimes(rest);
  const { id, pipelineId, isTest, stage, stageKind, ownerId } = lead;
  if (!lifecycle) throw new Error("A read value keeps its parts");
  const state: LeadState = {
    ...{ id, pipelineId, isTest, stage, stageKind, ownerId },
    contact: contactState(contact, liveConversions),
    ...{ lifecycle, lifecycleCount, conversations, conversions, followUps, failedDeliveries },
    mergedIntoId: null,
  };
  return { lead, rules, state, standings: withTimes(standings), now };
}

type Parts = { now: Date; liveConversions: number; lifecycleCount: number; standings: StandingEntry[] } & Pick<
  LeadState,
  "conversations" | "conversions" | "followUps" | "failedDeliveries"
> & {
    lifecycle: LeadState["lifecycle"] | null;
  };

export const contactState = (contact: Contact, liveConversions: number): ContactState => ({
  id: contact.id,
  systemTags: contact.systemTags,
  memberTags: contact.memberTags,
  liveConversions,
  doNotContactAt: contact.doNotContactAt,
});

const list = (select: Sql): Sql => sql`(SELECT coalesce(jsonb_agg(to_jsonb(x)), '[]') FROM (${select}) x)`;

const isTimeKey = (key: string): boolean => key.endsWith("At") || key === "awaitingSince" || key === "awaitingAtClose";

function withTimes<T>(value: T): T {
  return JSON.parse(JSON.stringify(value), (key, part: unknown) =>
    typeof part === "string" && isTimeKey(key) ? new Date(part) : part,
  );
}
