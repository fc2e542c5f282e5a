export type JsonValue = string | number | boolean | null | JsonValue[] | JsonObject;
export interface JsonObject {
  [key: string]: JsonValue;
}

export const jsonProblems = ["NOT_JSON", "TOO_DEEP"] as const;
export type JsonProblem = (typeof jsonProblems)[number];

/** No form and no provider nests deeper; what does would exhaust the stack of whoever walks it later. */
export const maxJsonDepth = 100;

export const isJsonObject = (value: JsonValue | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * Reads JSON that a stranger sent. Unlike JSON.parse it keeps whole numbers that JavaScript cannot hold (ids of
 * 64 bits) as strings, keeps every value of a repeated key (as a list), drops `__proto__`, bounds the depth, and
 * never throws.
 */
export function readJson(text: string): { ok: true; value: JsonValue } | { ok: false; problem: JsonProblem } {
  try {
    return { ok: true, value: readWhole(text) };
  } catch (error) {
    if (error instanceof UnreadableJson) return { ok: false, problem: error.problem };
    throw error;
  }
}

class UnreadableJson extends Error {
  constructor(readonly problem: JsonProblem) {
    super(problem);
  }
}

function readWhole(text: string): JsonValue {
  let at = 0;

  const value = readValue(0);
  skipSpace();
  if (at < text.length) throw new UnreadableJson("NOT_JSON");
  return value;

  function readValue(depth: number): JsonValue {
    if (depth > maxJsonDepth) throw new UnreadableJson("TOO_DEEP");
    skipSpace();
    if (text[at] === "{") return readObject(depth);
    if (text[at] === "[") return readList(depth);
    if (text[at] === '"') return readString();
    return readLiteral();
  }

  function readObject(depth: number): JsonObject {
    const members = new Map<string, JsonValue>();
    const repeated = new Set<string>();
    at += 1;
    while (!closes("}", members.size > 0)) {
      const key = readString();
      skipSpace();
      expect(":");
      const value = readValue(depth + 1);
      const before = members.get(key);
      if (before === undefined) members.set(key, value);
      else members.set(key, repeated.has(key) && Array.isArray(before) ? [...before, value] : [before, value]);
      if (before !== undefined) repeated.add(key);
    }
    members.delete("__proto__");
    return Object.fromEntries(members);
  }

  function readList(depth: number): JsonValue[] {
    const items: JsonValue[] = [];
    at += 1;
    while (!closes("]", items.length > 0)) items.push(readValue(depth + 1));
    return items;
  }

  function closes(bracket: "}" | "]", hasItems: boolean): boolean {
    skipSpace();
    if (text[at] === bracket) {
      at += 1;
      return true;
    }
    if (hasItems) {
      expect(",");
      skipSpace();
    }
    return false;
  }

  function readString(): string {
    const start = at;
    if (text[at] !== '"') throw new UnreadableJson("NOT_JSON");
    at += 1;
    while (at < text.length && text[at] !== '"') at += text[at] === "\\" ? 2 : 1;
    at += 1;
    const read = parse(text.slice(start, at));
    if (typeof read !== "string") throw new UnreadableJson("NOT_JSON");
    return read;
  }

  function readLiteral(): JsonValue {
    literal.lastIndex = at;
    const found = literal.exec(text)?.[0];
    if (found === undefined) throw new UnreadableJson("NOT_JSON");
    at += found.length;
    const read = parse(found);
    if (typeof read !== "number") return read;
    const isHeld = Number.isInteger(read) ? Number.isSafeInteger(read) || /[.eE]/.test(found) : Number.isFinite(read);
    return isHeld ? read : found;
  }

  function expect(sign: string): void {
    if (text[at] !== sign) throw new UnreadableJson("NOT_JSON");
    at += 1;
  }

  function skipSpace(): void {
    while (text[at] === " " || text[at] === "\n" || text[at] === "\r" || text[at] === "\t") at += 1;
  }
}

const literal = /true|false|null|-?\d[\d.eE+-]*/y;

function parse(scalar: string): string | number | boolean | null {
  try {
    return JSON.parse(scalar);
  } catch (error) {
    if (error instanceof SyntaxError) throw new UnreadableJson("NOT_JSON");
    throw error;
  }
}
