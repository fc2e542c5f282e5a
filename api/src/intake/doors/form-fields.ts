import { cleanJson, cleanText } from "../../platform/clean-text.js";
import type { JsonObject, JsonValue } from "../../platform/json.js";
import { readSubmittedAt } from "../submitted-at.js";
import { isTrackingName, plainLabel } from "./form-labels.js";
import {
  answerReader,
  type FormSource,
  grounds,
  isEvident,
  isUsable,
  type Reading,
  textsFor,
} from "./form-readings.js";
import { submissionsIn } from "./form-tools.js";
import { nameIn, textOf } from "./form-values.js";
import type { Meaning } from "./form-words.js";
import { readYesNo } from "./yes-no.js";

/** What one visitor sent through a form, told apart; each text as sent, without blanks around it. */
export interface FormSubmission {
  contact: { name: string | null; email: string | null; phone: string | null };
  message: string | null;
  serviceInterest: string | null;
  sourcePage: string | null;
  submittedAt: string | null;
  idempotencyKey: string | null;
  isHoneypotFilled: boolean;
  isOptOut: boolean;
  /** Every other answer, by its label. */
  fields: JsonObject;
  /** What tells of the sending and not of the visitor's wish: form, browser, address, time, trap. */
  metadata: JsonObject;
  /** Campaign parameters of the fields and of the page's address. */
  tracking: Record<string, string>;
}

/**
 * One submission for each lead in a decoded body, of whatever form tool. None where it holds no answers, such as a
 * mere notice that something has happened.
 */
export const readFormFields = (body: JsonValue, source: FormSource): FormSubmission[] =>
  submissionsIn(body).map((answers) => submissionOf(answers.map(answerReader(source)), source));

/** A text with the answers that it was taken from. */
interface Choice {
  text: string;
  from: Reading[];
}

function submissionOf(readings: Reading[], source: FormSource): FormSubmission {
  const chosen = {
    email: chooseContactPoint("email", readings, source),
    phone: chooseContactPoint("phone", readings, source),
    name: chooseName(readings),
    message: chooseText("message", readings) ?? chooseLongText(readings),
    serviceInterest: chooseText("serviceInterest", readings, (value) => textOf(value, ", ")),
    sourcePage: chooseText("sourcePage", inOrderOfPage(readings), pageIn),
    submittedAt: chooseText("submittedAt", readings, timeIn),
    key: chooseText("idempotencyKey", readings),
  };
  const used = new Set(Object.values(chosen).flatMap((choice) => choice?.from ?? []));
  const { email, phone, name, message, serviceInterest, sourcePage, submittedAt, key } = chosen;
  return {
    contact: { name: textIn(name), email: textIn(email), phone: textIn(phone) },
    message: textIn(message),
    serviceInterest: textIn(serviceInterest),
    sourcePage: textIn(sourcePage),
    submittedAt: textIn(submittedAt),
    idempotencyKey: key && keyOf(key, readings),
    isHoneypotFilled: readings.some(({ about, value }) => about === "honeypot" && textOf(value) !== null),
    isOptOut: readings.some(({ about, value }) => about === "optOut" && readYesNo(value) === true),
    fields: byName(readings.filter((reading) => !isMetadata(reading) && !isTold(reading, used))),
    metadata: byName(readings.filter((reading) => isMetadata(reading) && !used.has(reading))),
    tracking: trackingIn(readings),
  };
}

function chooseContactPoint(about: "email" | "phone", readings: Reading[], source: FormSource): Choice | null {
  const offers = readings.flatMap((reading) =>
    textsFor(about, reading.value).map((text) => ({ text, from: [reading], reading })),
  );
  const named = offers.filter(({ reading }) => reading.about === about);
  const unnamed = offers.filter(({ reading }) => reading.ground === "NONE" || reading.ground === "KEYWORD");
  return (
    surestFirst(named).find(({ text }) => isUsable(about, text, source)) ??
    unnamed.find(({ reading }) => isEvident(about, reading, source)) ??
    // What nobody can use is still what the visitor gave, where the field plainly asked for it.
    surestFirst(named).find(({ reading, text }) => reading.ground !== "KEYWORD" && text !== "") ??
    null
  );
}

function chooseName(readings: Reading[]): Choice | null {
  const full = chooseText("name", readings, nameIn);
  const first = chooseText("firstName", readings, nameIn);
  const last = chooseText("lastName", readings, nameIn);
  if (full === null) return joined(first, last);
  // "Prénom" and "Nom", "Nombre" and "Apellidos": beside one half, the field that just says name is the other half.
  if (first !== null && last === null && !full.text.includes(first.text)) return joined(first, full);
  if (last !== null && first === null && !full.text.includes(last.text)) return joined(full, last);
  return full;
}

function chooseText(
  about: Meaning,
  readings: Reading[],
  read: (value: JsonValue) => string | null = textOf,
): Choice | null {
  const offers = readings
    .filter((reading) => reading.about === about)
    .map((reading) => ({ reading, text: read(reading.value) }));
  for (const { reading, text } of surestFirst(offers)) if (text !== null) return { text, from: [reading] };
  return null;
}

function chooseLongText(readings: Reading[]): Choice | null {
  const long = readings.find(
    ({ about, isLongText, value }) => about === "answer" && isLongText === true && textOf(value) !== null,
  );
  return long === undefined ? null : { text: textOf(long.value) ?? "", from: [long] };
}

function joined(...choices: (Choice | null)[]): Choice | null {
  const parts = choices.filter((choice) => choice !== null);
  return parts.length === 0
    ? null
    : { text: parts.map(({ text }) => text).join(" "), from: parts.flatMap(({ from }) => from) };
}

const surestFirst = <Offer extends { reading: Reading }>(offers: Offer[]): Offer[] =>
  offers.toSorted((a, b) => grounds.indexOf(a.reading.ground) - grounds.indexOf(b.reading.ground));

// Where both are sent, the page with the form tells more than the page before it.
const inOrderOfPage = (readings: Reading[]): Reading[] =>
  readings.toSorted((a, b) => Number(/refer/i.test(a.name)) - Number(/refer/i.test(b.name)));

function pageIn(value: JsonValue): string | null {
  const text = textOf(value);
  return text !== null && /^(?:https?:\/\/|www\.|\/)\S*$/i.test(text) ? text : null;
}

const timeIn = (value: JsonValue): string | null => (readSubmittedAt(value) === null ? null : textOf(value));

// The number of an entry is that of one form; of two forms behind one source it must not be the same key.
function keyOf(key: Choice, readings: Reading[]): string | null {
  const isOfForm = key.from.some(({ ground, name }) => ground === "LABEL" && plainLabel(name) === "entry id");
  const form = isOfForm ? readings.find(({ name }) => plainLabel(name) === "form id") : undefined;
  const text = [form && textOf(form.value), key.text].filter((part) => typeof part === "string").join(":");
  return text.length <= 255 ? text : null;
}

function isMetadata({ about, ground, value }: Reading): boolean {
  if (ground === "KEYWORD") return false;
  if (about === "sourcePage") return pageIn(value) !== null;
  if (about === "submittedAt") return timeIn(value) !== null;
  return about === "metadata" || about === "honeypot" || about === "idempotencyKey";
}

// What was told apart is not told twice; an answer in parts stays, since its parts are lost in the text.
const isTold = (reading: Reading, used: Set<Reading>): boolean =>
  used.has(reading) ? typeof reading.value !== "object" : reading.about !== "answer" && isBlank(reading.value);

const isBlank = (value: JsonValue): boolean => value === null || (typeof value === "string" && value.trim() === "");

const textIn = (choice: Choice | null): string | null => (choice === null ? null : cleanText(choice.text));

function byName(readings: Reading[]): JsonObject {
  const named = new Map<string, JsonValue[]>();
  for (const { name, value } of readings) named.set(name, [...(named.get(name) ?? []), value]);
  named.delete("__proto__");
  return Object.fromEntries(
    Array.from(named, ([name, values]) => [cleanText(name), cleanJson(values.length > 1 ? values : values[0])]),
  );
}

function trackingIn(readings: Reading[]): Record<string, string> {
  const pages = inOrderOfPage(readings.filter(({ about }) => about === "sourcePage")).map(({ value }) => pageIn(value));
  const ofPages = pages
    .toReversed()
    .flatMap((page) => [...new URLSearchParams(page?.split("#")[0]?.split("?")[1] ?? "")]);
  const ofFields = readings.map(({ path, value }): [string, string] => [path.at(-1) ?? "", textOf(value, " ") ?? ""]);
  const known = [...ofPages, ...ofFields].filter(([name, value]) => isTrackingName(name) && value !== "");
  return Object.fromEntries(known.map(([name, value]) => [name.toLowerCase(), cleanText(value)]));
}
