import fc from "fast-check";
import type { JsonValue } from "../../platform/json.js";
import { type FormSubmission, readFormFields } from "./form-fields.js";

function read(
  body: JsonValue,
  fieldMap: Record<string, string> = {},
  defaultCountry: string | null = "US",
): FormSubmission {
  const [first] = readFormFields(body, { fieldMap, defaultCountry });
  if (first === undefined) throw new Error("no submission");
  return first;
}

describe("the map of a source", () => {
  it("goes before every label, by exact name, by brackets or by the same words", () => {
    const body = {
      email: "front@example.com",
      q7: "dana@example.com",
      "wpforms.fields": { 3: "2025550101" },
      "Your Wish": "Roof",
    };
    const map = { q7: "email", "wpforms.fields[3]": "phone", your_wish: "message", email: "answer" };

    expect(read(body, map)).toMatchObject({
      contact: { email: "dana@example.com", phone: "2025550101" },
      message: "Roof",
      fields: { email: "front@example.com" },
    });
  });

  it("tells fields apart that differ by number only", () => {
    expect(read({ "1.3": "Dana", "1.6": "Example" }, { "1.3": "firstName", "1.6": "lastName" }).contact.name).toBe(
      "Dana Example",
    );
  });

  it("makes an honest question of what looks like a trap, and a trap of what does not", () => {
    expect(read({ website: "https://acme.example" })).toMatchObject({
      isHoneypotFilled: true,
      metadata: { website: "https://acme.example" },
    });
    expect(read({ website: "https://acme.example" }, { website: "answer" })).toMatchObject({
      isHoneypotFilled: false,
      fields: { website: "https://acme.example" },
    });
    expect(read({ nickname: "x" }, { nickname: "honeypot" }).isHoneypotFilled).toBe(true);
    expect(read({ Website: "https://acme.example" })).toMatchObject({
      isHoneypotFilled: false,
      fields: { Website: "https://acme.example" },
    });
  });

  it("with a word that means nothing changes nothing", () => {
    expect(read({ email: "dana@example.com" }, { email: "mailbox" }).contact.email).toBe("dana@example.com");
  });
});

describe("a telephone and an address", () => {
  it("are found under labels that contain their words, if the value agrees", () => {
    expect(
      read({
        "Best number to reach you (mobile)": "202-555-0101",
        "Where can we e-mail the quote?": "dana@example.com",
      }).contact,
    ).toEqual({
      name: null,
      email: "dana@example.com",
      phone: "202-555-0101",
    });
    expect(read({ "Email or phone": "202-555-0101" }).contact).toMatchObject({ email: null, phone: "202-555-0101" });
    expect(read({ "Can we email you?": "yes", "Phone type": "mobile" })).toMatchObject({
      contact: { email: null, phone: null },
      fields: { "Can we email you?": "yes", "Phone type": "mobile" },
    });
  });

  it("are found by value under a label that says nothing", () => {
    expect(read({ field_1: "dana@example.com", field_2: "(202) 555-0101" }).contact).toMatchObject({
      email: "dana@example.com",
      phone: "(202) 555-0101",
    });
    expect(read({ field_2: "202-555-0101" }, {}, null).contact.phone).toBe("202-555-0101");
  });

  it("are not made of other numbers", () => {
    const numbers = {
      "Order no.": "2025550101",
      ZIP: "20255",
      when: "2026-03-02",
      budget: "2025550101",
      field_9: 2025550101,
      "VAT ID": "2025550101",
    };

    expect(read(numbers)).toMatchObject({ contact: { phone: null }, fields: numbers });
  });

  it("that nobody can use are still told as the visitor gave them", () => {
    expect(read({ email: "dana at example", phone: "call me!" }).contact).toEqual({
      name: null,
      email: "dana at example",
      phone: "call me!",
    });
  });

  it("that can be used go before those that cannot", () => {
    expect(
      read({ phone: "n/a", mobile: "202-555-0101", email: "none", "work email": "dana@example.com" }).contact,
    ).toMatchObject({
      email: "dana@example.com",
      phone: "202-555-0101",
    });
  });

  it.each([
    [{ country: "GB", number: "020 7946 0958" }, "+442079460958"],
    [{ code: "+44", number: "20 7946 0958" }, "+44 20 7946 0958"],
    [{ area: "202", phone: "555-0101" }, "202 555-0101"],
    [{ full: "(202) 555-0101" }, "(202) 555-0101"],
    [{ countryCode: "US", e164: "+12025550101" }, "+12025550101"],
  ])("in parts (%j) are put together", (phone, together) => {
    expect(read({ phone }).contact.phone).toBe(together);
  });
});

describe("a name", () => {
  it.each([
    [{ first_name: "Dana", last_name: "Example" }, "Dana Example"],
    [{ firstName: "Dana", lastName: "Example" }, "Dana Example"],
    [{ "Your First Name *": "Dana", Surname: "Example" }, "Dana Example"],
    [{ name: { first: "Dana", middle: "Q.", last: "Example" } }, "Dana Q. Example"],
    [{ Prénom: "Dana", Nom: "Example" }, "Dana Example"],
    [{ Nombre: "Dana", Apellidos: "Example" }, "Dana Example"],
    [{ Vorname: "Dana", Nachname: "Example" }, "Dana Example"],
    [{ Nome: "Dana", Cognome: "Example" }, "Dana Example"],
    [{ Voornaam: "Dana", Achternaam: "Example" }, "Dana Example"],
    [{ Nome: "Dana", Sobrenome: "Example" }, "Dana Example"],
    [{ name: "Dana Example", last_name: "Example" }, "Dana Example"],
    [{ "What is your name?": "Dana Example" }, "Dana Example"],
    [{ last_name: "Example" }, "Example"],
    [{ "Company name": "Acme", form_name: "Contact", username: "dana7" }, null],
  ])("in %j is %s", (body, name) => {
    expect(read(body).contact.name).toBe(name);
  });
});

describe("labels of other languages", () => {
  it.each([
    ["English", "Email address", "Phone number", "How can we help you?"],
    ["Spanish", "Correo electrónico", "Número de teléfono", "Mensaje"],
    ["Portuguese", "Seu e-mail", "Telemóvel", "Sua mensagem"],
    ["French", "Votre adresse e-mail", "Numéro de téléphone", "Votre message"],
    ["German", "Ihre E-Mail-Adresse*", "Telefonnummer", "Ihre Nachricht"],
    ["Italian", "Indirizzo email", "Numero di telefono", "Il tuo messaggio"],
    ["Dutch", "E-mailadres", "Telefoonnummer", "Uw bericht"],
  ])("are read in %s", (_, email, phone, message) => {
    expect(read({ [email]: "dana@example.com", [phone]: "202-555-0101", [message]: "Hi" })).toMatchObject({
      contact: { email: "dana@example.com", phone: "202-555-0101" },
      message: "Hi",
      fields: {},
    });
  });
});

describe("in any body", () => {
  it("nothing throws, and what was sent is told somewhere", () => {
    const label = fc.oneof(
      fc.string({ maxLength: 12 }),
      fc.constantFrom("email", "phone", "name", "message", "fields", "value", "label", "form_id", "id"),
    );
    const body = fc.dictionary(
      label,
      fc.oneof(fc.constantFrom("dana@example.com", "202-555-0101", "", "Hi there"), fc.jsonValue()),
      { minKeys: 1, maxKeys: 6 },
    );
    fc.assert(
      fc.property(body, (sent) => {
        const read = readFormFields(JSON.parse(JSON.stringify(sent)), { fieldMap: {}, defaultCountry: "US" });
        expect(() => JSON.stringify(read)).not.toThrow();
      }),
    );
  });

  it("a prototype stays out of reach", () => {
    read([
      { label: "__proto__", value: { admin: true } },
      { label: "constructor", value: "x" },
    ]);

    expect(({} as Record<string, unknown>).admin).toBeUndefined();
  });

  it("of as many fields as are accepted, all are kept", () => {
    const body = Object.fromEntries(
      Array.from({ length: 2000 }, (_, index) => [`How can field ${index} help?`, `+1 202 555 ${index}`]),
    );

    expect(read(body)).toMatchObject({ contact: { phone: "+1 202 555 1000" } });
    expect(Object.keys(read(body).fields)).toHaveLength(1999);
  });
});
