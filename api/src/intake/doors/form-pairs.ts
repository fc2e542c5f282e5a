import type { JsonObject, JsonValue } from "../../platform/json.js";

/**
 * One value of the fields of a form. A repeated name, or one that ends in `[]`, is a list; brackets are objects
 * inside objects, and lists of objects where they are numbered from 0.
 */
export function valueOfPairs(pairs: readonly (readonly [name: string, value: string])[]): JsonObject {
  const form: Branch = new Map();
  for (const [name, value] of pairs) plant(form, namesIn(name), value);
  return asObject(form);
}

interface Leaf {
  values: string[];
  isList: boolean;
}
type Branch = Map<string, Branch | Leaf>;

// A name with more brackets than any form has is taken as it is.
const maxDepth = 8;

function namesIn(name: string): string[] {
  const [, first = "", brackets = ""] = /^([^[\]]+)((?:\[[^[\]]*\])+)$/.exec(name) ?? [];
  const names = [first, ...Array.from(brackets.matchAll(/\[([^[\]]*)\]/g), ([, inner = ""]) => inner)];
  return brackets === "" || names.length > maxDepth ? [name] : names;
}

function plant(form: Branch, names: string[], value: string): void {
  const isList = names.length > 1 && names.at(-1) === "";
  const way = isList ? names.slice(0, -1) : names;
  let branch = form;
  for (const name of way.slice(0, -1)) {
    const there = branch.get(name);
    // A field that is text and object at once keeps its text under no name.
    const next: Branch = there instanceof Map ? there : new Map(there === undefined ? [] : [["", there]]);
    branch.set(name, next);
    branch = next;
  }
  const last = way.at(-1) ?? "";
  const there = branch.get(last);
  if (there instanceof Map) {
    const inner = there.get("");
    there.set("", grown(inner instanceof Map ? undefined : inner, value, isList));
  } else {
    branch.set(last, grown(there, value, isList));
  }
}

const grown = (leaf: Leaf | undefined, value: string, isList: boolean): Leaf => {
  if (leaf === undefined) return { values: [value], isList };
  leaf.values.push(value);
  return leaf;
};

function asObject(branch: Branch): JsonObject {
  const members = Array.from(branch).filter(([name]) => name !== "__proto__");
  return Object.fromEntries(members.map(([name, member]) => [name, asJson(member)]));
}

function asJson(member: Branch | Leaf): JsonValue {
  if (!(member instanceof Map))
    return member.values.length > 1 || member.isList ? member.values : (member.values[0] ?? null);
  const isNumbered = Array.from(member.keys()).every((name, index) => name === String(index));
  const isOfObjects = Array.from(member.values()).every((inner) => inner instanceof Map);
  return isNumbered && isOfObjects ? Array.from(member.values(), asJson) : asObject(member);
}
