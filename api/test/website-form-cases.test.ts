import { randomUUID } from "node:crypto";
import { type MadeMerchant, makeMerchant } from "../src/demo/demo-merchants.js";
import { formCase } from "./cases/form-cases.js";
import { type FormAnswer, postForm, postJson, storedEnquiry } from "./support/form-door.js";
import { openTestDesk, type TestDesk, type Wire } from "./support/test-desk.js";
import { say } from "./support/verbs.js";

let desk: TestDesk;

beforeAll(async () => {
  desk = await openTestDesk();
});

afterAll(() => desk.close());

interface Door {
  readonly key: string;
  readonly merchant: MadeMerchant;
  enquiries(): Promise<Wire[]>;
  leads(): Promise<Wire[]>;
  /** By which the merchant's people are known. */
  identities(): Promise<string[]>;
}

/** A form of a merchant who has met nobody yet. */
async function openDoor(fieldMap: Record<string, string> = {}): Promise<Door> {
  const key = `form-${randomUUID()}`;
  const merchant = await makeMerchant(desk.desk.owner, desk.desk.devSecret, {
    ...{ name: "Roofs", timeZone: "America/New_York", members: [], campaigns: [] },
    sources: [{ name: "Website", key, channel: "WEB_FORM", defaultCountry: "US" }],
  });
  await desk.rows("UPDATE intake_sources SET field_map = $1 WHERE key = $2", [JSON.stringify(fieldMap), key]);
  const of = (statement: string) => desk.rows(statement, [merchant.id]);
  return {
    ...{ key, merchant },
    enquiries: () => of("SELECT * FROM enquiries WHERE merchant_id = $1 ORDER BY received_at, id"),
    leads: () =>
      of(
        "SELECT l.*, c.name, c.do_not_contact_at FROM leads l JOIN contacts c ON c.id = l.contact_id WHERE l.merchant_id = $1",
      ),
    identities: async () =>
      (
        await of(
          "SELECT kind || ' ' || value AS known FROM contact_identities WHERE merchant_id = $1 ORDER BY kind, value",
        )
      ).map(({ known }) => known),
  };
}

function send(door: Door, id: string): Promise<FormAnswer> {
  const { bytes, ctype, headers } = formCase(id);
  return postForm(desk.url, door.key, { body: bytes, type: ctype, headers });
}

const dana = "EMAIL dana@example.com";
const phone = "PHONE +12025550101";

describe("a form of every make", () => {
  // Its fields have numbers for names: the merchant says once what they are.
  const fieldMaps: Record<string, Record<string, string>> = { F08: { "4": "message" } };

  it.each<[string, object, string[]]>([
    ["F01", { name: "Dana Example", phone: "(202) 555-0101", message: "Please call me.\r\nAfter 5pm." }, [dana, phone]],
    ["F03", { email: "Dana@Example.com", idempotency_key: "42:1307", message: "Two bedrooms please" }, [dana, phone]],
    ["F06", { service_interest: "Roof, Gutter", message: "Line one\nLine two" }, [dana]],
    [
      "F08",
      { message: "Need a new roof", idempotency_key: "7:9001", submitted_at: new Date("2026-03-02T10:00:00Z") },
      [dana, phone],
    ],
    ["F09", { name: "Dana Example", phone: "2025550101" }, [dana, phone]],
    ["F12", { phone: "12025550101", idempotency_key: "65000000000000000000bbbb" }, [dana, phone]],
    ["F14", { phone: "202.555.0101", idempotency_key: "650000000000000000000014" }, [dana, phone]],
    ["F19", { phone: "202-555-0101", message: "Hi", source_page: "https://www.example.com/contact" }, [dana, phone]],
    ["F21", { phone: "+12025550101", idempotency_key: "exRsp1" }, [dana, phone]],
    ["F23", { name: "Dana Example", idempotency_key: "exhash:42" }, [dana]],
    ["F24", { name: "Second Value", phone: "202-555-0101" }, [dana, phone]],
    ["F30", { name: "Zoë Exemplé", message: "résumé" }, ["EMAIL zoe@example.com"]],
    ["F31", { name: null, phone: "+12025550101", message: "a\nx" }, [phone]],
    ["F37", { name: "Ana Ejemplo", phone: "+34 600 000 000" }, ["EMAIL ana@example.com"]],
  ])("(%s) is one enquiry of one person, known by what they gave", async (id, kept, known) => {
    const door = await openDoor(fieldMaps[id]);

    const { status, json } = await send(door, id);

    const [lead, ...others] = await door.leads();
    expect([status, json]).toEqual([200, { receiptNumber: expect.stringMatching(/^E-/), replayed: false }]);
    expect(await door.enquiries()).toMatchObject([{ ...kept, is_test: false }]);
    expect(await storedEnquiry(desk, json.receiptNumber)).toMatchObject({
      outcome: "ACCEPTED",
      is_contactable: true,
      lead_id: lead?.id,
    });
    expect([others, (await door.identities()).filter((each) => !each.includes("+34"))]).toEqual([[], known]);
  });

  it("keeps its bytes, all but a secret that a tool puts among them", async () => {
    const [door, wufoo] = [await openDoor(), await openDoor()];
    await Promise.all([send(door, "F30"), send(wufoo, "F23")]);

    expect((await door.enquiries())[0]?.raw).toEqual(formCase("F30").bytes);
    const raw: string = (await wufoo.enquiries())[0]?.raw.toString();
    expect(raw).not.toContain("wufoo_key_0001");
    expect(raw).toBe(formCase("F23").bytes.toString().replace("wufoo_key_0001", ""));
  });

  it("with a list of leads (F36) is one enquiry for each, and their receipts", async () => {
    const door = await openDoor();

    const { status, json } = await send(door, "F36");

    const numbers = (await door.enquiries()).map(({ receipt_number }) => receipt_number);
    expect(await door.identities()).toEqual([phone, "PHONE +12025550102"]);
    expect([status, json.receiptNumber, [...json.receiptNumbers].sort()]).toEqual([
      200,
      json.receiptNumbers[0],
      numbers.sort(),
    ]);
  });

  it("that holds no answers (F16) is kept for a colleague", async () => {
    const door = await openDoor();

    const { status, json } = await send(door, "F16");

    expect([status, await door.leads()]).toEqual([200, []]);
    expect(await storedEnquiry(desk, json.receiptNumber)).toMatchObject({
      outcome: "HELD",
      problem: "It holds no answers of a form.",
    });
  });

  it("that is broken (F07) is kept byte for byte, and its tool hears of an error to tell its owner", async () => {
    const door = await openDoor();

    const { status, json } = await send(door, "F07");

    expect([status, json.errors[0].code]).toEqual([422, "BAD_USER_INPUT"]);
    const row = await storedEnquiry(desk, json.receiptNumber);
    expect(row).toMatchObject({ outcome: "HELD", problem: "It cannot be read as a form; the bytes are kept." });
    expect([row.raw, await door.leads()]).toEqual([formCase("F07").bytes, []]);
  });

  it("in parts, with a file, is read too", async () => {
    const door = await openDoor();
    const form = new FormData();
    form.append("name", "Dana Example");
    form.append("email", "dana@example.com");
    form.append("plan", new Blob(["%PDF-1.7"], { type: "application/pdf" }), "plan.pdf");
    const body = new Response(form);

    const { status, json } = await postForm(desk.url, door.key, {
      body: Buffer.from(await body.arrayBuffer()),
      type: body.headers.get("content-type") ?? "",
    });

    expect([status, await door.identities()]).toEqual([200, [dana]]);
    expect((await storedEnquiry(desk, json.receiptNumber)).fields).toEqual({ plan: "plan.pdf (8 bytes)" });
  });
});

describe("a person", () => {
  it.each(JSON.parse(formCase("F25").bytes.toString()).$each as [string, string][])(
    "who writes %j into a form (F25) is known by %s",
    async (given, wanted) => {
      const door = await openDoor();

      const { status, json } = await postJson(desk.url, door.key, { name: "Dana", phone: given });

      const value = /^\+\d+/.exec(wanted)?.[0] ?? (wanted.startsWith("first") ? "+12025550101" : null);
      expect([status, (await door.identities())[0]]).toEqual([200, value ? `PHONE ${value}` : undefined]);
      expect(await storedEnquiry(desk, json.receiptNumber)).toMatchObject({
        outcome: "ACCEPTED",
        is_contactable: value !== null,
      });
    },
  );

  it("who gives no way to answer (F27) is a stranger each time", async () => {
    const door = await openDoor();

    const [one, other] = [
      await send(door, "F27"),
      await postJson(desk.url, door.key, { name: "Anonymous", message: "And your shop" }),
    ];

    for (const { json } of [one, other])
      expect(await storedEnquiry(desk, json.receiptNumber)).toMatchObject({
        outcome: "ACCEPTED",
        is_contactable: false,
      });
    expect(new Set((await door.leads()).map(({ contact_id }) => contact_id)).size).toBe(2);
  });

  it("who clicks twice (F28) has sent one enquiry, and who writes other words another", async () => {
    const door = await openDoor();

    const [first, second] = [await send(door, "F28"), await send(door, "F28b")];
    const other = await postJson(desk.url, door.key, {
      name: "Dana Example",
      email: "dana@example.com",
      message: "And a gutter",
    });

    const rows = await Promise.all([first, second, other].map(({ json }) => storedEnquiry(desk, json.receiptNumber)));
    const [lead, ...others] = await door.leads();
    expect(rows.map(({ outcome, lead_id }) => [outcome, lead_id])).toEqual([
      ...[
        ["ACCEPTED", lead?.id],
        ["DUPLICATE", lead?.id],
        ["ACCEPTED", lead?.id],
      ],
    ]);
    expect(others).toEqual([]);
    expect(await desk.rows("SELECT unread_count FROM conversations WHERE lead_id = $1", [lead?.id])).toEqual([
      { unread_count: 2 },
    ]);
  });

  it("who wrote by WhatsApp before (F29) is the same one, under the name that they typed", async () => {
    const own = await openTestDesk();
    try {
      const { admin, sourceKey } = own.studio;
      const nickname = { name: "dana 🌸", phone: "+12025550101", whatsappId: "12025550101" };
      const { lead } = await say(admin, "receiveMessage", { contact: nickname, channel: "WHATSAPP", text: "Hello" });
      const nameOf = async () =>
        (await admin.ask(`{ lead(id: "${lead.id}") { contact { name email } } }`)).data.lead.contact;
      expect(await nameOf()).toEqual({ name: "dana 🌸", email: null });

      await postForm(own.url, sourceKey, { body: formCase("F29").bytes, type: "application/json" });
      expect(await nameOf()).toEqual({ name: "Dana Q. Example", email: "dana@example.com" });

      await say(admin, "receiveMessage", { contact: nickname, channel: "WHATSAPP", text: "Me again" });
      expect(await nameOf()).toEqual({ name: "Dana Q. Example", email: "dana@example.com" });
      expect(await own.rows("SELECT count(*) FROM leads")).toEqual([{ count: 1 }]);
    } finally {
      await own.close();
    }
  });

  it("who asks to be left alone (F34) is not written to, and what they wrote is seen", async () => {
    const door = await openDoor();

    await send(door, "F34");

    const [lead] = await door.leads();
    expect(lead?.do_not_contact_at).toBeInstanceOf(Date);
    expect(await desk.rows("SELECT text FROM messages WHERE lead_id = $1", [lead?.id])).toEqual([
      { text: "Unsubscribe me, stop calling" },
    ]);
    expect(await desk.rows("SELECT unread_count FROM conversations WHERE lead_id = $1", [lead?.id])).toEqual([
      { unread_count: 0 },
    ]);
  });
});
