import fc from "fast-check";
import { type JsonValue, readJson } from "./json.js";

const read = (text: string): JsonValue => {
  const result = readJson(text);
  if (!result.ok) throw new Error(`${text} was not read: ${result.problem}`);
  return result.value;
};

it("keeps an id of 64 bits whole, where JavaScript's own reader loses its last digits", () => {
  expect(read('{"lead_id": 9007199254740993, "form_id": 40}')).toEqual({ lead_id: "9007199254740993", form_id: 40 });
  expect(read("-9007199254740993")).toBe("-9007199254740993");
  expect(read("1e400")).toBe("1e400");
});

it("keeps numbers that JavaScript can hold as numbers", () => {
  expect(read("[0, -1, 12025550101, 9007199254740991, 0.5, -1.25e2, 1e21]")).toEqual([
    0, -1, 12025550101, 9007199254740991, 0.5, -125, 1e21,
  ]);
});

it("keeps every value of a key that is sent several times", () => {
  expect(read('{"Phone": "1", "Email": "e", "Phone": "2", "Phone": ["3"]}')).toEqual({
    Phone: ["1", "2", ["3"]],
    Email: "e",
  });
  expect(read('{"Phone": ["1"], "Phone": null}')).toEqual({ Phone: [["1"], null] });
});

it("leaves a prototype key out and an honest key named constructor in", () => {
  const value = read('{"__proto__": {"admin": true}, "constructor": "x", "inner": {"__proto__": 1}}');

  expect(value).toEqual({ constructor: "x", inner: {} });
  expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  expect(Object.hasOwn(value as object, "__proto__")).toBe(false);
});

it.each([
  "",
  " ",
  "{",
  "[1,]",
  "[,1]",
  '{"a" 1}',
  '{"a": 1,}',
  "{a: 1}",
  "01",
  "1.",
  "- 1",
  "nul",
  "true false",
  '"open',
  '"\\',
  '"\\x"',
  '"line\nbreak"',
  '{"name":"Dana Example","message":"She said "hi" and left"}',
])("does not read %j as JSON", (text) => {
  expect(readJson(text)).toEqual({ ok: false, problem: "NOT_JSON" });
});

it("refuses what is nested so deep that walking it would exhaust the stack", () => {
  expect(readJson("[".repeat(1_000_000))).toEqual({ ok: false, problem: "TOO_DEEP" });
  expect(readJson(`${"[".repeat(101)}1${"]".repeat(101)}`)).toEqual({ ok: false, problem: "TOO_DEEP" });
  expect(readJson(`${"[".repeat(100)}1${"]".repeat(100)}`).ok).toBe(true);
});

it("otherwise reads what JSON.stringify writes exactly as JSON.parse does", () => {
  const asWeRead = (key: string, member: unknown): unknown => {
    if (key === "__proto__") return undefined;
    return Number.isInteger(member) && !Number.isSafeInteger(member) && !/e/.test(String(member))
      ? String(member)
      : member;
  };
  fc.assert(
    fc.property(fc.jsonValue({ depthSize: "medium" }), (value) => {
      for (const text of [JSON.stringify(value), JSON.stringify(value, null, "\t")]) {
        expect(read(text)).toEqual(JSON.parse(text, asWeRead));
      }
    }),
  );
});

it("never throws, whatever the text", () => {
  fc.assert(fc.property(fc.string({ unit: fc.constantFrom(...'{}[]",:\\ 0e-.tu\n') }), (text) => void readJson(text)));
});
