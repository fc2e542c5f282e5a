import { isJsonObject, type JsonObject, type JsonValue, readJson } from "../../platform/json.js";
import { readLabel } from "./form-labels.js";
import type { Meaning } from "./form-words.js";

/** One question of a form with what was answered, in whatever shape it was sent. */
export interface Answer {
  /** Where it stood: the label, or the names on the way to it. */
  path: readonly string[];
  value: JsonValue;
  /** Only where the form tool itself says what it is. */
  meaning?: Meaning;
  isLongText?: boolean;
}

/** Walks an object of no known form tool: label to value, lists of questions and answers, objects inside objects. */
export const answersOf = (body: JsonObject, path: readonly string[] = []): Answer[] =>
  Object.entries(body).flatMap(([name, value]) => answersAt([...path, name], opened(name, value)));

/** The answers of a list in which each item names its question, as `[{ label, value }]`; null when it is none. */
export function questionsIn(value: JsonValue | undefined): Answer[] | null {
  const items = Array.isArray(value) ? value : isJsonObject(value) ? Object.values(value) : [];
  const answers = items.map(asQuestion);
  return answers.length > 0 && answers.every((answer) => answer !== null) ? answers : null;
}

export const kindOfInput = (type: JsonValue | undefined): Pick<Answer, "meaning" | "isLongText"> => {
  if (typeof type !== "string") return {};
  if (/email/i.test(type)) return { meaning: "email" };
  if (/phone|^tel$/i.test(type)) return { meaning: "phone" };
  return /textarea|long|paragraph/i.test(type) ? { isLongText: true } : {};
};

// Beyond this an answer is one value with an inside, not a form inside a form.
const maxPath = 6;

function answersAt(path: readonly string[], value: JsonValue): Answer[] {
  const questions = questionsIn(value);
  if (questions !== null) return questions;
  return isJsonObject(value) && path.length < maxPath && !isOneAnswer(path.at(-1) ?? "")
    ? answersOf(value, path)
    : [{ path, value }];
}

// { name: { first, last } } and { phone: { country, number } } are one answer in parts.
function isOneAnswer(label: string): boolean {
  const reading = readLabel(label);
  return reading?.isExact === true && ["email", "phone", "name", "message"].includes(reading.meaning);
}

// Some tools put the whole form as JSON text into one field.
function opened(name: string, value: JsonValue): JsonValue {
  if (typeof value !== "string" || !/^(?:payload|data|data[._]json|body|form_?data|fields|json)$/i.test(name))
    return value;
  const inner = readJson(value);
  return inner.ok && typeof inner.value === "object" && inner.value !== null ? inner.value : value;
}

function asQuestion(item: JsonValue): Answer | null {
  if (!isJsonObject(item)) return null;
  const valueName = valueNames.find((name) => Object.hasOwn(item, name));
  const labels = labelNames.filter((name) => Object.hasOwn(item, name)).map((name) => item[name]);
  if (valueName === undefined || labels.length === 0 || Object.keys(item).some(namesContactPoint)) return null;
  const label = labels.find((text) => typeof text === "string" && text.trim() !== "");
  return { path: [String(label ?? "")], value: item[valueName] ?? null, ...kindOfInput(item.type) };
}

// A lead may have a name and a value as well; a question has no address and no number of its own.
function namesContactPoint(name: string): boolean {
  const reading = readLabel(name);
  return reading?.isExact === true && (reading.meaning === "email" || reading.meaning === "phone");
}

const labelNames = ["label", "title", "question", "name", "field", "fieldName", "field_name", "key", "id"];
const valueNames = ["value", "answer", "values", "response"];
