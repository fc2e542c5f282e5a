import { merchantSettings } from "../people/find-merchant-settings.js";
import { durationMs } from "../people/policies.js";
import { firstRow, raw, type Sql, sql } from "../platform/sql.js";
import { isAnswered, lifecyclesInRange } from "./counted-rows.js";
import type { AcknowledgementFigures, ResponseFigures } from "./insights.types.js";
import { onceForReport, type Report } from "./report.js";
import { percentOf } from "./wins.js";

/** Median and 90th percentile in milliseconds; null when there is nothing to measure. */
type Percentiles = [number, number] | null;

export const findFirstHumanResponse = onceForReport(async (ctx, report): Promise<ResponseFigures> => {
  const { policies } = await merchantSettings(ctx);
  const target = durationMs(policies.responseTarget);
  const found = await ctx.db.read(ctx.viewer.merchantId, (em) =>
    firstRow<{ count: number; withinTarget: number; unanswered: number; elapsed: Percentiles; business: Percentiles }>(
      em,
      sql`WITH t AS MATERIALIZED (
            SELECT y.first_response_elapsed_ms AS elapsed, y.first_response_business_ms AS business, ${isAnswered(report)} AS answered, ${waits(report)} AS waits
            FROM ${lifecyclesInRange(ctx, report)})
          SELECT count(*) FILTER (WHERE t.answered) AS count,
            count(*) FILTER (WHERE t.answered AND t.business <= ${target}) AS "withinTarget",
            count(*) FILTER (WHERE NOT t.answered AND t.waits) AS unanswered,
            ${percentiles("t.elapsed", raw("t.answered"))} AS elapsed, ${percentiles("t.business", raw("t.answered"))} AS business
          FROM t`,
    ),
  );
  if (!found) throw new Error("An aggregate has one row");
  const { count, withinTarget, unanswered, elapsed, business } = found;
  return {
    count,
    unansweredCount: unanswered,
    medianSeconds: secondsOf(elapsed?.[0]),
    p90Seconds: secondsOf(elapsed?.[1]),
    medianBusinessSeconds: secondsOf(business?.[0]),
    p90BusinessSeconds: secondsOf(business?.[1]),
    withinTargetRate: percentOf(withinTarget, count),
  };
});

/** A customer opened the lifecycle, and it did not end as spam or in another lead, as far as was known. */
const waits = ({ asOf }: Report): Sql =>
  sql`(y.opened_by IN ('ENQUIRY', 'MESSAGE') AND NOT (y.outcome IS NOT NULL AND y.outcome IN ('SPAM', 'MERGED') ${asOf ? sql`AND y.closed_at <= ${asOf}` : raw("")}))`;

export const findAcknowledgement = onceForReport(async (ctx, report): Promise<AcknowledgementFigures> => {
  const acknowledged = report.asOf ? sql`t.at <= ${report.asOf}` : raw("t.at IS NOT NULL");
  const found = await ctx.db.read(ctx.viewer.merchantId, (em) =>
    firstRow<{ count: number; elapsed: Percentiles }>(
      em,
      sql`SELECT count(*) AS count, ${percentiles("extract(epoch FROM t.at - t.opened_at) * 1000", raw("TRUE"))} AS elapsed
          FROM (SELECT y.acknowledged_at AS at, y.opened_at FROM ${lifecyclesInRange(ctx, report)}) t WHERE ${acknowledged}`,
    ),
  );
  if (!found) throw new Error("An aggregate has one row");
  const { count, elapsed } = found;
  return { count, medianSeconds: secondsOf(elapsed?.[0]), p90Seconds: secondsOf(elapsed?.[1]) };
});

const percentiles = (value: string, counted: Sql): Sql =>
  sql`percentile_cont(ARRAY[0.5, 0.9]) WITHIN GROUP (ORDER BY (${raw(value)})::double precision) FILTER (WHERE ${counted})`;

const secondsOf = (milliseconds: number | undefined): number | null =>
  milliseconds === undefined ? null : Math.round(milliseconds) / 1000;
