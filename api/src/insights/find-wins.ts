import type { Money } from "../conversions/money.js";
import type { Context } from "../platform/context.js";
import { firstRow, rows, sql } from "../platform/sql.js";
import { isLive, ledgerInRange, returnsInRange, reversalsInRange, winsInRange } from "./counted-rows.js";
import { onceForReport, type Report } from "./report.js";
import { lessOf, percentOf, tallyOf, totalsOf, type WinRow, type WinTally } from "./wins.js";

interface Wins extends WinTally {
  readonly voided: number;
}

export const findWonDeals = async (ctx: Context, report: Report): Promise<number> =>
  (await findWins(ctx, report)).wonDeals;
export const findRepeatLeads = async (ctx: Context, report: Report): Promise<number> =>
  (await findWins(ctx, report)).repeatLeads;
export const findVoided = async (ctx: Context, report: Report): Promise<number> => (await findWins(ctx, report)).voided;
export const findGrossValue = async (ctx: Context, report: Report): Promise<Money[]> =>
  (await findWins(ctx, report)).grossValue;
export const findReversed = async (ctx: Context, report: Report): Promise<number> =>
  (await findReversals(ctx, report)).reversed;
export const findReversedValue = async (ctx: Context, report: Report): Promise<Money[]> =>
  (await findReversals(ctx, report)).reversedValue;

const findWins = onceForReport(async (ctx, report): Promise<Wins> => {
  const live = isLive(report);
  const found = await ctx.db.read(ctx.viewer.merchantId, (em) =>
    rows<WinRow & { voided: number }>(
      em,
      sql`SELECT v.currency, count(*) FILTER (WHERE ${live}) AS "wonDeals", count(*) FILTER (WHERE ${live} AND v.is_repeat) AS "repeatLeads",
            count(*) FILTER (WHERE NOT ${live}) AS voided, sum(v.value_minor) FILTER (WHERE ${live})::bigint AS "valueMinor"
          FROM ${ledgerInRange(ctx, report)} GROUP BY v.currency`,
    ),
  );
  return { ...tallyOf(found), voided: found.reduce((total, row) => total + row.voided, 0) };
});

export async function findRepeatRate(ctx: Context, report: Report): Promise<number | null> {
  const { repeatLeads, wonDeals } = await findWins(ctx, report);
  return percentOf(repeatLeads, wonDeals);
}

/** By itself, since telling people apart costs more than counting wins. */
export const findWonContacts = onceForReport(async (ctx, report): Promise<number> => {
  const found = await ctx.db.read(ctx.viewer.merchantId, (em) =>
    firstRow<{ count: number }>(
      em,
      sql`SELECT count(*) AS count FROM (SELECT DISTINCT v.contact_id FROM ${winsInRange(ctx, report)}) people`,
    ),
  );
  return found?.count ?? 0;
});

export const findReturnedLeads = onceForReport(async (ctx, report): Promise<number> => {
  const found = await ctx.db.read(ctx.viewer.merchantId, (em) =>
    firstRow<{ count: number }>(em, sql`SELECT count(*) AS count FROM ${returnsInRange(ctx, report)}`),
  );
  return found?.count ?? 0;
});

interface Reversals {
  readonly reversed: number;
  readonly reversedValue: Money[];
}

const findReversals = onceForReport(async (ctx, report): Promise<Reversals> => {
  const found = await ctx.db.read(ctx.viewer.merchantId, (em) =>
    rows<{ currency: string | null; reversed: number; valueMinor: number | null }>(
      em,
      sql`SELECT r.currency, count(*) AS reversed, sum(r.value_minor)::bigint AS "valueMinor" FROM ${reversalsInRange(ctx, report)} GROUP BY r.currency`,
    ),
  );
  return { reversed: found.reduce((total, row) => total + row.reversed, 0), reversedValue: totalsOf(found) };
});

export async function findNetValue(ctx: Context, report: Report): Promise<Money[]> {
  const [{ grossValue }, { reversedValue }] = await Promise.all([findWins(ctx, report), findReversals(ctx, report)]);
  return lessOf(grossValue, reversedValue);
}
