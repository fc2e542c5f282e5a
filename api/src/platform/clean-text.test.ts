import fc from "fast-check";
import { cleanJson, cleanText } from "./clean-text.js";

it("removes NUL, which Postgres refuses in text and in jsonb", () => {
  expect(cleanText("a\0b\0")).toBe("ab");
  expect(cleanText("\0")).toBe("");
});

it("replaces half of a surrogate pair, which no UTF-8 driver can send, and leaves whole emoji", () => {
  expect(cleanText("Dana \ud83d")).toBe("Dana \ufffd");
  expect(cleanText("\ude00!\ud83d\ude00")).toBe("\ufffd!😀");
});

it("changes nothing else: control, direction and joining marks, accents and line ends stay", () => {
  const text = "\u0001\u001b\u202e\u200b\u200d e\u0301 \r\n\t ❤️ 👩‍👩‍👧 שלום";

  expect(cleanText(text)).toBe(text);
});

it("leaves only text that survives UTF-8", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      const clean = cleanText(`${text}\ud800\0`);
      expect(Buffer.from(clean, "utf8").toString("utf8")).toBe(clean);
      expect(clean).not.toContain("\0");
    }),
  );
});

it("cleans every string inside JSON, keys included", () => {
  expect(cleanJson({ "na\0me": ["a\0", { deep: "\ud800" }], count: 0, isOpen: false, none: null })).toEqual({
    name: ["a", { deep: "\ufffd" }],
    count: 0,
    isOpen: false,
    none: null,
  });
});

it("turns what JSON cannot say into what JSON.stringify makes of it", () => {
  expect(
    cleanJson({ at: new Date("2026-03-02T10:00:00Z"), gone: undefined, nan: Number.NaN, id: 9007199254740993n }),
  ).toEqual({
    at: "2026-03-02T10:00:00.000Z",
    nan: null,
    id: "9007199254740993",
  });
  expect(cleanJson([undefined, Number.POSITIVE_INFINITY])).toEqual([null, null]);
});

it("leaves a prototype key out", () => {
  expect(Object.keys(cleanJson(JSON.parse('{"__proto__": {"admin": true}, "name": "Dana"}')) as object)).toEqual([
    "name",
  ]);
});

it("ends at a hundred levels instead of exhausting the stack", () => {
  let nested: unknown = "bottom";
  for (let level = 0; level < 100_000; level += 1) nested = [nested];

  expect(JSON.stringify(cleanJson(nested))).toBe(`${"[".repeat(100)}"[nested too deeply]"${"]".repeat(100)}`);
});
