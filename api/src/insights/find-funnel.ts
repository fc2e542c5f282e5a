import type { PipelineRules } from "../leads/pipeline-rules.js";
import { ofMerchant } from "../people/merchant-scope.js";
import type { Context } from "../platform/context.js";
import { raw, rows, type Sql, sql } from "../platform/sql.js";
import { countedLeads } from "./counted-rows.js";
import type { FunnelStage } from "./insights.types.js";
import { onceForReport, type Report } from "./report.js";

interface PipelineRow {
  readonly pipelineId: string;
  readonly rules: PipelineRules;
  readonly counts: Readonly<Record<string, number>>;
}

/** Every stage of every pipeline in the pipeline's own order; an archived one only while leads still stand in it. */
export const findFunnel = onceForReport(async (ctx, report): Promise<FunnelStage[]> => {
  const found = await ctx.db.read(ctx.viewer.merchantId, (em) =>
    rows<PipelineRow>(
      em,
      sql`SELECT p.id AS "pipelineId", p.rules, coalesce(c.counts, '{}') AS counts FROM pipelines p
          LEFT JOIN (SELECT s.pipeline_id, jsonb_object_agg(s.stage, s.count) AS counts FROM (${stages(ctx, report)}) s GROUP BY s.pipeline_id) c ON c.pipeline_id = p.id
          WHERE ${ofMerchant(ctx.viewer, "p")} ${report.pipelineId ? sql`AND p.id = ${report.pipelineId}` : raw("")} ORDER BY p.created_at, p.id`,
    ),
  );
  return found.flatMap(({ pipelineId, rules, counts }) =>
    rules.stages
      .map(({ key, name, kind, isArchived }) => ({ pipelineId, key, name, kind, count: counts[key] ?? 0, isArchived }))
      .filter(({ isArchived, count }) => !isArchived || count > 0),
  );
});

function stages(ctx: Context, report: Report): Sql {
  const { asOf } = report;
  if (!asOf)
    return sql`SELECT l.pipeline_id, l.stage, count(*) AS count FROM ${countedLeads(ctx, report)} GROUP BY l.pipeline_id, l.stage`;
  const told = sql`(SELECT coalesce(e.facts->>'to', e.facts->>'stage') FROM lead_events e
    WHERE e.lead_id = l.id AND e.kind IN ('StageChanged', 'ReEngaged', 'LeadCreated') AND e.at <= ${asOf} ORDER BY e.sequence DESC LIMIT 1)`;
  // A lead that nothing has changed since stands where it stood.
  const stage = sql`CASE WHEN l.updated_at <= ${asOf} THEN l.stage ELSE ${told} END`;
  return sql`SELECT l.pipeline_id, l.stage, count(*) AS count FROM (SELECT l.pipeline_id, ${stage} AS stage FROM ${countedLeads(ctx, report)}) l
    WHERE l.stage IS NOT NULL GROUP BY l.pipeline_id, l.stage`;
}
