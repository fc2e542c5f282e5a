import { IANAZone } from "luxon";

/** A day of the calendar, as in 2026-03-02, that belongs to no zone yet. */
export type LocalDate = string;

/** 1 is Monday, 7 is Sunday. */
export const isoWeekdays = [1, 2, 3, 4, 5, 6, 7] as const;
export type IsoWeekday = (typeof isoWeekdays)[number];

export interface InstantRange {
  start: Date;
  end: Date;
}

export const isTimeZone = (name: string): boolean => /^[A-Za-z]/.test(name) && IANAZone.isValidZone(name);

export function isLocalDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const instant = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(text);
}

/** Half-open: from midnight of the first day to midnight after the last. A day of 23 or 25 hours counts whole. */
export function rangeOf(from: LocalDate, to: LocalDate, zone: string): InstantRange {
  if (from > to) throw new RangeError(`The range begins on ${from}, after its end on ${to}`);
  return { start: clockOf(from, zone)(0), end: clockOf(nextDay(to), zone)(0) };
}

export function localDateOf(instant: Date, zone: string): LocalDate {
  return new Date(instant.getTime() + offsetMs(instant.getTime(), zone)).toISOString().slice(0, 10);
}

export function nextDay(date: LocalDate): LocalDate {
  return new Date(wallMs(date) + dayMs).toISOString().slice(0, 10);
}

export function isoWeekdayOf(date: LocalDate): IsoWeekday {
  return isoWeekdays[new Date(wallMs(date)).getUTCDay() - 1] ?? 7;
}

/**
 * Tells for one day when its clock first shows a minute of the day (1440 is the next midnight). A minute that the
 * clock jumps over, also a midnight, is the instant of the jump; of a minute shown twice it is the first.
 */
export function clockOf(date: LocalDate, zone: string): (minuteOfDay: number) => Date {
  const midnight = wallMs(date);
  // Offsets on both sides of the day tell whether clocks change near it; on most days they do not.
  const before = offsetMs(midnight - dayMs, zone);
  const after = offsetMs(midnight + 2 * dayMs, zone);

  return (minuteOfDay) => {
    const wall = midnight + minuteOfDay * minuteMs;
    if (before === after) return new Date(wall - before);
    const shown = [wall - before, wall - after].filter((instant) => wallAt(instant, zone) === wall);
    return new Date(shown.length > 0 ? Math.min(...shown) : jumpOver(wall, wall - after, wall - before, zone));
  };
}

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

function wallMs(date: LocalDate): number {
  if (!isLocalDate(date)) throw new RangeError(`${date} is not a date such as 2026-03-02`);
  return Date.parse(`${date}T00:00:00Z`);
}

function offsetMs(instant: number, name: string): number {
  const zone = IANAZone.create(name);
  if (!zone.isValid) throw new RangeError(`${name} is not a time zone such as Europe/Berlin`);
  return Math.round(zone.offset(instant) * minuteMs);
}

const wallAt = (instant: number, zone: string): number => instant + offsetMs(instant, zone);

function jumpOver(wall: number, beforeJump: number, afterJump: number, zone: string): number {
  let low = beforeJump;
  let high = afterJump;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (wallAt(middle, zone) < wall) low = middle;
    else high = middle;
  }
  return high;
}
