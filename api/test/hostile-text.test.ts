import { randomBytes, randomUUID } from "node:crypto";
import { type GraphQLInputType, type GraphQLSchema, getNamedType, isInputObjectType } from "graphql";
import { type Belongings, belongingsOf } from "./support/belongings.js";
import { storedEnquiry } from "./support/form-door.js";
import { minimalCalls } from "./support/minimal-calls.js";
import { openTestDesk, type TestDesk, type TestMerchant, type Wire } from "./support/test-desk.js";
import { anEnquiry, attempt, say } from "./support/verbs.js";
import { operationsIn, readSchema } from "./support/wire-schema.js";

let desk: TestDesk;
let studio: TestMerchant;

beforeAll(async () => {
  desk = await openTestDesk();
  ({ studio } = desk);
});

afterAll(() => desk.close());

async function submitted(input: object): Promise<{ payload: Wire; row: Wire; raw: Wire }> {
  const payload = await say(studio.admin, "submitEnquiry", anEnquiry({ ...input }));
  const row = await storedEnquiry(desk, payload.enquiry.receiptNumber);
  return { payload, row, raw: JSON.parse(row.raw.toString()) };
}

describe("what a visitor writes", () => {
  it.each([
    ["a NUL", "Hello\0 there", "Hello there"],
    ["half of a pair", "Hello \ud83d there", "Hello \ufffd there"],
    ["the other half", "\udc00 there", "\ufffd there"],
    ["right-to-left marks", "abc \u202eפה\u202c def", "abc \u202eפה\u202c def"],
    ["marks without a width", "a\u200bb\u200dc\ufeff", "a\u200bb\u200dc\ufeff"],
    ["a family in one sign", "👨‍👩‍👧‍👦 🇩🇪", "👨‍👩‍👧‍👦 🇩🇪"],
    ["a statement", "'; DROP TABLE leads; --", "'; DROP TABLE leads; --"],
    ["markup", "<script>alert(1)</script>", "<script>alert(1)</script>"],
    ["line ends of all kinds", "a\r\nb\rc\nd\u2028e", "a\r\nb\rc\nd\u2028e"],
  ])("with %s is shown safely, and kept in the receipt as it was sent", async (_what, sent, shown) => {
    const contact = { name: sent, email: `${randomUUID()}@example.com` };
    const fields = { [sent]: [sent, { deep: sent }] };

    const { payload, row, raw } = await submitted({
      contact,
      message: sent,
      serviceInterest: sent,
      sourcePage: sent,
      fields,
    });

    expect(payload.outcome).toBe("ACCEPTED");
    expect(row).toMatchObject({ name: shown, message: shown, service_interest: shown, source_page: shown });
    expect(row.fields).toEqual({ [shown]: [shown, { deep: shown }] });
    expect(raw).toMatchObject({ contact, message: sent, serviceInterest: sent, sourcePage: sent, fields });
    const { data } = await studio.agent.ask(`{ lead(id: "${payload.lead.id}") { enquiries { name message fields }
      conversation { messages { nodes { text } } } contact { name } } }`);
    expect(data.lead.enquiries).toEqual([{ name: shown, message: shown, fields: row.fields }]);
    expect(data.lead.conversation.messages.nodes).toEqual([{ text: shown }]);
  });

  it("is kept whole, be it a megabyte", async () => {
    const message = "Zeile für Zeile\n".repeat(65_536).slice(0, 1_000_000);

    const { payload, row } = await submitted({ message });

    expect([payload.outcome, payload.enquiry.message === message, row.message === message]).toEqual([
      "ACCEPTED",
      true,
      true,
    ]);
    expect(row.raw.length).toBeGreaterThan(1_000_000);
  });

  it.each([50, 100, 500, 1000])(
    "is kept whole in the receipt, be it %i levels deep, and shown as far as anybody looks",
    async (levels) => {
      let fields: unknown = "the bottom";
      for (let level = 0; level < levels; level += 1) fields = level % 2 ? [fields] : { in: fields };

      const { payload, row, raw } = await submitted({ fields });

      expect(payload.outcome).toBe("ACCEPTED");
      expect(raw.fields).toEqual(fields);
      expect(JSON.stringify(row.fields)).toContain(levels <= 100 ? "the bottom" : "[nested too deeply]");
    },
  );

  it("is refused by name when it is nested beyond all reason", async () => {
    const fields = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
    const response = await fetch(`${desk.url}/graphql`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${studio.admin.token}` },
      body: `{"query":"mutation($input: SubmitEnquiryInput!) { submitEnquiry(input: $input) { outcome } }","variables":{"input":{"idempotencyKey":"deep","channel":"API","contact":{},"fields":${fields}}}}`,
    });

    const { errors } = (await response.json()) as Wire;
    expect([response.status, errors[0].extensions.code]).toEqual([400, "BAD_USER_INPUT"]);
    expect(errors[0].extensions.fields[0].path).toEqual(["input", "fields"]);
  });

  it.each(['{ "__proto__": { "isAdmin": true } }', '{ "constructor": { "prototype": { "isAdmin": true } } }'])(
    "as %s is an attack and no answer: it is refused, and reaches no prototype",
    async (fields) => {
      const { status, codes } = await attempt(studio.admin, "submitEnquiry", anEnquiry({ fields: JSON.parse(fields) }));

      expect([status, codes]).toEqual([400, ["BAD_USER_INPUT"]]);
      expect(({} as Wire).isAdmin).toBeUndefined();
    },
  );
});

describe("a body of more than two mebibytes", () => {
  it("is refused in JSON before it is read", async () => {
    const before = await desk.rows("SELECT count(*) FROM enquiries");
    const { status, codes, errors } = await attempt(
      studio.admin,
      "submitEnquiry",
      anEnquiry({ message: "x".repeat(2 * 1024 * 1024) }),
    );

    expect([status, codes]).toEqual([413, ["BAD_USER_INPUT"]]);
    expect(errors[0]?.extensions).toMatchObject({ retryable: false, requestId: expect.any(String) });
    expect(await desk.rows("SELECT count(*) FROM enquiries")).toEqual(before);
  });
});

describe("no text that a program can send", () => {
  let schema: GraphQLSchema;
  let own: Belongings;

  beforeAll(async () => {
    schema = await readSchema(studio.admin);
    own = await belongingsOf(desk, studio);
  });

  const textsIn = (type: GraphQLInputType, path: string[]): string[][] => {
    const named = getNamedType(type);
    if (isInputObjectType(named))
      return Object.values(named.getFields()).flatMap((field) => textsIn(field.type, [...path, field.name]));
    return ["String", "ID", "JSON"].includes(named.name) ? [path] : [];
  };
  const withText = (object: object, [key = "", ...rest]: string[], text: unknown): object => ({
    ...object,
    [key]: rest.length === 0 ? text : withText({ ...defaults[key], ...Reflect.get(object, key) }, rest, text),
  });
  // What stands beside a text inside of an input, where that is required.
  const defaults: Record<string, object> = {
    followUp: { dueAt: "2030-01-01T09:00:00Z" },
    value: { amountMinor: 1, currency: "EUR" },
    businessHours: { weekly: [{ weekday: 1, spans: [{ from: "09:00", to: "17:00" }] }] },
  };

  it.each([
    ["a NUL", "NUL \0 here"],
    ["half of a pair", "half \ud83d here"],
    ["quotes and placeholders", "'\"\\ %_ $1 --"],
    ["control characters", "\u0001\u001f\u007f"],
    ["ten thousand random characters", randomBytes(7500).toString("base64")],
  ])(
    "such as %s breaks an operation, whichever place it stands in",
    async (_what, text) => {
      const broken: string[] = [];
      for (const { coordinate, document } of operationsIn(schema)) {
        if (coordinate.startsWith("Subscription.")) continue;
        const [type = "", name = ""] = coordinate.split(".");
        const field = [schema.getQueryType(), schema.getMutationType()]
          .find((each) => each?.name === type)
          ?.getFields()[name];
        for (const path of field?.args.flatMap((argument) => textsIn(argument.type, [argument.name])) ?? []) {
          const variables = withText(minimalCalls[coordinate]?.(own) ?? {}, path, text);
          const { status, codes } = await studio.admin.ask(document(), { ...variables });
          if (status >= 500 || codes.includes("INTERNAL_SERVER_ERROR")) broken.push(`${coordinate} ${path.join(".")}`);
        }
      }

      expect(broken).toEqual([]);
    },
    60_000,
  );
});
