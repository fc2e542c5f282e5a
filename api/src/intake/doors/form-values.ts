import { readPhone } from "../../contacts/contact-point.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../../platform/json.js";
import { plainLabel } from "./form-labels.js";

/** What a person would read of a value, on one line for each of its parts; null when there is nothing to read. */
export function textOf(value: JsonValue, separator = "\n"): string | null {
  const text = textsIn(value).join(separator);
  return text === "" ? null : text;
}

/** The telephone numbers of one answer, as sent; one that comes in parts is put together. */
export function phonesIn(value: JsonValue): string[] {
  if (Array.isArray(value)) return value.flatMap(phonesIn);
  return isJsonObject(value) ? phoneOfParts(value) : textsIn(value);
}

/** The name of one answer; one that comes in parts is put together. */
export function nameIn(value: JsonValue): string | null {
  if (!isJsonObject(value)) return textOf(value, " ");
  const parts = partsOf(value);
  const first = parts.get("first") ?? parts.get("first name") ?? parts.get("given name");
  const last = parts.get("last") ?? parts.get("last name") ?? parts.get("family name") ?? parts.get("surname");
  const middle = parts.get("middle") ?? parts.get("middle name");
  const joined = [first, middle, last].filter((part) => part !== undefined).join(" ");
  return joined === "" ? textOf(value, " ") : joined;
}

function textsIn(value: JsonValue): string[] {
  if (typeof value === "string") return value.trim() === "" ? [] : [value.trim()];
  if (typeof value === "number") return [String(value)];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(textsIn);
}

function phoneOfParts(value: JsonObject): string[] {
  const parts = partsOf(value);
  const whole = ["full", "e 164", "international", "formatted", "number", "phone", "phone number", "value", "national"]
    .map((name) => parts.get(name))
    .find((text) => text !== undefined);
  if (whole === undefined) return textsIn(value);
  const area = parts.get("area") ?? parts.get("area code");
  const number = area === undefined || parts.has("full") ? whole : `${area} ${whole}`;
  const country = ["country", "country code", "iso", "code", "dial code", "prefix"]
    .map((name) => parts.get(name))
    .find((text) => text !== undefined);
  if (country === undefined || /^(?:\+|00)/.test(number)) return [number];
  const dialled = /^\+?(\d{1,4})$/.exec(country)?.[1];
  return [dialled === undefined ? (readPhone(number, country)?.value ?? number) : `+${dialled} ${number}`];
}

const partsOf = (value: JsonObject): Map<string, string> =>
  new Map(
    Object.entries(value).flatMap(([name, part]): [string, string][] => {
      const text = textOf(part, " ");
      return text === null ? [] : [[plainLabel(name), text]];
    }),
  );
