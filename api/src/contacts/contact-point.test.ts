import fc from "fast-check";
import { formCase } from "../../test/cases/form-cases.js";
import { readEmail, readName, readPhone, readWhatsAppNumber } from "./contact-point.js";

const phone = (raw: unknown, country: string | null = "US"): string | null => readPhone(raw, country)?.value ?? null;
const email = (raw: unknown): string | null => readEmail(raw)?.value ?? null;
const e164 = /^\+[1-9]\d{6,14}$/;

describe("a telephone number", () => {
  const zoo: { $each: [string, string][] } = JSON.parse(formCase("F25").bytes.toString());

  it.each(zoo.$each)("spelled %j is %s", (spelling, wanted) => {
    const point = readPhone(spelling, "US");

    if (/^(keep raw|junk)/.test(wanted)) expect(point).toBeNull();
    else expect(point?.value).toBe(wanted.startsWith("first") ? "+12025550101" : wanted.split(" ")[0]);
    expect(point?.raw ?? spelling).toBe(spelling);
  });

  it("keeps its extension apart, so that everybody behind one switchboard is reached by one number", () => {
    expect(readPhone("+1 202 555 0101 ext. 7", "US")).toEqual({
      value: "+12025550101",
      raw: "+1 202 555 0101 ext. 7",
      candidates: ["+12025550101"],
      extension: "7",
      others: [],
    });
  });

  it("names further numbers of the same text without using them to recognise anybody", () => {
    for (const text of [
      "+12025550101 / +12025550102",
      "2025550101,2025550102",
      "2025550101;2025550102",
      "202-555-0101 or 202-555-0102",
    ]) {
      expect(readPhone(text, "US")).toMatchObject({
        value: "+12025550101",
        candidates: ["+12025550101"],
        others: ["+12025550102"],
      });
    }
    expect(readPhone("030/123456 / 0151/23456789", "DE")).toMatchObject({
      value: "+4930123456",
      others: ["+4915123456789"],
    });
  });

  it("may be a JSON number, a WhatsApp link, or stand among words", () => {
    expect(phone(12025550101)).toBe("+12025550101");
    expect(phone(2025550101)).toBe("+12025550101");
    expect(phone("https://wa.me/12025550101", null)).toBe("+12025550101");
    expect(phone("Tel.: 202-555-0101 (cell, after 5pm)")).toBe("+12025550101");
    expect(phone("call 202-555-0101 after 5")).toBe("+12025550101");
    expect(phone("\u0000+1\u00a0202\u200b5550101\ud800")).toBe("+12025550101");
    expect(phone("٠٥٠١٢٣٤٥٦٧", "SA")).toBe("+966501234567");
  });

  it("without a country code is read in the country of its form, written in any case", () => {
    expect(phone("600 000 000", "ES")).toBe("+34600000000");
    expect(phone("0151 12345678", "de")).toBe("+4915112345678");
    expect(phone("600 000 000", null)).toBeNull();
    expect(phone("600 000 000", "Spain")).toBeNull();
  });

  it("with its country code is that country's, with or without plus, wherever the form stands", () => {
    expect(phone("+44 (0)20 7946 0958", "US")).toBe("+442079460958");
    expect(phone("0044 20 7946 0958", "DE")).toBe("+442079460958");
    expect(phone("12025550101", "GB")).toBe("+12025550101");
    expect(phone("12025550101", null)).toBe("+12025550101");
  });

  it("of ten digits that the form's country does not have is a slip, never another country's number", () => {
    expect(phone("4930123456", "US")).toBeNull();
    expect(phone("4930123456", null)).toBe("+4930123456");
  });

  it("stated with its country code needs no more than the right length, since plans change faster than lists", () => {
    expect(phone("+1 555 123 4567")).toBe("+15551234567");
    expect(phone("555 123 4567")).toBeNull();
    expect(phone("+1 202 555 010")).toBeNull();
    expect(phone("+49 12")).toBeNull();
  });

  it("of any length is read in a moment", () => {
    for (const spelling of ["1".repeat(1_000_000), "x".repeat(1_000_000), "+1 ".repeat(300_000)])
      expect(phone(spelling)).toBeNull();
  });

  it.each([null, undefined, true, {}, [], ["+12025550101"], Number.NaN, Number.POSITIVE_INFINITY, 2.02555e21, 0, -1])(
    "is not read from %p",
    (raw) => {
      expect(readPhone(raw, "US")).toBeNull();
    },
  );

  it("never makes the reader throw, and comes back in E.164 from whatever was sent", () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: "binary" }), fc.anything(), fc.stringMatching(/^[+\d ().,;x/-]{0,25}$/)),
        (raw) => {
          const point = readPhone(raw, "US");
          if (point !== null)
            for (const candidate of [point.value, ...point.candidates, ...point.others])
              expect(candidate).toMatch(e164);
        },
      ),
    );
  });

  it("reads its own E.164 as itself", () => {
    for (const value of [
      "+12025550101",
      "+5511955550101",
      "+551155550101",
      "+525555550102",
      "+5491155550103",
      "+541155550103",
    ]) {
      expect(phone(value, null)).toBe(value);
      expect(readPhone(value, null)?.candidates[0]).toBe(value);
    }
  });
});

describe("one line with two spellings", () => {
  it("in Mexico is known with and without the old 1, and stored without", () => {
    const both = { value: "+525555550102", candidates: ["+525555550102", "+5215555550102"] };

    for (const spelling of ["+52 1 55 5555 0102", "+52 55 5555 0102", "5215555550102", "525555550102"]) {
      expect(readPhone(spelling, null)).toMatchObject(both);
    }
    for (const spelling of ["55 5555 0102", "044 55 5555 0102", "01 55 5555 0102", "5215555550102"]) {
      expect(readPhone(spelling, "MX")).toMatchObject(both);
    }
  });

  it("in Argentina is known with and without the 9, and stored as given", () => {
    expect(readPhone("5491155550103", null)?.candidates).toEqual(["+5491155550103", "+541155550103"]);
    expect(readPhone("541155550103", null)?.candidates).toEqual(["+541155550103", "+5491155550103"]);
    expect(readPhone("011 15 5555-0103", "AR")?.candidates).toEqual(["+5491155550103", "+541155550103"]);
  });

  it("in Brazil is known with and without the ninth digit, and stored with it", () => {
    const both = { value: "+5551981234567", candidates: ["+5551981234567", "+555181234567"] };

    for (const spelling of ["+55 51 98123-4567", "+55 51 8123-4567", "555181234567"])
      expect(readPhone(spelling, null)).toMatchObject(both);
    expect(readPhone("(51) 8123-4567", "BR")).toMatchObject(both);
  });

  it("leaves a Brazilian land line alone, which never had a ninth digit", () => {
    expect(readPhone("(11) 5555-0101", "BR")?.candidates).toEqual(["+551155550101"]);
    expect(readPhone("(11) 95555-0101", "BR")?.candidates).toEqual(["+5511955550101"]);
  });

  it("is looked for both ways when WhatsApp names it, since WhatsApp leaves the ninth digit out", () => {
    expect(readWhatsAppNumber("551155550101")?.candidates).toEqual(["+551155550101", "+5511955550101"]);
    expect(readWhatsAppNumber("5511955550101")?.candidates).toEqual(["+5511955550101", "+551155550101"]);
    expect(readWhatsAppNumber("555181234567")?.candidates).toEqual(["+5551981234567", "+555181234567"]);
  });
});

describe("a WhatsApp number", () => {
  it("is international without a plus, and as text or number", () => {
    expect(readWhatsAppNumber("12025550101")).toMatchObject({ value: "+12025550101", raw: "12025550101" });
    expect(readWhatsAppNumber("whatsapp:+12025550101")?.value).toBe("+12025550101");
    expect(readWhatsAppNumber(5215555550102)?.value).toBe("+525555550102");
  });

  it.each(["US.13491208655302741918", "", "0", "123", undefined, null, {}, "status@broadcast"])("is not %p", (waId) => {
    expect(readWhatsAppNumber(waId)).toBeNull();
  });
});

describe("a mail address", () => {
  it.each([
    ["Dana@Example.com", "dana@example.com"],
    ["dana@example.com ", "dana@example.com"],
    ["\u200bdana@example.com\u00a0", "dana@example.com"],
    ["ｄａｎａ＠example.com", "dana@example.com"],
    ["mailto:dana@example.com?subject=Hi", "dana@example.com"],
    ["Dana Example <dana@example.com>", "dana@example.com"],
    ['"Example, Dana" <Dana@Example.com>', "dana@example.com"],
    ["E-mail: dana@example.com", "dana@example.com"],
    ["dana @ example.com", "dana@example.com"],
    ["dana@example.com (work)", "dana@example.com"],
    ["dana@example.com, omar@example.com", "dana@example.com"],
    ["dana@example.com.", "dana@example.com"],
    ["dana+roof@sub.example.co.uk", "dana+roof@sub.example.co.uk"],
    ["o'hara_1@example.com", "o'hara_1@example.com"],
    ["zoë@example.com", "zoë@example.com"],
    ["dana@Bücher.example", "dana@xn--bcher-kva.example"],
    ["test@example.com", "test@example.com"],
    ["mail@acme.example", "mail@acme.example"],
    ["noone@example.com", "noone@example.com"],
  ])("sent as %j is %s", (raw, value) => {
    expect(readEmail(raw)).toEqual({ value, raw });
  });

  it.each([
    "",
    " ",
    "n/a",
    "@",
    "dana",
    "dana@",
    "@example.com",
    "dana@example",
    "dana@localhost",
    "dana@192.0.2.10",
    "dana@@example.com",
    "dana@-example.com",
    "dana@exa_mple.com",
    "dana@example..com",
    '"dana"@example.com',
    `${"d".repeat(65)}@example.com`,
    "dana example@example.com",
    null,
    undefined,
    7,
    true,
    {},
    ["dana@example.com"],
  ])("is not %p", (raw) => {
    expect(readEmail(raw)).toBeNull();
  });

  it("never makes the reader throw, and reads as itself once read", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: "binary" }), fc.anything(), fc.emailAddress()), (raw) => {
        const value = email(raw);
        if (value !== null) expect(email(value)).toBe(value);
      }),
    );
  });
});

describe("a name", () => {
  it("is one line without blanks around it, its letters composed", () => {
    expect(readName("  Dana\t Q.\r\n Example \u00a0")).toBe("Dana Q. Example");
    expect(readName("Zoe\u0308 Exemple\u0301")).toBe("Zoë Exemplé");
    expect(readName("Da\u0000na\u0007 \ud800")).toBe("Dana \ufffd");
  });

  it("keeps letters, emoji and joining marks of any script, yet turns nothing around it", () => {
    expect(readName("❤️")).toBe("❤️");
    expect(readName("👩‍👩‍👧 می‌خواهم")).toBe("👩‍👩‍👧 می‌خواهم");
    expect(readName("\u202eevil\u202c \u2066x\u2069")).toBe("evil x");
  });

  it("is cut at 200 characters between whole letters", () => {
    expect(readName("x".repeat(5000))).toBe("x".repeat(200));
    expect(readName(`${"x".repeat(195)}👩‍👩‍👧`)).toBe("x".repeat(195));
    expect(readName(`${"x".repeat(199)} y`)).toBe("x".repeat(199));
  });

  it.each(["", "  ", "\u200b\u200e", "\u0000", null, undefined, {}, [], true])("is none in %p", (raw) => {
    expect(readName(raw)).toBeNull();
  });
});
