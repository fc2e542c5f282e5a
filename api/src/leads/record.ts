import type { EntityManager } from "typeorm";
import { appendChanges } from "../live/append-changes.js";
import { enqueue } from "../platform/enqueue.js";
import { write } from "../platform/sql.js";
import { queuesOf } from "../queues/queues-of.js";
import { type StandingEntry, standInQueues } from "../queues/stand-in-queues.js";
import { jobsOf } from "./jobs-of.js";
import type { Lead } from "./lead.js";
import { LeadEventRow } from "./lead-event.js";
import { queueFactsOf } from "./lead-queue-facts.js";
import { type Saving, saveLead, touchesLead } from "./save-lead.js";

/** The new state, its history, its places in the queues and what is to be done next, in your transaction. */
export async function record(em: EntityManager, saving: Saving, standings: readonly StandingEntry[]): Promise<Lead> {
  const { merchantId, before, after, events, row, actor, now } = saving;
  const lead = await saveLead(em, saving);
  await write(
    em,
    LeadEventRow,
    events.map(({ kind, at, ...facts }, i) => ({
      leadId: lead.id,
      sequence: row.historyLength + i + 1,
      merchantId,
      kind,
      at,
      actorKind: actor.kind,
      actorId: actor.id,
      cause: null,
      facts,
    })),
  );
  const changes = await standInQueues(
    em,
    { id: lead.id, merchantId, isTest: lead.isTest, ownerBefore: before?.ownerId ?? null, ownerAfter: lead.ownerId },
    standings,
    queuesOf(queueFactsOf(after), now),
    { now, reason: events[0]?.kind ?? null, isTouched: touchesLead(events) },
  );
  await enqueue(em, merchantId, jobsOf(merchantId, lead.id, events, row.historyLength + 1));
  appendChanges(em, merchantId, changes);
  return lead;
}
