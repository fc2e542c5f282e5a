import type { Money } from "../conversions/money.js";
import { raw } from "../platform/sql.js";

/** One currency's part of a group of wins, as `winColumns` read it. */
export interface WinRow {
  readonly currency: string | null;
  readonly wonDeals: number;
  readonly repeatLeads: number;
  readonly valueMinor: number | null;
}

/** Over rows `v` that are live and grouped by `v.currency`. */
export const winColumns = raw(
  `v.currency, count(*) AS "wonDeals", count(*) FILTER (WHERE v.is_repeat) AS "repeatLeads", sum(v.value_minor)::bigint AS "valueMinor"`,
);

export interface WinTally {
  readonly wonDeals: number;
  readonly repeatLeads: number;
  readonly grossValue: Money[];
}

export const tallyOf = (rows: readonly WinRow[]): WinTally => ({
  wonDeals: rows.reduce((total, row) => total + row.wonDeals, 0),
  repeatLeads: rows.reduce((total, row) => total + row.repeatLeads, 0),
  grossValue: totalsOf(rows),
});

/** By currency, in the order of their codes; wins without a value have none. */
export function totalsOf(
  rows: readonly { readonly currency: string | null; readonly valueMinor: number | null }[],
): Money[] {
  const totals = new Map<string, number>();
  for (const { currency, valueMinor } of rows) {
    if (currency !== null && valueMinor !== null) totals.set(currency, (totals.get(currency) ?? 0) + valueMinor);
  }
  return [...totals]
    .map(([currency, amountMinor]) => ({ amountMinor, currency }))
    .sort((a, b) => (a.currency < b.currency ? -1 : 1));
}

export const lessOf = (gross: readonly Money[], taken: readonly Money[]): Money[] => {
  const negated = taken.map(({ currency, amountMinor }) => ({ currency, valueMinor: -amountMinor }));
  return totalsOf([...gross.map(({ currency, amountMinor }) => ({ currency, valueMinor: amountMinor })), ...negated]);
};

/** A hundredth of a percent is fine enough; of nothing there is no share. */
export const percentOf = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.round((part / whole) * 10_000) / 100;
