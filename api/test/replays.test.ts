import { randomUUID } from "node:crypto";
import { openTestDesk, type TestDesk, type TestMerchant } from "./support/test-desk.js";
import { aLead, anEnquiry, aQualifiedLead, attempt, say } from "./support/verbs.js";

let desk: TestDesk;
let studio: TestMerchant;

beforeAll(async () => {
  desk = await openTestDesk();
  ({ studio } = desk);
});

afterAll(() => desk.close());

const countOf = async (table: string): Promise<number> => (await desk.rows(`SELECT count(*) FROM ${table}`))[0]?.count;
const eventsOf = async (leadId: string, kind: string): Promise<number> =>
  (await desk.rows("SELECT count(*) FROM lead_events WHERE lead_id = $1 AND kind = $2", [leadId, kind]))[0]?.count;
const keysOf = (key: string) =>
  desk.rows("SELECT operation FROM idempotency_keys WHERE key = $1 ORDER BY operation", [key]);

describe("an enquiry that is sent again", () => {
  it("fifty times at once is one enquiry and one lead, with one receipt for all", async () => {
    const enquiry = anEnquiry();
    const [enquiries, leads, messages] = [
      await countOf("enquiries"),
      await countOf("leads"),
      await countOf("messages"),
    ];

    const answers = await Promise.all(Array.from({ length: 50 }, () => say(studio.admin, "submitEnquiry", enquiry)));

    expect(new Set(answers.map(({ enquiry: { receiptNumber } }) => receiptNumber)).size).toBe(1);
    expect(new Set(answers.map(({ lead }) => lead.id)).size).toBe(1);
    expect(answers.filter(({ replayed }) => replayed)).toHaveLength(49);
    expect([await countOf("enquiries"), await countOf("leads"), await countOf("messages")]).toEqual([
      ...[enquiries + 1, leads + 1, messages + 1],
    ]);
  });

  it("with the clock of the retry, or blanks that a browser added, is still the same", async () => {
    const enquiry = anEnquiry({ submittedAt: "2026-03-02T10:00:00Z", message: "Line one\nLine two" });
    const first = await say(studio.admin, "submitEnquiry", enquiry);

    const again = await say(studio.admin, "submitEnquiry", {
      ...{ ...enquiry, submittedAt: "2026-03-02T10:00:09Z", message: "Line one\r\nLine two " },
    });

    expect([again.replayed, again.enquiry]).toEqual([true, first.enquiry]);
  });

  it.each([
    ["other words", { message: "Something else" }],
    ["another person", { contact: { email: "somebody-else@example.com" } }],
    ["another channel", { channel: "PHONE" }],
    ["other fields", { fields: { colour: "red" } }],
  ])("under the same key with %s is refused, and nothing is written", async (_what, change) => {
    const enquiry = anEnquiry();
    const { enquiry: receipt } = await say(studio.admin, "submitEnquiry", enquiry);
    const before = [
      await countOf("enquiries"),
      await countOf("leads"),
      await countOf("messages"),
      await countOf("contacts"),
    ];

    const { status, codes, data } = await attempt(studio.admin, "submitEnquiry", { ...enquiry, ...change });

    expect([status, codes, data]).toEqual([200, ["IDEMPOTENCY_KEY_REUSED"], null]);
    expect([
      await countOf("enquiries"),
      await countOf("leads"),
      await countOf("messages"),
      await countOf("contacts"),
    ]).toEqual(before);
    const again = await say(studio.admin, "submitEnquiry", enquiry);
    expect([again.replayed, again.enquiry.receiptNumber]).toEqual([true, receipt.receiptNumber]);
  });
});

describe("a move that is sent again", () => {
  it("under its key answers with the first result, whatever happened since", async () => {
    const lead = await aQualifiedLead(studio.agent);
    const move = { leadId: lead.id, toStage: "won", idempotencyKey: randomUUID() };
    const first = await say(studio.agent, "moveLead", move);
    await say(studio.agent, "moveLead", { leadId: lead.id, toStage: "proposal" });

    const again = await say(studio.agent, "moveLead", move);

    expect([first.replayed, again.replayed]).toEqual([false, true]);
    expect(again.conversion.id).toBe(first.conversion.id);
    expect(again.lead.stage.key).toBe("proposal");
    expect([await eventsOf(lead.id, "StageChanged"), await eventsOf(lead.id, "ConversionRecorded")]).toEqual([3, 1]);
  });

  it("ten times at once happens once", async () => {
    const lead = await aQualifiedLead(studio.agent);
    const move = { leadId: lead.id, toStage: "won", idempotencyKey: randomUUID() };

    const answers = await Promise.all(Array.from({ length: 10 }, () => say(studio.agent, "moveLead", move)));

    expect(answers.filter(({ replayed }) => replayed)).toHaveLength(9);
    expect(new Set(answers.map(({ conversion }) => conversion.id)).size).toBe(1);
    expect([await eventsOf(lead.id, "ConversionRecorded"), answers[0].lead.version]).toEqual([1, lead.version + 1]);
  });

  it("under its key with other input is refused, and nothing is written", async () => {
    const lead = await aQualifiedLead(studio.agent);
    const idempotencyKey = randomUUID();
    await say(studio.agent, "moveLead", { leadId: lead.id, toStage: "reviewing", idempotencyKey });

    const { codes } = await attempt(studio.agent, "moveLead", { leadId: lead.id, toStage: "won", idempotencyKey });

    expect(codes).toEqual(["IDEMPOTENCY_KEY_REUSED"]);
    expect(await desk.rows("SELECT stage FROM leads WHERE id = $1", [lead.id])).toEqual([{ stage: "reviewing" }]);
  });

  it("by somebody else, or as another operation, is another request", async () => {
    const lead = await aLead(studio.agent);
    const idempotencyKey = randomUUID();

    await say(studio.agent, "addNote", { leadId: lead.id, text: "One", idempotencyKey });
    const other = await say(studio.manager, "addNote", { leadId: lead.id, text: "Two", idempotencyKey });
    const move = await say(studio.agent, "moveLead", { leadId: lead.id, toStage: "reviewing", idempotencyKey });

    expect([other.replayed, other.note.text, move.replayed, move.lead.stage.key]).toEqual([
      false,
      "Two",
      false,
      "reviewing",
    ]);
    expect(await keysOf(idempotencyKey)).toEqual([
      { operation: "addNote" },
      { operation: "addNote" },
      { operation: "moveLead" },
    ]);
  });
});

it("an assignment that is sent again answers with the first result and tells history once", async () => {
  const lead = await aLead(studio.admin);
  const claim = { leadId: lead.id, memberId: studio.agent.memberId, reason: "Mine", idempotencyKey: randomUUID() };

  const [first, again] = [await say(studio.agent, "assignLead", claim), await say(studio.agent, "assignLead", claim)];

  expect([first.replayed, again.replayed, again.lead]).toEqual([false, true, first.lead]);
  expect(await eventsOf(lead.id, "OwnerChanged")).toBe(1);
});

describe("a request that was refused", () => {
  it("by a rule leaves no key, so that the same key is good for what is right", async () => {
    const lead = await aLead(studio.agent);
    const idempotencyKey = randomUUID();

    const refused = await say(studio.agent, "moveLead", { leadId: lead.id, toStage: "declined", idempotencyKey });
    expect(refused.userErrors).toMatchObject([{ code: "REASON_REQUIRED" }]);
    expect(await keysOf(idempotencyKey)).toEqual([]);

    const move = { leadId: lead.id, toStage: "declined", reason: "No budget", idempotencyKey };
    const done = await say(studio.agent, "moveLead", move);
    expect([done.replayed, done.lead.stage.key]).toEqual([false, "declined"]);
  });

  it.each([
    ["as not found", { leadId: randomUUID(), toStage: "won" }, "NOT_FOUND"],
    ["as malformed", { leadId: "nonsense", toStage: "won" }, "BAD_USER_INPUT"],
  ])("%s leaves no key", async (_how, input, code) => {
    const idempotencyKey = randomUUID();

    const { codes } = await attempt(studio.agent, "moveLead", { ...input, idempotencyKey });

    expect([codes, await keysOf(idempotencyKey)]).toEqual([[code], []]);
  });

  it("as an enquiry leaves no receipt", async () => {
    const idempotencyKey = randomUUID();
    const { codes } = await attempt(
      studio.admin,
      "submitEnquiry",
      anEnquiry({ idempotencyKey, sourceKey: "nobody's" }),
    );

    const { replayed, outcome } = await say(studio.admin, "submitEnquiry", anEnquiry({ idempotencyKey }));

    expect([codes, replayed, outcome]).toEqual([["NOT_FOUND"], false, "ACCEPTED"]);
  });
});

describe("a key", () => {
  const keys = ["", "k".repeat(256), "a\0b", "half \ud83d of a pair"];

  it.each(keys)(
    "of the form %j is refused by the name of its field, and nothing is written",
    async (idempotencyKey) => {
      const lead = await aLead(studio.agent);
      const before = [await countOf("enquiries"), await countOf("notes")];

      const [enquiry, note] = [
        await attempt(studio.admin, "submitEnquiry", anEnquiry({ idempotencyKey })),
        await attempt(studio.agent, "addNote", { leadId: lead.id, text: "Hello", idempotencyKey }),
      ];

      for (const { codes, errors } of [enquiry, note]) {
        expect(codes).toEqual(["BAD_USER_INPUT"]);
        expect(errors[0]?.extensions.fields).toMatchObject([{ path: ["input", "idempotencyKey"] }]);
      }
      expect([await countOf("enquiries"), await countOf("notes")]).toEqual(before);
    },
  );

  it.each(["k", "k".repeat(255), "Schlüssel 🔑 ' -- \u202e"])("of the form %j is as good as any", async (text) => {
    const idempotencyKey = text.length === 255 ? text : `${text} ${randomUUID()}`;
    const enquiry = anEnquiry({ idempotencyKey });

    const [first, again] = [
      await say(studio.admin, "submitEnquiry", enquiry),
      await say(studio.admin, "submitEnquiry", enquiry),
    ];

    expect([first.replayed, again.replayed, again.enquiry]).toEqual([false, true, first.enquiry]);
  });
});
