import fc from "fast-check";
import { formCase } from "../../../test/cases/form-cases.js";
import type { JsonValue } from "../../platform/json.js";
import { readFormBody } from "./form-body.js";

const urlencoded = "application/x-www-form-urlencoded";

function read(body: string | Buffer, contentType?: string): JsonValue {
  const result = readFormBody(Buffer.from(body), contentType);
  if (!result.ok) throw new Error(`The body was not read: ${result.problem}`);
  return result.value;
}

const problem = (body: string | Buffer, contentType?: string): string | undefined => {
  const result = readFormBody(Buffer.from(body), contentType);
  return result.ok ? undefined : result.problem;
};

describe("a form in its own encoding", () => {
  it("is read with its blanks, line ends and empty fields", () => {
    const { bytes, ctype } = formCase("F01");

    expect(read(bytes, ctype)).toEqual({
      name: "Dana Example",
      email: "dana@example.com",
      phone: "(202) 555-0101",
      message: "Please call me.\r\nAfter 5pm.",
      utm_source: "newsletter",
      page: "https://www.example.com/contact",
      website: "",
    });
  });

  it("keeps all values of a repeated name, and lists and objects in brackets", () => {
    expect(read("service=Roof&service=Gutter&colour%5B%5D=red", urlencoded)).toEqual({
      service: ["Roof", "Gutter"],
      colour: ["red"],
    });
    expect(
      read("contact[name][first]=Dana&contact[email]=d%40example.com&contact[name][last]=Example", urlencoded),
    ).toEqual({
      contact: { name: { first: "Dana", last: "Example" }, email: "d@example.com" },
    });
    expect(read("items[0][label]=Phone&items[0][value]=1&items[1][label]=Email&items[1][value]=2", urlencoded)).toEqual(
      {
        items: [
          { label: "Phone", value: "1" },
          { label: "Email", value: "2" },
        ],
      },
    );
    expect(read("wpforms[fields][0]=Dana&wpforms[fields][1]=d", urlencoded)).toEqual({
      wpforms: { fields: { 0: "Dana", 1: "d" } },
    });
  });

  it("loses nothing where one name is a text and an object, or no proper name at all", () => {
    expect(read("a=1&a[b]=2&a=3", urlencoded)).toEqual({ a: { "": ["1", "3"], b: "2" } });
    expect(read("a[b=1&]=2&[x]=3&=4&a%=%zz", urlencoded)).toEqual({
      "a[b": "1",
      "]": "2",
      "[x]": "3",
      "": "4",
      "a%": "%zz",
    });
    expect(read(`a${"[b]".repeat(50)}=1`, urlencoded)).toEqual({ [`a${"[b]".repeat(50)}`]: "1" });
  });

  it("cannot reach a prototype", () => {
    const value = read(
      "__proto__[admin]=1&constructor[prototype][admin]=1&a[__proto__][admin]=1&name=Dana",
      urlencoded,
    );

    expect(value).toEqual({ constructor: { prototype: { admin: "1" } }, a: {}, name: "Dana" });
    expect(({} as Record<string, unknown>).admin).toBeUndefined();
  });
});

describe("the letters of a form", () => {
  it("are read in the charset that it names, though bytes that are no UTF-8 are western without it", () => {
    const { bytes, ctype } = formCase("F30");
    const zoe = { name: "Zoë Exemplé", email: "zoe@example.com", message: "résumé" };

    expect(read(bytes, ctype)).toEqual(zoe);
    expect(read(bytes, urlencoded)).toEqual(zoe);
    expect(read(bytes, `${urlencoded}; charset=UTF-8`)).toEqual(zoe);
    expect(read(Buffer.from("name=Zo\xeb", "latin1"), urlencoded)).toEqual({ name: "Zoë" });
    expect(read("name=%CF%F0%E8%E2%E5%F2", `${urlencoded}; charset=windows-1251`)).toEqual({ name: "Привет" });
  });

  it("are UTF-8 where they can be, also under a western name or an unknown one", () => {
    expect(read("name=Zo%C3%AB", `${urlencoded}; charset=ISO-8859-1`)).toEqual({ name: "Zoë" });
    expect(read('{"name":"Zoë"}', "application/json; charset=latin1")).toEqual({ name: "Zoë" });
    expect(read("name=Zo%EB", `${urlencoded}; charset=x-unheard-of`)).toEqual({ name: "Zoë" });
  });

  it("may follow a byte order mark", () => {
    expect(read(Buffer.from('\ufeff{"name":"Zoë"}', "utf8"), "application/json")).toEqual({ name: "Zoë" });
    expect(read(Buffer.from('\ufeff{"name":"Zoë"}', "utf16le"), "application/json")).toEqual({ name: "Zoë" });
    expect(read(Buffer.from('\ufeff{"name":"Zoë"}', "utf16le").swap16())).toEqual({ name: "Zoë" });
    expect(read(Buffer.from("\ufeffname=Dana", "utf8"), urlencoded)).toEqual({ name: "Dana" });
  });

  it("of JSON in a western charset are read too", () => {
    expect(read(Buffer.from('{"name":"Zo\xeb"}', "latin1"), "application/json")).toEqual({ name: "Zoë" });
  });
});

describe("a content type that is missing or wrong", () => {
  it.each([undefined, "", "text/plain", urlencoded, "application/octet-stream"])(
    "(%s) does not hide JSON",
    (contentType) => {
      expect(read(' \n{"name": "Dana", "id": 12345678901234567890}', contentType)).toEqual({
        name: "Dana",
        id: "12345678901234567890",
      });
      expect(read('[{"name": "Dana"}]', contentType)).toEqual([{ name: "Dana" }]);
    },
  );

  it.each([undefined, "application/json", "text/plain", "*/*"])("(%s) does not hide a form", (contentType) => {
    expect(read("name=Dana+Example&phone=%2B12025550101", contentType)).toEqual({
      name: "Dana Example",
      phone: "+12025550101",
    });
  });

  it("does not hide JSON that was made text twice, or sent as the name of a field", () => {
    expect(read(JSON.stringify(JSON.stringify({ name: "Dana" })), "application/json")).toEqual({ name: "Dana" });
    expect(read(`${encodeURIComponent('{"message":"a=b & c"}')}=`, urlencoded)).toEqual({ message: "a=b & c" });
  });

  it("of plain text is a line for each field", () => {
    expect(
      read("name=Dana Example\r\nmessage=First + 100%\r\nsecond line\r\nemail=d@example.com\r\n", "text/plain"),
    ).toEqual({
      name: "Dana Example",
      message: "First + 100%\nsecond line",
      email: "d@example.com",
    });
  });
});

describe("a body that cannot be read", () => {
  it("is told as such, so that its bytes are kept and somebody looks at them", () => {
    const { bytes, ctype } = formCase("F07");

    expect(problem(bytes, ctype)).toBe("UNREADABLE");
    expect(problem("hello", "text/plain")).toBe("UNREADABLE");
    expect(problem("<lead name='Dana'/>", "application/xml")).toBe("UNREADABLE");
    expect(problem('"just text"', "application/json")).toBe("UNREADABLE");
    expect(problem("null", "application/json")).toBe("UNREADABLE");
    expect(problem(Buffer.from([0xff, 0x00, 0x13]))).toBe("UNREADABLE");
  });

  it("may be empty, too deep or too large in number", () => {
    expect(problem("")).toBe("EMPTY");
    expect(problem(" \r\n", "application/json")).toBe("EMPTY");
    expect(problem("[".repeat(1_000_000), "application/json")).toBe("TOO_DEEP");
    expect(problem("a=1&".repeat(2001), urlencoded)).toBe("TOO_MANY_FIELDS");
    expect(problem(`[${"1,".repeat(2000)}1]`, "application/json")).toBe("TOO_MANY_FIELDS");
    expect(problem("a=1&".repeat(2000), urlencoded)).toBeUndefined();
  });

  it("in parts is left to the reader of parts, also under a wrong type", () => {
    const parts = '--x\r\nContent-Disposition: form-data; name="name"\r\n\r\nDana\r\n--x--\r\n';

    expect(problem(parts, "multipart/form-data; boundary=x")).toBe("MULTIPART");
    expect(problem(parts, urlencoded)).toBe("MULTIPART");
  });

  it("never makes the reader throw, whatever the bytes and the type", () => {
    const type = fc.option(
      fc.oneof(fc.string(), fc.constantFrom(urlencoded, "application/json", "text/plain; charset=gbk")),
      { nil: undefined },
    );
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 200 }),
      fc.string({ unit: fc.constantFrom(...'{}[]",:=&%+0aé\0\n') }).map((text) => Buffer.from(text)),
    );
    fc.assert(
      fc.property(bytes, type, (body, contentType) => {
        expect(typeof readFormBody(Buffer.from(body), contentType).ok).toBe("boolean");
      }),
    );
  });
});
