import { formCase } from "../../../test/cases/form-cases.js";
import type { JsonValue } from "../../platform/json.js";
import { readFormBody } from "./form-body.js";
import { type FormSubmission, readFormFields } from "./form-fields.js";

const source = { fieldMap: {}, defaultCountry: "US" };

function readAll(body: JsonValue, fieldMap: Record<string, string> = {}): FormSubmission[] {
  return readFormFields(body, { ...source, fieldMap });
}

function only(submissions: FormSubmission[]): FormSubmission {
  const [first, ...others] = submissions;
  if (first === undefined || others.length > 0) throw new Error(`${submissions.length} submissions instead of one`);
  return first;
}

const read = (body: JsonValue, fieldMap: Record<string, string> = {}): FormSubmission => only(readAll(body, fieldMap));

function bodyOf(id: string): JsonValue {
  const { bytes, ctype } = formCase(id);
  const body = readFormBody(bytes, ctype);
  if (!body.ok) throw new Error(`${id} was not read: ${body.problem}`);
  return body.value;
}

const dana = { name: "Dana Example", email: "dana@example.com" };
const roofPage =
  "https://www.example.com/roof?utm_source=google&utm_medium=cpc&utm_campaign=roofs%20spring&gclid=EXAMPLEgclid01";
const roofTracking = { utm_source: "google", utm_medium: "cpc", utm_campaign: "roofs spring", gclid: "EXAMPLEgclid01" };

describe("what a website sends", () => {
  it("through a plain HTML form (F01) is told apart, its line ends and campaign kept", () => {
    expect(read(bodyOf("F01"))).toEqual({
      contact: { ...dana, phone: "(202) 555-0101" },
      message: "Please call me.\r\nAfter 5pm.",
      serviceInterest: null,
      sourcePage: "https://www.example.com/contact",
      submittedAt: null,
      idempotencyKey: null,
      isHoneypotFilled: false,
      isOptOut: false,
      fields: { utm_source: "newsletter" },
      metadata: { website: "" },
      tracking: { utm_source: "newsletter" },
    });
  });

  it("through WPForms (F03) has the entry's number of this form as its key, and the campaign from its page", () => {
    const submission = read(bodyOf("F03"));

    expect(submission.contact).toEqual({ name: "Dana Example", email: "Dana@Example.com", phone: "+1 202-555-0101" });
    expect(submission).toMatchObject({
      message: "Two bedrooms please",
      sourcePage: roofPage,
      idempotencyKey: "42:1307",
      fields: {},
      tracking: roofTracking,
    });
  });

  it("through Contact Form 7 (F06) keeps ticked services as a list and reads as one line", () => {
    expect(read(bodyOf("F06"))).toMatchObject({
      contact: { ...dana, phone: null },
      message: "Line one\nLine two",
      serviceInterest: "Roof, Gutter",
      idempotencyKey: null,
      fields: { services: ["Roof", "Gutter"], "menu-1": "", "files-2": [{ filename: "a.jpg", content: "AAAA" }] },
      metadata: { _date: "March 2, 2026" },
    });
  });

  it("through Gravity Forms with numbers for labels (F08) is found by value, and whole with the form's map", () => {
    const submission = read(bodyOf("F08"), { "4": "message", "5.1": "serviceInterest" });

    expect(submission).toMatchObject({
      contact: { ...dana, phone: "(202) 555-0101" },
      message: "Need a new roof",
      serviceInterest: "Roof",
      sourcePage: roofPage,
      submittedAt: "2026-03-02 10:00:00",
      idempotencyKey: "7:9001",
      tracking: roofTracking,
    });
    expect(submission.fields).toEqual({
      "1.2": "",
      "1.4": "",
      "1.8": "",
      "5.2": "",
      "5.3": "Gutter",
      "6": 'a:1:{i:0;s:3:"abc";}',
    });
    expect(submission.metadata).toMatchObject({ ip: "192.0.2.10", status: "active" });
    expect(read(bodyOf("F08")).contact).toEqual({ ...dana, phone: "(202) 555-0101" });
  });

  it("through Gravity Forms with chosen names (F09) needs no map", () => {
    expect(read(bodyOf("F09"))).toMatchObject({
      contact: { ...dana, phone: "2025550101" },
      fields: { source: "gravity" },
    });
  });

  it("through Webflow (F12) may have a number for a telephone", () => {
    expect(read(bodyOf("F12"))).toMatchObject({
      contact: { ...dana, phone: "12025550101" },
      submittedAt: "2026-03-02T10:00:00.000Z",
      idempotencyKey: "65000000000000000000bbbb",
      fields: { Checkbox: "true" },
    });
  });

  it("through Netlify (F14), four times over, is read once, also inside a function's payload", () => {
    const body = bodyOf("F14");
    const submission = read(body);

    expect(submission).toMatchObject({
      contact: { ...dana, phone: "202.555.0101" },
      message: "Need a roof",
      sourcePage: roofPage,
      submittedAt: "2026-03-02T10:00:00.000Z",
      idempotencyKey: "650000000000000000000014",
      fields: {},
      tracking: roofTracking,
    });
    expect(submission.metadata).toMatchObject({ ip: "192.0.2.10", user_agent: "Mozilla/5.0 Example" });
    expect(read({ payload: body })).toEqual(submission);
  });

  it("through HubSpot's notices (F16) holds no answers", () => {
    expect(readAll(bodyOf("F16"))).toEqual([]);
  });

  it("through Elementor (F19) is found by value under no label, and the form's own words are no answers", () => {
    expect(read(bodyOf("F19"))).toMatchObject({
      contact: { ...dana, phone: "202-555-0101" },
      message: "Hi",
      sourcePage: "https://www.example.com/contact",
      fields: {},
      metadata: { Date: "March 2, 2026", Time: "10:00 am", "Remote IP": "192.0.2.10", form_name: "Contact" },
    });
  });

  it("through Tally (F21) shows the text of what was chosen, once", () => {
    const submission = read(bodyOf("F21"));

    expect(submission).toMatchObject({
      contact: { ...dana, phone: "+12025550101" },
      message: null,
      submittedAt: "2026-03-02T10:00:00.000Z",
      idempotencyKey: "exRsp1",
      tracking: { utm_source: "google" },
    });
    expect(submission.fields).toMatchObject({ Need: "Gutter", Agree: ["I agree"], utm_source: "google" });
    expect(Object.keys(submission.fields)).toEqual(["Need", "Agree", "utm_source", "Plan"]);
  });

  it("through Wufoo (F23) has its labels from the form's structure, and its secret nowhere", () => {
    const submission = read(bodyOf("F23"));

    expect(submission).toMatchObject({
      contact: { ...dana, phone: null },
      submittedAt: "2026-03-02 10:00:00",
      idempotencyKey: "exhash:42",
    });
    expect(JSON.stringify(submission)).not.toContain("wufoo_key_0001");
  });

  it("twice under one label (F24) gives the first as the telephone and keeps the second", () => {
    expect(read(bodyOf("F24"))).toMatchObject({
      contact: { name: "Second Value", email: "dana@example.com", phone: "202-555-0101" },
      fields: { Phone: "202-555-0102" },
    });
    expect(read({ Phone: ["call me", "202-555-0102"] })).toMatchObject({
      contact: { phone: "202-555-0102" },
      fields: { Phone: ["call me", "202-555-0102"] },
    });
  });

  it("without a telephone or an address (F27) has none", () => {
    expect(read(bodyOf("F27"))).toMatchObject({
      contact: { name: "Anonymous", email: null, phone: null },
      message: "You should fix your website",
    });
  });

  it("by a known person (F29) is told apart like any other", () => {
    expect(read(bodyOf("F29")).contact).toEqual({
      name: "Dana Q. Example",
      email: "dana@example.com",
      phone: "+1 202 555 0101",
    });
  });

  it("in an old charset (F30) reads as it was typed", () => {
    expect(read(bodyOf("F30"))).toMatchObject({
      contact: { name: "Zoë Exemplé", email: "zoe@example.com" },
      message: "résumé",
    });
  });

  it("in parts, empty or hostile (F31) is put together, and nothing in it is believed", () => {
    const submission = read(bodyOf("F31"));

    expect(submission).toMatchObject({
      contact: { name: null, email: null, phone: "+12025550101" },
      message: "a\nx",
      isOptOut: false,
    });
    expect(submission.fields).toEqual({
      phone: { country: "US", number: "2025550101" },
      message: ["a", null, { deep: { deeper: ["x"] } }],
      constructor: "x",
      consent: "false",
      age: 0,
      is_test: "0",
    });
  });

  it("to be left alone (F34) says so, and a refused newsletter does not", () => {
    expect(read(bodyOf("F34"))).toMatchObject({
      isOptOut: true,
      message: "Unsubscribe me, stop calling",
      fields: { consent_marketing: "no", do_not_contact: "yes" },
    });
    expect(read({ phone: "+12025550101", do_not_contact: "0", consent_marketing: "no" }).isOptOut).toBe(false);
  });

  it("as a list of leads (F36) is that many submissions", () => {
    const both = readAll(bodyOf("F36"));

    expect(both.map(({ contact }) => contact)).toEqual([
      { name: "Dana Example", email: null, phone: "+12025550101" },
      { name: "Omar Sample", email: null, phone: "+12025550102" },
    ]);
    expect(both.map(({ fields }) => fields["lead id"])).toEqual(["L-1", "L-2"]);
    expect(readAll({ leads: bodyOf("F36") })).toEqual(both);
  });

  it("in Spanish (F37) is read, and its other questions are kept as asked", () => {
    expect(read(bodyOf("F37"))).toMatchObject({
      contact: { name: "Ana Ejemplo", email: "ana@example.com", phone: "+34 600 000 000" },
      fields: { "¿Cómo nos conociste?": "Google", "Acepto la política de privacidad": "Sí" },
    });
  });
});
