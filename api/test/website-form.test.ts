import { randomUUID } from "node:crypto";
import { anotherSource } from "./support/another-source.js";
import { type FormAnswer, postForm, postJson, storedEnquiry } from "./support/form-door.js";
import { openTestDesk, type TestDesk, type TestMerchant } from "./support/test-desk.js";
import { anEnquiry, say } from "./support/verbs.js";

let desk: TestDesk;
let studio: TestMerchant;

beforeAll(async () => {
  desk = await openTestDesk();
  ({ studio } = desk);
});

afterAll(() => desk.close());

const aForm = (more: object = {}) => ({
  name: "Dana",
  email: `${randomUUID()}@example.com`,
  message: "Hello",
  ...more,
});
const post = (body: object, headers: Record<string, string> = {}, key = studio.sourceKey): Promise<FormAnswer> =>
  postJson(desk.url, key, body, headers);
const page = { accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8" };

describe("the answer to a form", () => {
  it("is a receipt in JSON for a program, and exactly 200", async () => {
    const { status, json, headers } = await post(aForm());

    expect([status, json]).toEqual([200, { receiptNumber: expect.stringMatching(/^E-\w{5}-\w{5}$/), replayed: false }]);
    expect(headers.get("x-request-id")).toMatch(/^[\w.:-]+$/);
  });

  it("is a page for a browser, with the receipt and nothing of what was sent", async () => {
    const body = new URLSearchParams(aForm({ name: "<script>alert(1)</script>" })).toString();
    const { status, text, headers } = await postForm(desk.url, studio.sourceKey, {
      ...{ body, type: "application/x-www-form-urlencoded", headers: page },
    });

    expect([status, headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
    expect(text).toMatch(/Your reference is <strong>E-\w{5}-\w{5}<\/strong>/);
    expect(text).not.toContain("script");
  });

  it("is the merchant's own page where the source names one, for browsers alone", async () => {
    const { key } = await anotherSource(desk, studio, { redirect_url: "https://www.example.com/thanks" });

    const [browser, program] = [await post(aForm(), page, key), await post(aForm(), {}, key)];

    expect([browser.status, browser.headers.get("location")]).toEqual([303, "https://www.example.com/thanks"]);
    expect([program.status, program.json.replayed]).toEqual([200, false]);
  });

  it("is the same for a person who is known and one who is not, in shape, status and headers", async () => {
    const known = aForm();
    await say(studio.admin, "submitEnquiry", anEnquiry({ contact: { email: known.email } }));
    const seen = ({ status, json, headers }: FormAnswer) => ({
      status,
      names: Object.keys(json),
      replayed: json.replayed,
      headers: [...headers.keys()].filter((name) => name !== "date").sort(),
      length: headers.get("content-length"),
    });

    expect(seen(await post(known))).toEqual(seen(await post(aForm())));
  });

  it("tells nobody of the lead, the contact or the outcome", async () => {
    const answers = [
      await post(aForm()),
      await post(aForm({ website: "https://spam.example" })),
      await post({ name: "Nobody" }),
    ];

    for (const { json } of answers) expect(Object.keys(json)).toEqual(["receiptNumber", "replayed"]);
  });
});

describe("a hidden field that people do not see", () => {
  it("filled in keeps the enquiry from a lead, and a colleague finds it among the held", async () => {
    const form = aForm({ website: "https://spam.example" });

    const { status, json } = await post(form);

    const row = await storedEnquiry(desk, json.receiptNumber);
    expect([status, row.outcome, row.lead_id]).toEqual([200, "HELD", null]);
    const { data } = await studio.agent.ask(
      "{ queue(name: INTAKE_HELD, first: 100) { nodes { lead { id } enquiry { receiptNumber outcome problem email } } } }",
    );
    expect(data.queue.nodes).toContainEqual({
      lead: null,
      enquiry: {
        ...{ receiptNumber: json.receiptNumber, outcome: "HELD", email: form.email },
        problem: "A field was filled in that people do not see.",
      },
    });
    expect(await desk.rows("SELECT FROM contact_identities WHERE value = $1", [form.email])).toEqual([]);
  });

  it("left empty holds nobody", async () => {
    const { json } = await post(aForm({ website: "" }));

    expect((await storedEnquiry(desk, json.receiptNumber)).outcome).toBe("ACCEPTED");
  });
});

describe("a form with a key", () => {
  it.each([
    ["in the header", {}, { "idempotency-key": "KEY" }],
    ["in a field", { idempotency_key: "KEY" }, {}],
  ])("%s is one enquiry however often it is sent", async (_where, fields, headers) => {
    const key = randomUUID();
    const keyed = <T extends object>(value: T): T => JSON.parse(JSON.stringify(value).replace("KEY", key));
    const form = aForm(keyed(fields));

    const answers = await Promise.all(Array.from({ length: 5 }, () => post(form, keyed(headers))));

    expect(new Set(answers.map(({ json }) => json.receiptNumber)).size).toBe(1);
    expect(answers.filter(({ json }) => json.replayed)).toHaveLength(4);
    expect(await desk.rows("SELECT count(*) FROM enquiries WHERE email = $1", [form.email])).toEqual([{ count: 1 }]);
  });

  it("that was used for other words is refused, and nothing is written", async () => {
    const headers = { "idempotency-key": randomUUID() };
    const form = aForm();
    await post(form, headers);

    const { status, json } = await post({ ...form, message: "Other words" }, headers);

    expect([status, json.errors[0].code]).toEqual([409, "IDEMPOTENCY_KEY_REUSED"]);
    expect(await desk.rows("SELECT message FROM enquiries WHERE email = $1", [form.email])).toEqual([
      { message: "Hello" },
    ]);
  });

  it("of any length is told apart from others, to its last sign", async () => {
    const [long, form] = ["k".repeat(400), aForm()];
    const { json: first } = await post(form, { "idempotency-key": `${long}1` });

    const [again, other] = [
      await post(form, { "idempotency-key": `${long}1` }),
      await post(aForm(), { "idempotency-key": `${long}2` }),
    ];

    expect([again.json, other.status]).toEqual([{ receiptNumber: first.receiptNumber, replayed: true }, 200]);
    expect(other.json.receiptNumber).not.toBe(first.receiptNumber);
  });

  it("with a NUL in it is still one of a person", async () => {
    const { status, json } = await post(aForm({ idempotency_key: `a\0${randomUUID()}` }));

    expect([status, (await storedEnquiry(desk, json.receiptNumber)).outcome]).toEqual([200, "ACCEPTED"]);
  });
});

describe("what an anonymous form says of itself", () => {
  it("makes nothing a test", async () => {
    const { json } = await post(aForm({ isTest: true, is_test: "1", test: "true" }));

    expect(await storedEnquiry(desk, json.receiptNumber)).toMatchObject({ is_test: false, outcome: "ACCEPTED" });
  });

  it("names no merchant, source, owner or campaign", async () => {
    const theirs = {
      merchantId: desk.garage.id,
      merchant_id: desk.garage.id,
      sourceKey: desk.garage.sourceKey,
      ownerId: studio.agent.memberId,
    };
    const { json } = await post(aForm(theirs), {
      "x-merchant-id": desk.garage.id,
      authorization: `Bearer ${desk.garage.admin.token}`,
    });

    const row = await storedEnquiry(desk, json.receiptNumber);
    expect(row.merchant_id).toBe(studio.id);
    expect(await desk.rows("SELECT owner_id FROM leads WHERE id = $1", [row.lead_id])).toEqual([{ owner_id: null }]);
  });

  it("that comes through a source for tests is a test", async () => {
    const { key } = await anotherSource(desk, studio, { is_test: true });
    const { json } = await post(aForm(), {}, key);

    expect(await storedEnquiry(desk, json.receiptNumber)).toMatchObject({ is_test: true, outcome: "ACCEPTED" });
  });
});
