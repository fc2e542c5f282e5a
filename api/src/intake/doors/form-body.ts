import { isUtf8 } from "node:buffer";
import { TextDecoder } from "node:util";
import { isJsonObject, type JsonValue, readJson } from "../../platform/json.js";
import { valueOfPairs } from "./form-pairs.js";

export const formBodyProblems = ["EMPTY", "UNREADABLE", "TOO_DEEP", "TOO_MANY_FIELDS", "MULTIPART"] as const;
export type FormBodyProblem = (typeof formBodyProblems)[number];

export type FormBody = { ok: true; value: JsonValue } | { ok: false; problem: FormBodyProblem };

/**
 * Decodes what a form has sent, by its bytes first, since content types are often missing or wrong. Never throws: what
 * cannot be read may still come from a real person, whose bytes the caller keeps. A body in parts (MULTIPART) is for
 * a library to take apart; its fields then go through `valueOfPairs`.
 */
export function readFormBody(bytes: Buffer, contentType: string | undefined): FormBody {
  const type = contentType?.toLowerCase() ?? "";
  const charset = /charset=\s*"?([\w.:-]+)/.exec(type)?.[1] ?? "utf-8";
  const text = decoded(bytes, charset).trim();
  if (text === "") return { ok: false, problem: "EMPTY" };
  if (type.trimStart().startsWith("multipart/") || isInParts(text)) return { ok: false, problem: "MULTIPART" };
  if (/^[{["]/.test(text)) return readJsonBody(text);
  if (text.startsWith("<") || !text.includes("=")) return { ok: false, problem: "UNREADABLE" };
  const isLines = type.trimStart().startsWith("text/plain") && /\s/.test(text);
  return readPairs(isLines ? linePairs(text) : encodedPairs(bytes.toString("latin1").trim(), charset));
}

// No form asks so much; each field costs a look at its label.
const maxFields = 2000;

const isInParts = (text: string): boolean => /^--[^\r\n]{1,80}\r?\ncontent-/i.test(text);

function readJsonBody(text: string): FormBody {
  const read = readJson(text);
  if (!read.ok) return { ok: false, problem: read.problem === "TOO_DEEP" ? "TOO_DEEP" : "UNREADABLE" };
  // Some tools make text of their JSON twice.
  const inner = typeof read.value === "string" ? readJson(read.value) : read;
  if (!inner.ok || typeof inner.value !== "object" || inner.value === null) return { ok: false, problem: "UNREADABLE" };
  return fieldsIn(inner.value) > maxFields ? { ok: false, problem: "TOO_MANY_FIELDS" } : inner;
}

function fieldsIn(value: JsonValue): number {
  if (Array.isArray(value)) return value.reduce((sum: number, item) => sum + fieldsIn(item), 0);
  return isJsonObject(value) ? Object.values(value).reduce((sum: number, item) => sum + fieldsIn(item), 0) : 1;
}

function readPairs(pairs: readonly [name: string, value: string][]): FormBody {
  const [only] = pairs;
  // JSON that was sent as if it were the name of a field.
  if (pairs.length === 1 && only?.[1] === "" && /^[{[]/.test(only[0])) return readJsonBody(only[0]);
  return pairs.length > maxFields
    ? { ok: false, problem: "TOO_MANY_FIELDS" }
    : { ok: true, value: valueOfPairs(pairs) };
}

// Each byte is one character here, so that every name and value can find its own charset.
const encodedPairs = (latin1: string, charset: string): [name: string, value: string][] =>
  latin1
    .split("&")
    .filter((pair) => pair !== "")
    .map((pair) => {
      const [name = "", ...value] = pair.split("=");
      return [decodedPart(name, charset), decodedPart(value.join("="), charset)];
    });

function decodedPart(part: string, charset: string): string {
  const latin1 = part
    .replaceAll("+", " ")
    .replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return decoded(Buffer.from(latin1, "latin1"), charset);
}

// As browsers send a form of enctype text/plain: a line for each field, and what has no name goes on with the last.
function linePairs(text: string): [name: string, value: string][] {
  const lines = text.split(/\r?\n(?=[^\s=]{1,100}=)/);
  return lines.map((line) => {
    const [name = "", ...value] = line.split("=");
    return [name, value.join("=").replace(/\r\n/g, "\n")];
  });
}

/** Bytes that are UTF-8 are read so even where a western charset is claimed; text in another is hardly ever UTF-8. */
function decoded(bytes: Buffer, charset: string): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  const isWestern = /^(?:utf-?8|us-ascii|ascii|iso-8859-1|iso-8859-15|latin-?1|windows-1252|cp1252)$/.test(charset);
  if (isWestern && isUtf8(bytes)) return new TextDecoder("utf-8").decode(bytes);
  return decoderOf(/^utf-?8$/.test(charset) ? "windows-1252" : charset).decode(bytes);
}

function decoderOf(charset: string): TextDecoder {
  try {
    return new TextDecoder(charset);
  } catch (error) {
    // An unknown charset; nearly every form that still sends one is western.
    if (isUnsupported(error)) return new TextDecoder("windows-1252");
    throw error;
  }
}

const isUnsupported = (error: unknown): boolean =>
  typeof error === "object" && error !== null && "code" in error && error.code === "ERR_ENCODING_NOT_SUPPORTED";
