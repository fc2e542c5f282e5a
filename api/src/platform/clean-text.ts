import { type JsonObject, type JsonValue, maxJsonDepth } from "./json.js";

/** What Postgres can hold and UTF-8 can carry: no NUL, no half of a surrogate pair. Nothing else is changed. */
export const cleanText = (text: string): string => text.replaceAll("\0", "").replace(/\p{Surrogate}/gu, "\uFFFD");

/** The same for everything inside a JSON value, keys included; what JSON cannot say becomes null, as in JSON.stringify. */
export const cleanJson = (value: unknown): JsonValue => cleanAt(0, value);

function cleanAt(depth: number, value: unknown): JsonValue {
  if (typeof value === "string") return cleanText(value);
  if (typeof value === "boolean") return value;
  if (typeof value === "number") return Number.isFinite(value) ? value : null;
  if (typeof value === "bigint") return value.toString();
  if (typeof value !== "object" || value === null) return null;
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  if (depth >= maxJsonDepth) return "[nested too deeply]";
  if (Array.isArray(value)) return value.map((item) => cleanAt(depth + 1, item));
  return cleanObject(depth, value);
}

function cleanObject(depth: number, value: object): JsonObject {
  // A key named __proto__ is never an answer; left in, it becomes a prototype where somebody copies the object.
  const members = Object.entries(value).filter(([key, member]) => key !== "__proto__" && member !== undefined);
  return Object.fromEntries(members.map(([key, member]) => [cleanText(key), cleanAt(depth + 1, member)]));
}
