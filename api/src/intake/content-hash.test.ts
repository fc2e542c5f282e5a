import { formCase } from "../../test/cases/form-cases.js";
import { contentHash, type EnquiryContent } from "./content-hash.js";
import { readFormBody } from "./doors/form-body.js";
import { readFormFields } from "./doors/form-fields.js";

const enquiry: EnquiryContent = {
  channel: "WEB_FORM",
  contact: { name: "Dana Example", email: "dana@example.com", phone: null },
  message: "Quote please\nAfter 5pm",
  serviceInterest: "Roof",
  sourcePage: "https://www.example.com/roof",
  fields: { colour: "red", rooms: 2, services: ["Roof", "Gutter"], utm: { source: "google", term: "roof" } },
};
const hash = (changes: Partial<EnquiryContent> = {}): string => contentHash({ ...enquiry, ...changes }).toString("hex");

it("is the same for ever, since keys that are stored beside it never expire", () => {
  expect(hash()).toBe("65f089cdd95361b23aff96012d16142049d6eace38f92d5629ee7777238f549f");
});

it("is the same when only order, blanks, line ends or empty fields differ, as between two clicks", () => {
  expect(
    hash({
      contact: { phone: undefined, email: "dana@example.com ", name: "Dana Example" },
      message: "Quote please\r\nAfter 5pm\r\n",
      fields: {
        utm: { term: "roof", source: "google" },
        services: ["Roof", "Gutter"],
        note: "",
        rooms: 2,
        gone: null,
        colour: " red",
      },
    }),
  ).toBe(hash());
  expect(contentHash({ channel: "API", contact: {} })).toEqual(
    contentHash({
      channel: "API",
      contact: { name: null },
      message: "",
      serviceInterest: null,
      sourcePage: undefined,
      fields: {},
    }),
  );
});

it("is the same for the second of two clicks (F28)", () => {
  const [first, second] = ["F28", "F28b"].map((id) => {
    const { bytes, ctype } = formCase(id);
    const body = readFormBody(bytes, ctype);
    const [submission] = body.ok ? readFormFields(body.value, { fieldMap: {}, defaultCountry: "US" }) : [];
    return submission && contentHash({ channel: "WEB_FORM", ...submission }).toString("hex");
  });

  expect(first).toMatch(/^[0-9a-f]{64}$/);
  expect(second).toBe(first);
});

it("is the same for what the database keeps of a text and for the text as sent", () => {
  expect(hash({ message: "Quote please\nAfter 5pm\0" })).toBe(hash());
});

it.each<[string, Partial<EnquiryContent>]>([
  ["channel", { channel: "API" }],
  ["name", { contact: { ...enquiry.contact, name: "Dana" } }],
  ["address", { contact: { ...enquiry.contact, email: "dana2@example.com" } }],
  ["telephone", { contact: { ...enquiry.contact, phone: "+12025550101" } }],
  ["message", { message: "Quote please" }],
  ["service interest", { serviceInterest: "Gutter" }],
  ["page", { sourcePage: null }],
  ["field", { fields: { ...(enquiry.fields as object), rooms: 3 } }],
  ["order of choices", { fields: { ...(enquiry.fields as object), services: ["Gutter", "Roof"] } }],
  ["kind of value", { fields: { ...(enquiry.fields as object), rooms: "2" } }],
])("differs with another %s", (_, changes) => {
  expect(hash(changes)).not.toBe(hash());
});

it("does not mistake one place for another", () => {
  expect(hash({ message: "x", serviceInterest: null })).not.toBe(hash({ message: null, serviceInterest: "x" }));
  expect(hash({ fields: { a: { b: "c" } } })).not.toBe(hash({ fields: { a: ["b", "c"] } }));
  expect(hash({ fields: { pairs: [["a", "b"]] } })).not.toBe(hash({ fields: { a: "b" } }));
});
