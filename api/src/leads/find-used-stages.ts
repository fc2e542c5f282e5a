import type { EntityManager } from "typeorm";
import { ofMerchant } from "../people/merchant-scope.js";
import { rows, sql } from "../platform/sql.js";
import type { Pipeline } from "./pipeline.js";

/** Which of these stages a lead, a campaign or, at or after an instant, the history of a lead has ever named. */
export async function findUsedStages(
  em: EntityManager,
  { id, merchantId }: Pipeline,
  keys: readonly string[],
  since: Date | null,
): Promise<string[]> {
  if (keys.length === 0) return [];
  const found = await rows<{ key: string }>(
    em,
    sql`SELECT k.key FROM unnest(${keys}::text[]) AS k(key)
        WHERE EXISTS (SELECT FROM leads l WHERE ${ofMerchant({ merchantId }, "l")} AND l.pipeline_id = ${id} AND l.stage = k.key)
          OR EXISTS (SELECT FROM campaigns c WHERE ${ofMerchant({ merchantId }, "c")} AND c.return_stage = k.key
               AND (c.pipeline_id = ${id} OR c.pipeline_id IS NULL))
          OR EXISTS (SELECT FROM lead_events e JOIN leads l ON l.id = e.lead_id
               WHERE ${ofMerchant({ merchantId }, "e")} AND e.kind IN ('LeadCreated', 'StageChanged', 'ReEngaged')
                 AND e.at >= coalesce(${since}::timestamptz, '-infinity') AND l.pipeline_id = ${id}
                 AND k.key IN (e.facts->>'stage', e.facts->>'from', e.facts->>'to'))`,
  );
  return found.map(({ key }) => key);
}
