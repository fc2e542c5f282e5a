import { randomUUID } from "node:crypto";
import { anotherSource } from "./support/another-source.js";
import { type FormAnswer, postJson, storedEnquiry } from "./support/form-door.js";
import { openTestDesk, type TestDesk, type TestMerchant, type Wire } from "./support/test-desk.js";

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

describe("pages of other origins", () => {
  const open = { origin: "https://anywhere.example" };
  const own = { origin: "https://www.example.com" };
  const allowed = ({ headers }: { headers: Headers }) => headers.get("access-control-allow-origin");
  const preflight = (key: string, headers: Record<string, string>) =>
    fetch(`${desk.url}/intake/${key}`, {
      method: "OPTIONS",
      headers: {
        ...headers,
        "access-control-request-method": "POST",
        "access-control-request-headers": "content-type,idempotency-key",
      },
    });
  let key: string;

  beforeAll(async () => {
    ({ key } = await anotherSource(desk, studio, { allowed_origins: [own.origin] }));
  });

  it("may read the answer of a source that names none", async () => {
    const answer = await post(aForm(), open);

    expect([allowed(answer), answer.headers.get("vary")]).toEqual([open.origin, "origin"]);
    expect(answer.headers.get("access-control-allow-credentials")).toBeNull();
  });

  it("may read that of a source that names them, and nobody else may", async () => {
    const [named, other, none] = [
      await post(aForm(), own, key),
      await post(aForm(), open, key),
      await post(aForm(), {}, key),
    ];

    expect([allowed(named), allowed(other), allowed(none)]).toEqual([own.origin, null, null]);
    // A form posted without a script is no question of origins, and nobody is lost for it.
    expect([named.status, other.status, none.status]).toEqual([200, 200, 200]);
  });

  it("may send a key and JSON after asking, if they are named", async () => {
    const [named, other] = [await preflight(key, own), await preflight(key, open)];

    expect([named.status, allowed(named), named.headers.get("access-control-allow-headers")]).toEqual([
      ...[204, own.origin, "content-type, idempotency-key"],
    ]);
    expect([other.status, allowed(other)]).toEqual([204, null]);
  });

  it("may read why they were refused", async () => {
    const large = await post({ message: "x".repeat(2 * 1024 * 1024) }, own, key);
    const reused = { ...own, "idempotency-key": randomUUID() };
    await post(aForm(), reused, key);
    const refused = await post(aForm(), reused, key);

    expect([large.status, allowed(large), refused.status, allowed(refused)]).toEqual([
      413,
      own.origin,
      409,
      own.origin,
    ]);
  });

  it("learn nothing of addresses that do not exist", async () => {
    const answers = [await preflight("nobody's", own), await post(aForm(), own, "nobody's")];

    expect(answers.map((answer) => [answer.status, allowed(answer)])).toEqual([
      [404, null],
      [404, null],
    ]);
  });
});

describe("what cannot be taken", () => {
  const refusal = (code: string, message: string) => ({ errors: [{ message, code, requestId: expect.any(String) }] });

  it.each(["nobody's", "%00", "a%00b", "..%2F..%2Fetc", "%F0%9F%94%91", "'%20OR%20true%20--", "k".repeat(90)])(
    "is a form at the unknown address %s, in JSON",
    async (key) => {
      const { status, json } = await post(aForm(), page, key);

      expect([status, json]).toEqual([404, refusal("NOT_FOUND", "There is no intake source with this key.")]);
    },
  );

  it.each(["%", "%zz", "%E0%A4%A"])("is an address that is none, %s, in JSON too", async (key) => {
    const { status, json } = await post(aForm(), {}, key);

    expect([status, json.errors[0].extensions?.code ?? json.errors[0].code]).toEqual([400, "BAD_USER_INPUT"]);
  });

  it("is a body of more than two mebibytes, in JSON, and nothing is written", async () => {
    const before = await desk.rows("SELECT count(*) FROM enquiries");

    const { status, json } = await post({ message: "x".repeat(2 * 1024 * 1024) });

    expect([status, json]).toEqual([413, refusal("BAD_USER_INPUT", expect.any(String))]);
    expect(await desk.rows("SELECT count(*) FROM enquiries")).toEqual(before);
  });

  it("is nothing just below that", async () => {
    const message = "x".repeat(2 * 1024 * 1024 - 200);
    const { status, json } = await post({ ...aForm(), message });

    expect([status, (await storedEnquiry(desk, json.receiptNumber)).message === message]).toEqual([200, true]);
  });

  it("is a form while the database is away, which may be sent again in a moment", async () => {
    const own = await openTestDesk();
    try {
      await own.rows(`CREATE OR REPLACE FUNCTION find_intake_source(p_key text) RETURNS TABLE (id uuid, merchant_id uuid, allowed_origins text[])
        LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'the database of 10.0.0.7 is starting' USING ERRCODE = '57P03'; END $$`);

      const { status, headers, json } = await postJson(own.url, own.studio.sourceKey, aForm());

      expect([status, headers.get("retry-after"), json.errors[0].code]).toEqual([503, "2", "SERVICE_UNAVAILABLE"]);
      expect(json.errors[0].message).not.toContain("10.0.0.7");
    } finally {
      await own.close();
    }
  });

  it.each(["GET", "PUT", "DELETE"])("is a %s", async (method) => {
    const response = await fetch(`${desk.url}/intake/${studio.sourceKey}`, { method });

    expect([response.status, ((await response.json()) as Wire).errors[0].extensions.code]).toEqual([404, "NOT_FOUND"]);
  });
});
