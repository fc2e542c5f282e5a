import { readEmail, readPhone } from "../../contacts/contact-point.js";
import { isJsonObject, type JsonValue } from "../../platform/json.js";
import { readSubmittedAt } from "../submitted-at.js";
import type { Answer } from "./form-answers.js";
import { asksForOtherNumber, isHoneypotName, plainLabel, readLabel } from "./form-labels.js";
import { phonesIn, textOf } from "./form-values.js";
import { type Meaning, meanings } from "./form-words.js";

export interface FormSource {
  /** The names of the source's own fields, as `{ "field_7": "phone" }`. What it says goes before all that is guessed. */
  fieldMap: Readonly<Record<string, string>>;
  /** The country of numbers without a country code, as in US. */
  defaultCountry: string | null;
}

/** How it is known what an answer is about, the surest first. */
export const grounds = ["MAP", "TOOL", "LABEL", "KEYWORD", "NONE"] as const;
export type Ground = (typeof grounds)[number];

export interface Reading extends Answer {
  name: string;
  about: Meaning;
  ground: Ground;
}

export function answerReader({ fieldMap }: FormSource): (answer: Answer) => Reading {
  const mapped = meaningsOf(fieldMap);
  return (answer) => {
    const name = answer.path.join(".");
    const label = answer.path.at(-1) ?? "";
    const wanted =
      mapped.get(name) ?? mapped.get(label) ?? (hasLetter(label) ? mapped.get(plainLabel(label)) : undefined);
    if (wanted !== undefined) return { ...answer, name, about: wanted, ground: "MAP" };
    if (answer.meaning !== undefined) return { ...answer, name, about: answer.meaning, ground: "TOOL" };
    if (isHoneypotName(name)) return { ...answer, name, about: "honeypot", ground: "LABEL" };
    if (tellsOfSender(answer.value)) return { ...answer, name, about: "metadata", ground: "LABEL" };
    const reading = readLabel(label);
    if (reading === null) return { ...answer, name, about: "answer", ground: "NONE" };
    return { ...answer, name, about: reading.meaning, ground: reading.isExact ? "LABEL" : "KEYWORD" };
  };
}

/** The texts of an answer that may be an address or a number, each on its own. */
export function textsFor(about: "email" | "phone", value: JsonValue): string[] {
  if (about === "phone") return phonesIn(value);
  return Array.isArray(value) || isJsonObject(value) ? (textOf(value)?.split("\n") ?? []) : [textOf(value) ?? ""];
}

export const isUsable = (about: "email" | "phone", text: string, source: FormSource): boolean =>
  about === "email" ? readEmail(text) !== null : readPhone(text, source.defaultCountry) !== null;

/** Whether a text is an address or a number on the face of it, under a label that says nothing. */
export function isEvident(about: "email" | "phone", { name, value }: Reading, source: FormSource): boolean {
  if (typeof value !== "string" || value.length > 254) return false;
  if (about === "email") return !/\s/.test(value.trim()) && readEmail(value) !== null;
  if (!/^\s*[+(]?\d[\d\s().+/-]{6,30}(?:\s*(?:x|ext)\.?\s*\d{1,6})?\s*$/i.test(value)) return false;
  if (asksForOtherNumber(name) || readSubmittedAt(value) !== null) return false;
  return readPhone(value, source.defaultCountry) !== null || (source.defaultCountry === null && isGrouped(value));
}

// Where no country is known, ten digits that somebody grouped are rather a telephone than anything else.
const isGrouped = (value: string): boolean =>
  /[\s().-]/.test(value.trim()) && /^\d{10,15}$/.test(value.replace(/\D/g, ""));

function meaningsOf(fieldMap: FormSource["fieldMap"]): Map<string, Meaning> {
  const entries = Object.entries(fieldMap).flatMap(([field, wanted]): [string, Meaning][] => {
    const meaning = meanings.find((known) => known === wanted);
    return meaning === undefined ? [] : [[field, meaning]];
  });
  return new Map([
    // Without letters nothing but the number itself tells one field from another.
    ...entries
      .filter(([field]) => hasLetter(field))
      .map(([field, meaning]): [string, Meaning] => [plainLabel(field), meaning]),
    ...entries.map(([field, meaning]): [string, Meaning] => [field.replace(/\[([^\]]*)\]/g, ".$1"), meaning]),
    ...entries,
  ]);
}

const hasLetter = (text: string): boolean => /\p{L}/u.test(text);

// The visitor's browser and address come under many names and are never an answer.
const tellsOfSender = (value: JsonValue): boolean =>
  typeof value === "string" && /^(?:Mozilla\/\d[\s\S]*|\d{1,3}(?:\.\d{1,3}){3})$/.test(value.trim());
