import { merchantSettings } from "../people/find-merchant-settings.js";
import type { Context } from "../platform/context.js";
import { localDateOf, rangeOf } from "../platform/local-date.js";
import { firstRow, raw, rows, sql } from "../platform/sql.js";
import { liveConversions, returnsInRange, winsInRange } from "./counted-rows.js";
import type { InsightsBucket } from "./insights.types.js";
import { bucketsOf, type Days, type InsightsInterval } from "./period.js";
import type { Report, Series } from "./report.js";
import { tallyOf, type WinRow, winColumns } from "./wins.js";

/** Days become instants in one place, here as everywhere; the database only sorts instants between instants. */
export async function findSeries(ctx: Context, report: Report, by: InsightsInterval): Promise<InsightsBucket[]> {
  const days = report.days ?? (await lifetimeOf(ctx, report));
  if (!days) return [];
  const buckets = bucketsOf(days, by);
  const starts = buckets.map(({ from, to }) => rangeOf(from, to, report.timeZone).start);
  const found = await ctx.db.read(ctx.viewer.merchantId, (em) =>
    rows<WinRow & { bucket: number }>(
      em,
      sql`SELECT width_bucket(v.converted_at, ${starts}::timestamptz[]) AS bucket, ${winColumns} FROM ${winsInRange(ctx, report)} GROUP BY 1, v.currency`,
    ),
  );
  const series = { report, starts };
  return buckets.map((bucket, index) => ({
    ...bucket,
    ...tallyOf(found.filter((row) => row.bucket === index + 1)),
    series,
    index,
  }));
}

/** From the day of the first win or return to the present one; null while there was neither. */
async function lifetimeOf(ctx: Context, report: Report): Promise<Days | null> {
  const { now } = await merchantSettings(ctx);
  const first = await ctx.db.read(ctx.viewer.merchantId, (em) =>
    firstRow<{ at: Date | null }>(
      em,
      sql`SELECT least((SELECT min(v.converted_at) FROM ${liveConversions(ctx, report)}), (SELECT min(e.at) FROM ${returnsInRange(ctx, report)})) AS at`,
    ),
  );
  if (!first?.at) return null;
  return { from: localDateOf(first.at, report.timeZone), to: localDateOf(report.asOf ?? now, report.timeZone) };
}

const returns = new WeakMap<Series, Promise<ReadonlyMap<number, number>>>();

export async function findReturnsInBucket(ctx: Context, { series, index }: InsightsBucket): Promise<number> {
  const known = returns.get(series) ?? findReturns(ctx, series);
  returns.set(series, known);
  return (await known).get(index + 1) ?? 0;
}

async function findReturns(ctx: Context, { report, starts }: Series): Promise<ReadonlyMap<number, number>> {
  const found = await ctx.db.read(ctx.viewer.merchantId, (em) =>
    rows<{ bucket: number; count: number }>(
      em,
      sql`SELECT width_bucket(e.at, ${starts}::timestamptz[]) AS bucket, count(*) AS count FROM ${returnsInRange(ctx, report)} GROUP BY ${raw("1")}`,
    ),
  );
  return new Map(found.map(({ bucket, count }) => [bucket, count]));
}
