import { DateTime } from "luxon";

/**
 * The time that the visitor's side gives. Without a zone it is read as UTC, as form tools mean it; seconds and
 * milliseconds since 1970 are told apart by their size. Null when it is no time, or none of this age.
 */
export function readSubmittedAt(raw: unknown): Date | null {
  if (typeof raw !== "string" && typeof raw !== "number") return null;
  const text = String(raw).slice(0, 64).trim();
  const time = /^\d{10}(?:\.\d+)?$|^\d{13}$/.test(text) ? sinceEpoch(text) : written(text);
  return time.isValid && time.year >= 2000 && time.year < 2100 ? time.toJSDate() : null;
}

const sinceEpoch = (digits: string): DateTime =>
  DateTime.fromMillis(digits.length === 13 ? Number(digits) : Number(digits) * 1000, { zone: "utc" });

function written(text: string): DateTime {
  const iso = text
    .replace(/^(\d{4}-\d{2}-\d{2}) (?=\d)/, "$1T")
    .replace(/ ?(?:UTC|GMT)$/, "Z")
    .replace(/ (?=[+-]\d)/, "");
  return /^\d{4}-\d{2}-\d{2}/.test(iso)
    ? DateTime.fromISO(iso, { zone: "utc" })
    : DateTime.fromRFC2822(text, { zone: "utc" });
}
