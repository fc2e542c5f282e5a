import { badInput } from "../platform/errors.js";
import { isoWeekdayOf, type LocalDate, nextDay } from "../platform/local-date.js";

export const insightsIntervals = ["DAY", "WEEK", "MONTH"] as const;
export type InsightsInterval = (typeof insightsIntervals)[number];

/** From the first day to the last, both included. */
export interface Days {
  readonly from: LocalDate;
  readonly to: LocalDate;
}

/** The days that were asked for; null for the whole lifetime, which is to name neither. */
export function daysOf(from: LocalDate | null, to: LocalDate | null): Days | null {
  if (from === null && to === null) return null;
  if (from === null)
    throw badInput([
      { path: ["from"], rule: "required", message: "Give from as well as to, or neither for the whole lifetime." },
    ]);
  if (to === null)
    throw badInput([
      { path: ["to"], rule: "required", message: "Give to as well as from, or neither for the whole lifetime." },
    ]);
  if (from > to)
    throw badInput([{ path: ["to"], rule: "range", message: `The range begins on ${from}, after its end on ${to}.` }]);
  if (to >= lastDate)
    throw badInput([{ path: ["to"], rule: "range", message: `The range must end before ${lastDate}.` }]);
  return { from, to };
}

/** As many days as these, ending on the day before them; null where the calendar does not reach back so far. */
export function daysBefore({ from, to }: Days): Days | null {
  const first = dayNumber(from);
  const before = first - (dayNumber(to) - first + 1);
  return before < dayNumber(firstDate) ? null : { from: dateOf(before), to: dateOf(first - 1) };
}

export const maxBuckets = 1000;

/** The days cut into local days, ISO weeks or calendar months; the first and the last may be cut short by the range. */
export function bucketsOf({ from, to }: Days, interval: InsightsInterval): Days[] {
  const buckets: Days[] = [];
  for (let first = from; first <= to; ) {
    const next = nextBegin[interval](first);
    buckets.push({ from: first, to: next > to ? to : dateOf(dayNumber(next) - 1) });
    if (buckets.length > maxBuckets) {
      throw badInput([
        {
          path: ["by"],
          rule: "range",
          message: `This would be more than ${maxBuckets} entries; take a longer interval or a shorter range.`,
        },
      ]);
    }
    first = next;
  }
  return buckets;
}

const nextBegin = {
  DAY: nextDay,
  WEEK: (date) => dateOf(dayNumber(date) + 8 - isoWeekdayOf(date)),
  MONTH: (date) => {
    const month = Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7));
    const year = String(Math.floor(month / 12)).padStart(4, "0");
    return `${year}-${String((month % 12) + 1).padStart(2, "0")}-01`;
  },
} satisfies Record<InsightsInterval, (date: LocalDate) => LocalDate>;

const firstDate = "0001-01-01";
// What begins after the last day, be it a month, has to have a date too.
const lastDate = "9999-01-01";

const dayMs = 24 * 60 * 60 * 1000;
const dayNumber = (date: LocalDate): number => Date.parse(`${date}T00:00:00Z`) / dayMs;
const dateOf = (number: number): LocalDate => new Date(number * dayMs).toISOString().slice(0, 10);
