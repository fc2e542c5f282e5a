import { createHash } from "node:crypto";
import { cleanJson } from "../platform/clean-text.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../platform/json.js";

export interface EnquiryContent {
  channel: string;
  contact: Readonly<Partial<Record<"name" | "email" | "phone", string | null | undefined>>>;
  message?: string | null | undefined;
  serviceInterest?: string | null | undefined;
  sourcePage?: string | null | undefined;
  fields?: unknown;
}

/**
 * The same 32 bytes for the same content: without regard to the order of fields, to blanks and line ends around and
 * inside texts as browsers change them, and to what was left out or left empty. When it was sent plays no part.
 * Stored for ever beside the idempotency key, so what it covers cannot change.
 */
export function contentHash({
  channel,
  contact,
  message,
  serviceInterest,
  sourcePage,
  fields,
}: EnquiryContent): Buffer {
  const { name, email, phone } = contact;
  const content = { channel, contact: { name, email, phone }, message, serviceInterest, sourcePage, fields };
  return createHash("sha256")
    .update(JSON.stringify(canonical(cleanJson(content))))
    .digest();
}

function canonical(value: JsonValue): JsonValue {
  if (typeof value === "string") return value.normalize("NFC").replace(/\r\n?/g, "\n").trim();
  if (Array.isArray(value)) return value.map(canonical);
  return isJsonObject(value) ? sorted(value) : value;
}

function sorted(value: JsonObject): JsonObject | null {
  const members = Object.keys(value)
    .toSorted()
    .map((key): [string, JsonValue] => [key, canonical(value[key] ?? null)])
    .filter(([, member]) => member !== null && member !== "");
  // In numbers' own order JavaScript would put keys such as "10" and "2"; pairs keep the order given.
  return members.length === 0 ? null : { pairs: members };
}
