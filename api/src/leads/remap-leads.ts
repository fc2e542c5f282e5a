import type { EntityManager } from "typeorm";
import { appendChanges, type QueueChange } from "../live/append-changes.js";
import type { Acting } from "../people/lock-actor.js";
import { ofMerchant } from "../people/merchant-scope.js";
import { Overtaken } from "../platform/database.js";
import { firstRow, rows, type Sql, sql } from "../platform/sql.js";
import { actorOf } from "./command-lead.js";
import type { Pipeline } from "./pipeline.js";
import { type PipelineChange, remapFacts } from "./pipeline-change.js";

/** How many leads stand in each of these stages; those where none does are left out. */
export async function countStanding(
  em: EntityManager,
  pipeline: Pipeline,
  stages: readonly string[],
): Promise<Map<string, number>> {
  const found = await rows<{ stage: string; count: number }>(
    em,
    sql`SELECT l.stage, count(*) AS count FROM leads l WHERE ${standsIn(pipeline, stages)} GROUP BY l.stage`,
  );
  return new Map(found.map(({ stage, count }) => [stage, count]));
}

/**
 * Contacts, leads, pipeline: in the order of every command, so that nobody waits in a circle. From then on no lead of
 * the pipeline moves. A lead that came into one of the stages meanwhile was faster, and all is begun again.
 */
export async function lockStanding(em: EntityManager, pipeline: Pipeline, stages: readonly string[]): Promise<void> {
  const standing = standsIn(pipeline, stages);
  const contacts = await rows<{ id: string }>(
    em,
    sql`SELECT c.id FROM contacts c WHERE c.id IN (SELECT l.contact_id FROM leads l WHERE ${standing}) ORDER BY c.id FOR UPDATE`,
  );
  const leads = await rows(
    em,
    sql`SELECT l.id FROM leads l WHERE ${standing} AND l.contact_id = ANY(${contacts.map(({ id }) => id)}) ORDER BY l.id FOR UPDATE`,
  );
  await rows(
    em,
    sql`SELECT p.id FROM pipelines p WHERE p.id = ${pipeline.id} AND ${ofMerchant(pipeline, "p")} FOR UPDATE`,
  );
  const counts = await countStanding(em, pipeline, stages);
  const now = [...counts.values()].reduce((sum, count) => sum + count, 0);
  if (now !== leads.length) throw new Overtaken("A lead came into a stage that is about to close");
}

/** A lead that was merged into another stands nowhere: that one stands for it. */
const leadsOf = (pipeline: Pipeline): Sql =>
  sql`${ofMerchant(pipeline, "l")} AND l.pipeline_id = ${pipeline.id} AND l.merged_into_id IS NULL`;

const standsIn = (pipeline: Pipeline, stages: readonly string[]): Sql =>
  sql`${leadsOf(pipeline)} AND l.stage = ANY(${stages})`;

/**
 * Thousands of leads, each as if a command had moved it: the event that every lead of a stage gets is the same, and a
 * stage of the same kind changes nothing but the stage, so each table is written by one statement.
 */
export async function remapLeads(
  em: EntityManager,
  acting: Acting,
  pipeline: Pipeline,
  change: PipelineChange,
): Promise<void> {
  const facts = remapFacts(change);
  if (facts.length === 0) return;
  const told = sql`jsonb_array_elements(${JSON.stringify(facts)}::jsonb) AS r(facts)`;
  const ofStage = sql`${leadsOf(pipeline)} AND l.stage = r.facts->>'from'`;
  const { kind, id: actorId } = actorOf(acting.viewer);
  const clock = await firstRow<{ now: Date }>(em, sql`SELECT decision_time() AS now`);
  const at = clock?.now ?? acting.begunAt;
  const moved = await rows<{ id: string }>(
    em,
    sql`INSERT INTO lead_events (lead_id, sequence, merchant_id, kind, at, actor_kind, actor_id, cause, facts)
        SELECT l.id, l.history_length + 1, l.merchant_id, 'StageChanged', ${at}, ${kind}, ${actorId}, NULL, r.facts
        FROM leads l JOIN ${told} ON ${ofStage} RETURNING lead_id AS id`,
  );
  await rows(
    em,
    sql`UPDATE leads l SET stage = r.facts->>'to', version = l.version + 1, history_length = l.history_length + 1, updated_at = ${at}
        FROM ${told} WHERE ${ofStage}`,
  );
  const leadIds = moved.map(({ id }) => id);
  appendChanges(em, acting.merchantId, await changesOf(em, acting, leadIds, at));
}

/** Their places are as they were; who watches a queue sees them in another stage. */
function changesOf(
  em: EntityManager,
  scope: { merchantId: string },
  leadIds: readonly string[],
  at: Date,
): Promise<QueueChange[]> {
  return rows(
    em,
    sql`SELECT q.queue, 'UPDATED' AS kind, q.subject_id AS "subjectId", q.is_test AS "isTest", q.owner_id AS "ownerBefore", q.owner_id AS "ownerAfter",
          'StageChanged' AS reason, q.entered_at AS "enteredAt", q.due_at AS "dueAt", ${at}::timestamptz AS at
        FROM queue_entries q WHERE ${ofMerchant(scope, "q")} AND q.subject_id = ANY(${leadIds}) ORDER BY q.subject_id, q.queue`,
  );
}
