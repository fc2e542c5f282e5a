import type { EntityManager } from "typeorm";
import type { Contact } from "../contacts/contact.js";
import { lockContactOf, type Person } from "../contacts/known-contact.js";
import type { Acting } from "../people/lock-actor.js";
import { ofMerchant } from "../people/merchant-scope.js";
import { newId } from "../platform/new-id.js";
import { firstRow, sql } from "../platform/sql.js";
import { carryOut, givenOf } from "./command-lead.js";
import { decide } from "./decide.js";
import type { CampaignTouch, Inbound } from "./decisions/receiving.js";
import { unbornLead } from "./lead-state.js";
import { contactState, type LoadedLead, lockLead, lockLeadOf } from "./load-lead.js";
import { ownerUnavailable } from "./lock-member.js";
import type { PipelineRules } from "./pipeline-rules.js";
import { record } from "./record.js";
import type { MessageWords } from "./save-lead.js";

export interface Arrival {
  readonly from: Person | { readonly leadId: string };
  readonly pipelineId: string;
  readonly inbound: Omit<Inbound, "ownerUnavailable" | "sentAt">;
  /** Null when the sender's clock is not to be trusted: then it is the time of receipt. */
  readonly sentAt: Date | null;
  readonly words: MessageWords;
}

export interface Arrived {
  readonly leadId: string;
  readonly lifecycleId: string;
  readonly messageId: string;
}

/** Whatever a person sends, through whichever door, reaches their one lead in a pipeline here. */
export async function receiveInbound(em: EntityManager, acting: Acting, arrival: Arrival): Promise<Arrived> {
  const { from } = arrival;
  if ("leadId" in from) return receiveOn(em, acting, await lockLead(em, acting, from.leadId), arrival);
  const { contact, isNew } = await lockContactOf(em, acting, from);
  const loaded = isNew ? null : await lockLeadOf(em, contact, arrival.pipelineId);
  return loaded ? receiveOn(em, acting, loaded, arrival) : receiveFirst(em, acting, contact, arrival);
}

async function receiveOn(em: EntityManager, acting: Acting, loaded: LoadedLead, arrival: Arrival): Promise<Arrived> {
  const given = givenOf(acting, loaded.rules, loaded.now);
  const returns = loaded.state.stageKind === "WON" || loaded.state.stageKind === "LOST";
  const unavailable = returns ? await ownerUnavailable(em, acting, loaded.state.ownerId) : null;
  const inbound = { ...arrival.inbound, sentAt: clampedTo(loaded.now, arrival.sentAt), ownerUnavailable: unavailable };
  const { state } = await carryOut(em, acting, loaded, given, { kind: "RECEIVE", ...inbound }, wordsOf(arrival));
  return { leadId: state.id, lifecycleId: state.lifecycle.id, messageId: inbound.messageId };
}

async function receiveFirst(em: EntityManager, acting: Acting, contact: Contact, arrival: Arrival): Promise<Arrived> {
  const found = await firstRow<{ rules: PipelineRules; now: Date; liveConversions: number }>(
    em,
    sql`SELECT p.rules, decision_time() AS now,
          (SELECT count(*) FROM lead_conversions v WHERE v.contact_id = ${contact.id} AND v.voided_at IS NULL) AS "liveConversions"
        FROM pipelines p WHERE p.id = ${arrival.pipelineId} AND ${ofMerchant(acting, "p")} FOR SHARE`,
  );
  if (!found) throw new Error(`Pipeline ${arrival.pipelineId} is gone`);
  const { rules, now, liveConversions } = found;
  const given = givenOf(acting, rules, now);
  const identity = { id: newId(), pipelineId: arrival.pipelineId, isTest: contact.isTest };
  const unborn = unbornLead(identity, contactState(contact, liveConversions), rules, now);
  const inbound: Inbound = { ...arrival.inbound, sentAt: clampedTo(now, arrival.sentAt), ownerUnavailable: null };
  const { events, state: after } = decide(unborn, { kind: "RECEIVE_FIRST", ...inbound }, given);
  const row = { version: 0, historyLength: 0, createdAt: now, updatedAt: now };
  const { merchantId } = acting;
  await record(
    em,
    { merchantId, before: null, after, events, row, actor: given.actor, now, words: wordsOf(arrival) },
    [],
  );
  return { leadId: after.id, lifecycleId: after.lifecycle.id, messageId: inbound.messageId };
}

/** A clock that runs ahead would keep a lead waiting for an answer it cannot get yet. */
const clampedTo = (now: Date, sentAt: Date | null): Date => (sentAt && sentAt < now ? sentAt : now);

const wordsOf = ({ inbound, words }: Arrival) => ({ messages: new Map([[inbound.messageId, words]]) });

/** The campaign as the rules need it; an unknown one is no reason to lose a person. */
export async function findTouch(
  em: EntityManager,
  scope: { merchantId: string },
  campaignId: string | null,
  isPressed: boolean,
): Promise<CampaignTouch | null> {
  if (!campaignId) return null;
  const campaign = await firstRow<Omit<CampaignTouch, "isPressed">>(
    em,
    sql`SELECT c.id, c.name, c.pipeline_id AS "pipelineId", c.return_stage AS "returnStage", c.archived_at IS NOT NULL AS "isArchived"
        FROM campaigns c WHERE c.id = ${campaignId} AND ${ofMerchant(scope, "c")}`,
  );
  return campaign && { ...campaign, isPressed };
}
