import type { JsonValue } from "../../platform/json.js";
import { type FormSubmission, readFormFields } from "./form-fields.js";

function read(body: JsonValue): FormSubmission {
  const [first, ...others] = readFormFields(body, { fieldMap: {}, defaultCountry: "US" });
  if (first === undefined || others.length > 0) throw new Error("not one submission");
  return first;
}

const contact = { name: "Dana Example", email: "dana@example.com", phone: "+12025550101" };

it("reads Typeform's answers by what they are, and labels them by their questions", () => {
  const field = (id: string, type: string) => ({ id, type, ref: `ref-${id}` });
  const body = {
    event_id: "01EXAMPLE",
    event_type: "form_response",
    form_response: {
      form_id: "exForm",
      token: "exToken",
      landed_at: "2026-03-02T09:58:00Z",
      submitted_at: "2026-03-02T10:00:00Z",
      hidden: { utm_source: "google" },
      definition: {
        fields: [
          { id: "a", title: "What's your first name?", type: "short_text" },
          { id: "b", title: "And your last name?", type: "short_text" },
          { id: "c", title: "Where can we write to you?", type: "email" },
          { id: "d", title: "And call?", type: "phone_number" },
          { id: "e", title: "Which *service*?", type: "multiple_choice" },
          { id: "f", title: "Colours", type: "multiple_choice" },
          { id: "g", title: "Your plans", type: "long_text" },
          { id: "h", title: "Do you own the house?", type: "yes_no" },
        ],
      },
      answers: [
        { type: "text", text: "Dana", field: field("a", "short_text") },
        { type: "text", text: "Example", field: field("b", "short_text") },
        { type: "email", email: "dana@example.com", field: field("c", "email") },
        { type: "phone_number", phone_number: "+12025550101", field: field("d", "phone_number") },
        { type: "choice", choice: { label: "Roof" }, field: field("e", "multiple_choice") },
        { type: "choices", choices: { labels: ["Red", "Blue"], other: "Teal" }, field: field("f", "multiple_choice") },
        { type: "text", text: "A new roof", field: field("g", "long_text") },
        { type: "boolean", boolean: false, field: field("h", "yes_no") },
      ],
    },
  };

  expect(read(body)).toMatchObject({
    contact,
    message: "A new roof",
    serviceInterest: "Roof",
    submittedAt: "2026-03-02T10:00:00Z",
    idempotencyKey: "exToken",
    fields: { Colours: ["Red", "Blue", "Teal"], "Do you own the house?": false, utm_source: "google" },
    tracking: { utm_source: "google" },
  });
});

it("reads Jotform's raw request, and its one-line text where that is broken", () => {
  const rawRequest = JSON.stringify({
    slug: "submit/260000000000000",
    q3_name: { first: "Dana", last: "Example" },
    q4_email4: "dana@example.com",
    q5_phoneNumber: { full: "+12025550101" },
    q6_typeA: "A new roof",
    event_id: "1772445600000_260000000000000_ex",
  });
  const pretty = "Name:Dana Example, Email:dana@example.com, Phone Number:+12025550101, Message:Roof, red: please";
  const body = {
    formID: "260000000000000",
    submissionID: "6000000000000000001",
    formTitle: "Quote",
    ip: "192.0.2.10",
    pretty,
  };

  expect(read({ ...body, rawRequest })).toMatchObject({
    contact,
    idempotencyKey: "6000000000000000001",
    fields: { typeA: "A new roof" },
    metadata: { formTitle: "Quote", ip: "192.0.2.10" },
  });
  expect(read({ ...body, rawRequest: "{broken" })).toMatchObject({ contact, idempotencyKey: "6000000000000000001" });
});

it("reads HubSpot's form posts, and takes a consent's wording for no message", () => {
  const body = {
    submittedAt: 1772445600000,
    fields: [
      { objectTypeId: "0-1", name: "firstname", value: "Dana" },
      { objectTypeId: "0-1", name: "lastname", value: "Example" },
      { objectTypeId: "0-1", name: "email", value: "dana@example.com" },
      { objectTypeId: "0-1", name: "phone", value: "+12025550101" },
      { objectTypeId: "0-1", name: "message", value: "A new roof" },
    ],
    context: { hutk: "ex", pageUri: "https://www.example.com/roof", pageName: "Roof" },
    legalConsentOptions: { consent: { consentToProcess: true, text: "I agree" } },
  };

  expect(read(body)).toMatchObject({
    contact,
    message: "A new roof",
    sourcePage: "https://www.example.com/roof",
    submittedAt: "1772445600000",
    metadata: { "context.hutk": "ex", "context.pageName": "Roof" },
    fields: { "legalConsentOptions.consent.consentToProcess": true },
  });
});

it("reads Elementor's advanced shape by titles and types", () => {
  const body = {
    form: { id: "a1b2c3d", name: "Contact" },
    fields: {
      name: {
        id: "name",
        type: "text",
        title: "Name",
        value: "Dana Example",
        raw_value: "Dana Example",
        required: "1",
      },
      email: {
        id: "email",
        type: "email",
        title: "",
        value: "dana@example.com",
        raw_value: "dana@example.com",
        required: "1",
      },
      field_3: {
        id: "field_3",
        type: "tel",
        title: "Rückruf",
        value: "+12025550101",
        raw_value: "+12025550101",
        required: "0",
      },
      message: {
        id: "message",
        type: "textarea",
        title: "Wünsche",
        value: "A new roof",
        raw_value: "A new roof",
        required: "0",
      },
    },
    meta: {
      date: { title: "Datum", value: "2. März 2026" },
      time: { title: "Zeit", value: "10:00" },
      page_url: { title: "Page URL", value: "https://www.example.com/contact" },
      user_agent: { title: "Benutzer-Agent", value: "Mozilla/5.0 Example" },
      remote_ip: { title: "Entfernte IP", value: "192.0.2.10" },
      credit: { title: "Unterstützt von", value: "Elementor" },
    },
  };

  expect(read(body)).toMatchObject({
    contact,
    message: "A new roof",
    sourcePage: "https://www.example.com/contact",
    fields: {},
    metadata: { Datum: "2. März 2026", "Entfernte IP": "192.0.2.10", name: "Contact" },
  });
});

it("reads Webflow's first version, Formspree's names and a form packed as text into one field", () => {
  const fields = { Name: "Dana Example", Email: "dana@example.com", Phone: "+12025550101" };

  expect(read({ name: "Quote", site: "ex", data: fields, d: "2026-03-02T10:00:00.000Z", _id: "exId" })).toMatchObject({
    contact,
    idempotencyKey: "exId",
    submittedAt: "2026-03-02T10:00:00.000Z",
  });
  expect(
    read({ name: "Dana Example", _replyto: "dana@example.com", tel: "+12025550101", _subject: "Roof", _gotcha: "" }),
  ).toMatchObject({
    contact,
    isHoneypotFilled: false,
    fields: { _subject: "Roof" },
  });
  expect(read({ page_name: "Roof", "data.json": JSON.stringify(fields) }).contact).toEqual(contact);
});

it("reads an object inside an object, and a list of questions on its own", () => {
  expect(
    read({
      event: "lead",
      contact: { name: "Dana Example", email: "dana@example.com", phone: "+12025550101" },
      address: { city: "Rome" },
    }),
  ).toMatchObject({
    contact,
    fields: { event: "lead", "address.city": "Rome" },
  });
  expect(
    read([
      { question: "Full name", answer: "Dana Example" },
      { question: "E-mail", answer: "dana@example.com" },
      { question: "Mobile", answer: "+12025550101" },
    ]).contact,
  ).toEqual(contact);
});

it("takes leads that have a name and a value for leads, not for questions", () => {
  const leads = [
    { name: "Dana Example", email: "dana@example.com", value: 500 },
    { name: "Omar Sample", email: "omar@example.com", value: 700 },
  ];

  expect(
    readFormFields(leads, { fieldMap: {}, defaultCountry: null }).map(({ contact, fields }) => [contact.email, fields]),
  ).toEqual([
    ["dana@example.com", { value: 500 }],
    ["omar@example.com", { value: 700 }],
  ]);
});

it.each([[[]], [{}], ["text"], [7], [null], [[1, "a", null]], [[[], {}]]])("finds nothing in %j", (body) => {
  expect(readFormFields(body as JsonValue, { fieldMap: {}, defaultCountry: null })).toEqual([]);
});
