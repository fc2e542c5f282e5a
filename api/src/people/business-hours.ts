import { z } from "zod";
import {
  clockOf,
  type IsoWeekday,
  isLocalDate,
  isoWeekdayOf,
  isoWeekdays,
  isTimeZone,
  type LocalDate,
  localDateOf,
  nextDay,
} from "../platform/local-date.js";

/** Times of day, such as 09:00; `to` may be 24:00. A night shift is two spans on two days. */
export interface Span {
  from: string;
  to: string;
}

/** When people are there to answer; null is always. A holiday is closed all day. */
export type BusinessHours = {
  timeZone: string;
  weekly: Readonly<Record<IsoWeekday, readonly Span[]>>;
  holidays: readonly LocalDate[];
} | null;

export interface BusinessHoursProblem {
  path: string[];
  message: string;
}

/**
 * The earliest instant by which `durationMs` of open time have passed; never before the start. Hours that are
 * never open (validation refuses them) count as always open, so that a promise always has a time.
 */
export function dueAfter(start: Date, durationMs: number, hours: BusinessHours): Date {
  if (durationMs <= 0) return start;
  let left = durationMs;
  for (const open of openTimes(start, hours)) {
    if (left <= open.end - open.start) return new Date(open.start + left);
    left -= open.end - open.start;
  }
  return new Date(start.getTime() + durationMs);
}

/** Open time between two instants; 0 when the end is not after the start. */
export function businessMsBetween(start: Date, end: Date, hours: BusinessHours): number {
  let total = 0;
  for (const open of openTimes(start, hours)) {
    if (open.start >= end.getTime()) break;
    total += Math.min(open.end, end.getTime()) - open.start;
  }
  return total;
}

export function validateBusinessHours(input: unknown): BusinessHoursProblem[] {
  const { error } = businessHoursSchema.safeParse(input);
  return (error?.issues ?? []).map((issue) => ({ path: issue.path.map(String), message: issue.message }));
}

interface OpenTime {
  start: number;
  end: number;
}

// Far beyond every promise; without an end, holidays on every day would be searched for ever.
const searchedDays = 36_525;

function* openTimes(start: Date, hours: BusinessHours): Generator<OpenTime> {
  if (hours === null || isNeverOpen(hours)) {
    yield { start: start.getTime(), end: Number.POSITIVE_INFINITY };
    return;
  }
  const holidays = new Set(hours.holidays);
  let reached = start.getTime();
  let date = localDateOf(start, hours.timeZone);
  for (let day = 0; day < searchedDays; day += 1, date = nextDay(date)) {
    if (holidays.has(date)) continue;
    for (const span of spansOf(date, hours)) {
      // Spans that overlap are refused by validation; were they stored all the same, no minute may count twice.
      const open = { start: Math.max(span.start, reached), end: span.end };
      if (open.end <= open.start) continue;
      yield open;
      reached = open.end;
    }
  }
}

function spansOf(date: LocalDate, hours: NonNullable<BusinessHours>): OpenTime[] {
  const clock = clockOf(date, hours.timeZone);
  return hours.weekly[isoWeekdayOf(date)]
    .map(({ from, to }) => ({ start: clock(minuteOf(from)).getTime(), end: clock(minuteOf(to)).getTime() }))
    .sort((a, b) => a.start - b.start);
}

const isNeverOpen = (hours: NonNullable<BusinessHours>): boolean =>
  isoWeekdays.every((weekday) => hours.weekly[weekday].every(({ from, to }) => from >= to));

const minuteOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

const timeOfDay = z.string().regex(/^(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)$/, {
  error: "must be a time of day, such as 09:00",
  abort: true,
});

const spans = z
  .array(
    z.strictObject({ from: timeOfDay, to: timeOfDay }).refine(({ from, to }) => from < to, "must end after it begins"),
  )
  .refine(areApart, "must not overlap");

const businessHoursSchema = z
  .strictObject({
    timeZone: z.string().refine(isTimeZone, "must be a time zone, such as Europe/Berlin"),
    weekly: z
      .strictObject({ 1: spans, 2: spans, 3: spans, 4: spans, 5: spans, 6: spans, 7: spans })
      .refine((weekly) => Object.values(weekly).some((day) => day.length > 0), "must be open at some time of the week"),
    holidays: z.array(z.string().refine(isLocalDate, "must be a date, such as 2026-12-25")),
  })
  .nullable();

function areApart(day: Span[]): boolean {
  const sorted = day.toSorted((a, b) => a.from.localeCompare(b.from));
  return sorted.every((span, index) => index === 0 || (sorted[index - 1]?.to ?? "") <= span.from);
}
