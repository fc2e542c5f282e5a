import { randomUUID } from "node:crypto";
import { changedTables, everythingOf } from "./support/belongings.js";
import { storedEnquiry } from "./support/form-door.js";
import { openTestDesk, type TestDesk, type TestMerchant, type Wire } from "./support/test-desk.js";
import { aLead, anEnquiry, aQualifiedLead, attempt, aWonLead, say, type Verb } from "./support/verbs.js";

let desk: TestDesk;
let studio: TestMerchant;

beforeAll(async () => {
  desk = await openTestDesk();
  ({ studio } = desk);
});

afterAll(() => desk.close());

const later = "2030-01-01T09:00:00Z";

describe("a command that breaks a rule", () => {
  it.each([
    [
      "an unknown stage",
      "new",
      { toStage: "nonsense" },
      { code: "TRANSITION_NOT_ALLOWED", path: ["toStage"], from: "new", to: "nonsense" },
    ],
    [
      "a stage that is too far",
      "new",
      { toStage: "won" },
      { code: "TRANSITION_NOT_ALLOWED", allowed: ["reviewing", "qualified", "declined", "spam"] },
    ],
    ["no reason", "new", { toStage: "declined" }, { code: "REASON_REQUIRED", path: ["reason"] }],
    [
      "a reason of blanks",
      "new",
      { toStage: "declined", reason: " \t\n\u00a0" },
      { code: "REASON_REQUIRED", path: ["reason"] },
    ],
    ["no follow-up", "qualified", { toStage: "proposal" }, { code: "FOLLOW_UP_REQUIRED", path: ["followUp"] }],
    [
      "a version of the past",
      "qualified",
      { toStage: "reviewing", expectedVersion: 1 },
      { code: "VERSION_CONFLICT", expected: 1, current: 3 },
    ],
    [
      "a version of the future",
      "new",
      { toStage: "reviewing", expectedVersion: 99 },
      { code: "VERSION_CONFLICT", expected: 99 },
    ],
  ])("by %s changes no row, history, ledger or job", async (_what, from, move, error) => {
    const lead = from === "new" ? await aLead(studio.agent) : await aQualifiedLead(studio.agent);
    const before = await everythingOf(desk, studio.id);

    const { lead: none, userErrors, replayed } = await say(studio.agent, "moveLead", { leadId: lead.id, ...move });

    expect([none, replayed, userErrors.length]).toEqual([null, false, 1]);
    expect(userErrors[0]).toMatchObject(error);
    expect(changedTables(before, await everythingOf(desk, studio.id))).toEqual([]);
  });

  it.each<[string, Verb, object, string[], string]>([
    [
      "an amount below nothing",
      "moveLead",
      { toStage: "won", value: { amountMinor: -1, currency: "EUR" } },
      ["input", "value", "amountMinor"],
      "min",
    ],
    [
      "a currency that is none",
      "moveLead",
      { toStage: "won", value: { amountMinor: 1, currency: "euro" } },
      ["input", "value", "currency"],
      "currency",
    ],
    ["nothing to say", "sendMessage", { text: " \n" }, ["input", "text"], "required"],
    ["nothing to note", "addNote", { text: "\0" }, ["input", "text"], "required"],
    ["a call of tomorrow", "recordResponse", { by: "CALL", respondedAt: later }, ["input", "respondedAt"], "past"],
    ["a time that is none", "scheduleFollowUp", { dueAt: "tomorrow" }, ["input", "dueAt"], "type"],
    ["a day that is none", "scheduleFollowUp", { dueAt: "2030-02-30T09:00:00Z" }, ["input", "dueAt"], "type"],
    ["a time without a zone", "scheduleFollowUp", { dueAt: "2030-02-20T09:00:00" }, ["input", "dueAt"], "type"],
    ["nothing that is required", "scheduleFollowUp", {}, ["input", "dueAt"], "required"],
    ["an unknown field", "addNote", { text: "Hello", merchantId: randomUUID() }, ["input"], "unknown"],
    ["an unknown channel", "receiveMessage", { channel: "PIGEON", text: "Hello" }, ["input", "channel"], "type"],
    ["a number for a text", "addNote", { text: 7 }, ["input", "text"], "type"],
  ])(
    "by %s is refused by the name of the field, without its value, and changes nothing",
    async (_what, verb, input, path, rule) => {
      const lead = await aQualifiedLead(studio.agent);
      const before = await everythingOf(desk, studio.id);

      const { status, codes, errors } = await attempt(studio.agent, verb, { leadId: lead.id, ...input });

      expect([codes, errors[0]?.extensions.fields]).toEqual([
        ["BAD_USER_INPUT"],
        [{ path, rule, message: expect.not.stringMatching(/tomorrow|PIGEON|euro/) }],
      ]);
      expect(status).toBeLessThan(500);
      expect(changedTables(before, await everythingOf(desk, studio.id))).toEqual([]);
    },
  );

  it("never takes from its input who acts, or for whom", async () => {
    const lead = await aLead(studio.agent);
    for (const field of ["merchantId", "actorId", "memberId", "role"]) {
      const { codes } = await attempt(studio.agent, "moveLead", {
        leadId: lead.id,
        toStage: "reviewing",
        [field]: studio.admin.memberId,
      });

      expect([field, codes]).toEqual([field, ["BAD_USER_INPUT"]]);
    }
  });
});

describe("a page", () => {
  it.each([0, 101, -1, 2_147_483_647, null, "10", 1.5])(
    "of %j entries is refused, in a list and inside of one",
    async (first) => {
      for (const query of [
        "query($first: Int) { leads(first: $first) { nodes { id } } }",
        "query($first: Int) { leads { nodes { history(first: $first) { nodes { kind } } } } }",
      ]) {
        const { status, codes, errors } = await studio.admin.ask(query, { first });

        expect([status, codes]).toEqual([400, ["BAD_USER_INPUT"]]);
        expect(errors[0]?.extensions.fields[0].path).toEqual(["first"]);
      }
    },
  );

  it.each([1, 100])("of %j entries is given", async (first) => {
    const { codes } = await studio.admin.ask("query($first: Int) { leads(first: $first) { nodes { id } } }", { first });

    expect(codes).toEqual([]);
  });

  it.each(["nonsense", "AAAA", "Zm9v", "' OR true --", "\0"])("after %j is refused", async (after) => {
    const { status, codes } = await studio.admin.ask(
      "query($after: String) { leads(after: $after) { nodes { id } } }",
      { after },
    );

    expect([status, codes]).toEqual([200, ["BAD_USER_INPUT"]]);
  });

  it("of another filter or another order does not go on with this cursor", async () => {
    await Promise.all([aLead(studio.admin), aLead(studio.admin)]);
    const { data } = await studio.admin.ask("{ leads(first: 1) { pageInfo { endCursor } } }");
    const after = data.leads.pageInfo.endCursor;

    for (const more of ["filter: { isTest: false }", "orderBy: CREATED_AT_ASC"]) {
      const { codes } = await studio.admin.ask(
        `query($after: String) { leads(after: $after, ${more}) { nodes { id } } }`,
        { after },
      );
      expect([more, codes]).toEqual([more, ["BAD_USER_INPUT"]]);
    }
    expect(
      (await studio.admin.ask("query($after: String) { leads(after: $after) { nodes { id } } }", { after })).codes,
    ).toEqual([]);
  });
});

describe("an enquiry is no reason to refuse anybody", () => {
  const received = async (input: object): Promise<{ payload: Wire; row: Wire }> => {
    const payload = await say(studio.admin, "submitEnquiry", anEnquiry({ ...input }));
    return { payload, row: await storedEnquiry(desk, payload.enquiry.receiptNumber) };
  };

  it("who left no address: it is accepted as not contactable, and matched to nobody", async () => {
    const same = { contact: { name: "Anonymous" }, message: "You should fix your website" };
    const [one, other, empty] = [await received(same), await received(same), await received({ contact: {} })];

    for (const { payload, row } of [one, other, empty])
      expect([payload.outcome, row.outcome, row.is_contactable]).toEqual(["ACCEPTED", "ACCEPTED", false]);
    expect(new Set([one, other, empty].map(({ payload }) => payload.lead.contact.id)).size).toBe(3);
  });

  it.each(["call me maybe", "1202555010", "000000000000", "+1", "email@example.com", "١٢٣"])(
    "whose number is %j: it is kept as sent and is nobody's",
    async (phone) => {
      const [one, other] = [await received({ contact: { phone } }), await received({ contact: { phone } })];

      expect([one.payload.outcome, one.row.phone, one.row.is_contactable]).toEqual(["ACCEPTED", phone, false]);
      expect(one.payload.lead.contact.id).not.toBe(other.payload.lead.contact.id);
      expect(
        await desk.rows("SELECT FROM contact_identities WHERE contact_id = $1", [one.payload.lead.contact.id]),
      ).toEqual([]);
    },
  );

  it.each(["nobody", "a@b", "test@test", "@example.com", "n/a", "-", "   "])(
    "whose address is %j: it is kept as sent and is nobody's",
    async (email) => {
      const { payload, row } = await received({ contact: { email } });

      expect([payload.outcome, row.email, row.is_contactable]).toEqual(["ACCEPTED", email, false]);
    },
  );

  it.each(["yesterday", "2026-02-30", "03/04/2026", "", "\0", "9".repeat(400)])(
    "whose clock says %j: it has no time but ours",
    async (submittedAt) => {
      const { payload, row } = await received({ submittedAt });

      expect([payload.outcome, row.submitted_at, row.submitted_at_as_sent]).toEqual([
        "ACCEPTED",
        null,
        submittedAt.replace("\0", ""),
      ]);
      expect(Date.now() - new Date(payload.enquiry.receivedAt).getTime()).toBeLessThan(60_000);
    },
  );

  it("whose number is written in any other way: it is one person", async () => {
    const digits = String(Math.floor(Math.random() * 9000) + 1000);
    const spellings = [
      `+1 (202) 555-${digits}`,
      `1-202-555-${digits}`,
      `202.555.${digits}`,
      `tel:+1-202-555-${digits}`,
    ];

    const all = await Promise.all(spellings.map((phone) => received({ contact: { phone } })));

    expect(new Set(all.map(({ payload }) => payload.lead.id)).size).toBe(1);
    expect(all.map(({ row }) => row.phone)).toEqual(spellings);
  });
});

describe("policies", () => {
  it.each([
    ["a length that is none", { conversionVoidWindow: "a day" }, ["input", "conversionVoidWindow"]],
    ["a length without end", { responseTarget: "P999999Y" }, ["input", "responseTarget"]],
    ["no attempt at all", { deliveryAttempts: 0 }, ["input", "deliveryAttempts"]],
    [
      "an hour that is none",
      { businessHours: { weekly: [{ weekday: 1, spans: [{ from: "9", to: "17:00" }] }] } },
      ["input", "businessHours", "weekly", "1", "0", "from"],
    ],
    [
      "a day that ends before it begins",
      { businessHours: { weekly: [{ weekday: 1, spans: [{ from: "17:00", to: "09:00" }] }] } },
      ["input", "businessHours", "weekly", "1", "0"],
    ],
  ])("with %s are refused as a whole", async (_what, wrong, path) => {
    const before = await everythingOf(desk, studio.id);

    const { codes, errors } = await attempt(studio.admin, "updatePolicies", { agentVisibility: "ALL", ...wrong });

    expect([codes, errors[0]?.extensions.fields[0].path]).toEqual([["BAD_USER_INPUT"], path]);
    expect(changedTables(before, await everythingOf(desk, studio.id))).toEqual([]);
  });

  it("take the longest and the shortest that they allow, and every lead can still be read", async () => {
    const own = await openTestDesk();
    try {
      const lead = await aWonLead(own.studio.agent);
      for (const length of ["PT0S", "P10Y"]) {
        await say(own.studio.admin, "updatePolicies", {
          conversionVoidWindow: length,
          responseTarget: length,
          reEngagementQuietPeriod: length,
        });
        await say(own.studio.agent, "receiveMessage", { leadId: lead.id, channel: "WHATSAPP", text: "Hello" });
        const { codes } = await own.studio.agent.ask(
          `{ lead(id: "${lead.id}") { conversions { nodes { voidableUntil } } currentLifecycle { responseDueAt } } }`,
        );
        expect([length, codes]).toEqual([length, []]);
      }
    } finally {
      await own.close();
    }
  });
});
