import { seesConversion } from "../leads/find-conversions.js";
import { seesLifecycle } from "../leads/find-leads.js";
import { ofMerchant } from "../people/merchant-scope.js";
import type { Context } from "../platform/context.js";
import { join, raw, type Sql, sql } from "../platform/sql.js";
import type { Report } from "./report.js";

/**
 * The one base of every figure about wins: rows `v` of the ledger that the viewer may count, that the report is about
 * and that were known at its instant; no test, and none that was void by then. A win is never read from a stage.
 */
export const liveConversions = (ctx: Context, report: Report): Sql => sql`${ledger(ctx, report)} AND ${isLive(report)}`;

/** Those won in the range. */
export const winsInRange = (ctx: Context, report: Report): Sql =>
  sql`${liveConversions(ctx, report)} AND ${within(report, "v.converted_at")}`;

/** As winsInRange, but with those that are void, to be told apart by isLive. */
export const ledgerInRange = (ctx: Context, report: Report): Sql =>
  sql`${ledger(ctx, report)} AND ${within(report, "v.converted_at")}`;

export const isLive = ({ asOf }: Report): Sql =>
  asOf ? sql`(v.voided_at IS NULL OR v.voided_at > ${asOf})` : raw("v.voided_at IS NULL");

function ledger({ viewer }: Context, report: Report): Sql {
  const { campaignId, memberId, sourceId, pipelineId } = report;
  return sql`lead_conversions v WHERE ${all([
    seesConversion(viewer),
    knownAt(report, "v.recorded_at"),
    noTest(report, "v"),
    campaignId && sql`v.campaign_id = ${campaignId}`,
    memberId && sql`v.actor_kind = 'MEMBER' AND v.actor_id = ${memberId}`,
    sourceId && sql`v.source_id = ${sourceId}`,
    pipelineId && sql`EXISTS (SELECT FROM leads l WHERE l.id = v.lead_id AND l.pipeline_id = ${pipelineId})`,
  ])}`;
}

/** Reversals `r` that were made in the range, whenever the win was; `v` is the win. */
export const reversalsInRange = (ctx: Context, report: Report): Sql =>
  sql`(SELECT v.id FROM ${liveConversions(ctx, report)}) won JOIN conversion_reversals r ON r.conversion_id = won.id
      WHERE ${all([ofMerchant(ctx.viewer, "r"), knownAt(report, "r.reversed_at"), within(report, "r.reversed_at")])}`;

/** ReEngaged events `e` of the range. */
export function returnsInRange(ctx: Context, report: Report): Sql {
  const { viewer } = ctx;
  const { campaignId, sourceId } = report;
  // The return opened a lifecycle in the same command, and that one's event names the source.
  const source = raw(
    "(SELECT o.facts->>'sourceId' FROM lead_events o WHERE o.lead_id = e.lead_id AND o.sequence > e.sequence AND o.kind = 'LifecycleOpened' ORDER BY o.sequence LIMIT 1)",
  );
  return sql`lead_events e JOIN leads l ON l.id = e.lead_id WHERE ${all([
    ofMerchant(viewer, "e"),
    raw("e.kind = 'ReEngaged'"),
    within(report, "e.at"),
    knownAt(report, "e.at"),
    ofLead(ctx, report),
    campaignId && sql`e.facts->>'campaignId' = ${campaignId}`,
    sourceId && sql`${source} = ${sourceId}`,
    viewer.role === "PARTNER" && sql`${source} = ANY(${viewer.sourceIds})`,
  ])}`;
}

/** Lifecycles `y` that were opened in the range. */
export const lifecyclesInRange = (ctx: Context, report: Report): Sql =>
  sql`lifecycles y JOIN leads l ON l.id = y.lead_id WHERE ${all([
    seesLifecycle(ctx, "y"),
    within(report, "y.opened_at"),
    report.asOf &&
      sql`y.opened_at <= ${report.asOf} AND NOT ${toldLater(report.asOf, raw("later.kind = 'LifecycleOpened'"))}`,
    ofLead(ctx, report),
    ...ofLifecycle(report),
  ])}`;

/** Whether a lifecycle `y` of a lead `l` had its first human response, as far as was known. */
export const isAnswered = ({ asOf }: Report): Sql =>
  asOf
    ? sql`(y.first_human_response_at IS NOT NULL AND y.first_human_response_at <= ${asOf} AND NOT ${toldLater(asOf, firstAnswer)})`
    : raw("y.first_human_response_at IS NOT NULL");

// A void may bring an answer to light that was given while the lead was won by mistake.
const firstAnswer = raw(
  "later.kind IN ('HumanResponded', 'LifecycleReopened') AND (later.facts->>'isFirst' = 'true' OR later.facts ? 'firstHumanResponseAt')",
);

/**
 * Messages have their provider's time and calls the time that a colleague names, so both may be told later than they
 * were. Of a lead that nothing has changed since, nothing was.
 */
const toldLater = (asOf: Date, what: Sql): Sql =>
  sql`(l.updated_at > ${asOf} AND EXISTS (SELECT FROM lead_events later WHERE later.lead_id = y.lead_id AND later.at > ${asOf}
    AND later.facts->>'lifecycleId' = y.id::text AND ${what}))`;

/** Leads `l`, by what their present lifecycle tells where that is asked. */
export function countedLeads(ctx: Context, report: Report): Sql {
  const ofPresent = ofLifecycle(report).filter((condition) => condition !== null);
  const isByLifecycle = ofPresent.length > 0 || ctx.viewer.role === "PARTNER";
  return sql`leads l WHERE ${all([
    knownAt(report, "l.created_at"),
    // Merged is the last thing that happens to a lead.
    report.asOf ? sql`(l.merged_into_id IS NULL OR l.updated_at > ${report.asOf})` : raw("l.merged_into_id IS NULL"),
    ofLead(ctx, report),
    isByLifecycle &&
      sql`EXISTS (SELECT FROM lifecycles y WHERE y.id = l.current_lifecycle_id AND ${all([seesLifecycle(ctx, "y"), ...ofPresent])})`,
  ])}`;
}

const ofLifecycle = ({ campaignId, sourceId }: Report) => [
  campaignId && sql`y.campaign_id = ${campaignId}`,
  sourceId && sql`y.source_id = ${sourceId}`,
];

/** An agent's returns, lifecycles and leads are those of the leads that are the agent's now. */
function ofLead({ viewer }: Context, report: Report): Sql {
  const { memberId, pipelineId } = report;
  return all([
    ofMerchant(viewer, "l"),
    noTest(report, "l"),
    viewer.role === "AGENT" && sql`l.owner_id = ${viewer.memberId}`,
    memberId && sql`l.owner_id = ${memberId}`,
    pipelineId && sql`l.pipeline_id = ${pipelineId}`,
  ]);
}

const noTest = ({ includeTest }: Report, alias: "v" | "l"): Sql | null =>
  includeTest ? null : raw(`NOT ${alias}.is_test`);

const knownAt = ({ asOf }: Report, column: string): Sql | null => asOf && sql`${raw(column)} <= ${asOf}`;

const within = ({ range }: Report, column: string): Sql =>
  range ? sql`${raw(column)} >= ${range.start} AND ${raw(column)} < ${range.end}` : raw("TRUE");

const all = (conditions: readonly (Sql | null | false | "")[]): Sql =>
  join(
    conditions.filter((condition): condition is Sql => Boolean(condition)),
    " AND ",
  );
