import { randomUUID } from "node:crypto";
import { anotherSource } from "./support/another-source.js";
import { type Answer, openTestDesk, type TestDesk, type TestMerchant, type Wire } from "./support/test-desk.js";
import { anEnquiry, attempt, say } from "./support/verbs.js";

let desk: TestDesk;
let studio: TestMerchant;
/** A source of the merchant that the partner's key is not bound to. */
let fair: { id: string; key: string };

beforeAll(async () => {
  desk = await openTestDesk();
  ({ studio } = desk);
  fair = await anotherSource(desk, studio);
});

afterAll(() => desk.close());

const aVisitor = () => ({ name: `Visitor ${randomUUID()}`, email: `${randomUUID()}@example.com` });

async function won(leadId: string): Promise<void> {
  await say(studio.manager, "moveLead", { leadId, toStage: "qualified" });
  await say(studio.manager, "moveLead", { leadId, toStage: "won" });
}

/** Beside what it is told of fields that it may not see. */
const refusalsOf = ({ errors }: Answer) =>
  errors.map(({ message, extensions }) => [extensions.code, message]).filter(([code]) => code !== "FORBIDDEN_FIELD");

const leadDocument = `query($id: ID!) { lead(id: $id) {
  stage { key } isRepeat badges { kind } allowedMoves { to { key } }
  currentLifecycle { number outcome } lifecycles { number outcome conversion { isRepeat } }
  enquiries { receiptNumber message name email }
  conversions { nodes { isRepeat convertedAt voidedAt } }
  contact { leads { id } }
} }`;

describe("what a partner sent", () => {
  it("is read back in the visitor's own words, with the lead that it opened", async () => {
    const contact = aVisitor();
    const enquiry = anEnquiry({ contact, fields: { question: "Answer" } });

    const { lead, enquiry: receipt } = await say(studio.partner, "submitEnquiry", enquiry);

    const { data, codes } = await studio.partner.ask(
      `{ enquiry(receiptNumber: "${receipt.receiptNumber}") { name email message fields outcome lead { id } source { key } } }`,
    );
    expect(codes).toEqual([]);
    expect(data.enquiry).toEqual({
      ...{ name: contact.name, email: contact.email, message: enquiry.message, fields: { question: "Answer" } },
      ...{ outcome: "ACCEPTED", lead: { id: lead.id }, source: { key: studio.sourceKey } },
    });
  });

  it("about a person whose lead another way has opened shows no lead, then or later", async () => {
    const contact = aVisitor();
    const { lead: known } = await say(studio.admin, "submitEnquiry", anEnquiry({ contact, sourceKey: fair.key }));

    const { outcome, lead, enquiry } = await say(studio.partner, "submitEnquiry", anEnquiry({ contact }));

    expect([outcome, lead]).toEqual(["ACCEPTED", null]);
    const { data } = await studio.partner.ask(
      `{ enquiry(receiptNumber: "${enquiry.receiptNumber}") { message lead { id } } }`,
    );
    expect(data.enquiry).toEqual({ message: enquiry.message, lead: null });
    expect((await studio.partner.ask(leadDocument, { id: known.id })).codes).toEqual(["NOT_FOUND"]);
    expect((await studio.partner.ask("{ leads(first: 100) { nodes { id } } }")).data.leads.nodes).not.toContainEqual({
      id: known.id,
    });
  });

  it("through a source that is not its own is refused like one that does not exist", async () => {
    const ask = (sourceKey: string) => attempt(studio.partner, "submitEnquiry", anEnquiry({ sourceKey }));
    const before = await desk.rows("SELECT count(*) FROM enquiries");

    const [foreign, unknown] = [await ask(fair.key), await ask("nobody's")];

    expect(refusalsOf(foreign)).toEqual([["NOT_FOUND", "There is no such intake source."]]);
    expect(refusalsOf(unknown)).toEqual(refusalsOf(foreign));
    expect(await desk.rows("SELECT count(*) FROM enquiries")).toEqual(before);
  });
});

describe("a lead that a partner opened and another way brought back", () => {
  it("is seen as far as the partner's own pass went", async () => {
    const contact = aVisitor();
    const { lead, enquiry: mine } = await say(studio.partner, "submitEnquiry", anEnquiry({ contact }));
    await won(lead.id);
    const { enquiry: other } = await say(
      studio.admin,
      "submitEnquiry",
      anEnquiry({ contact, sourceKey: fair.key, message: "Back" }),
    );
    await won(lead.id);

    const { data, codes } = await studio.partner.ask(leadDocument, { id: lead.id });

    expect(codes).toEqual([]);
    expect(data.lead).toEqual({
      ...{ stage: { key: "won" }, isRepeat: false, badges: [], allowedMoves: [] },
      currentLifecycle: { number: 1, outcome: "WON" },
      lifecycles: [{ number: 1, outcome: "WON", conversion: { isRepeat: false } }],
      enquiries: [{ receiptNumber: mine.receiptNumber, message: mine.message, ...contact }],
      conversions: { nodes: [{ isRepeat: false, convertedAt: expect.any(String), voidedAt: null }] },
      contact: { leads: [{ id: lead.id }] },
    });
    const receipt = await studio.partner.ask(`{ enquiry(receiptNumber: "${other.receiptNumber}") { message } }`);
    expect(receipt.codes).toEqual(["NOT_FOUND"]);
  });

  it("counts one win of it in the ledger and in the figures", async () => {
    const figures = "{ conversions(first: 100) { nodes { id lead { id } } } insights { wonDeals repeatLeads } }";
    const before = (await studio.partner.ask(figures)).data;
    const contact = aVisitor();
    const { lead } = await say(studio.partner, "submitEnquiry", anEnquiry({ contact }));
    await won(lead.id);
    await say(studio.admin, "submitEnquiry", anEnquiry({ contact, sourceKey: fair.key, message: "Back" }));
    await won(lead.id);

    const { conversions, insights } = (await studio.partner.ask(figures)).data;

    expect(conversions.nodes.length - before.conversions.nodes.length).toBe(1);
    expect(insights).toEqual({
      wonDeals: before.insights.wonDeals + 1,
      repeatLeads: before.insights.repeatLeads,
    });
  });

  it("has no owner, history, conversation, follow-up or tag for a partner, each said once", async () => {
    const { lead } = await say(studio.partner, "submitEnquiry", anEnquiry({ contact: aVisitor() }));
    await say(studio.manager, "assignLead", { leadId: lead.id, memberId: studio.agent.memberId });

    const { data, errors } = await studio.partner.ask(
      `query($id: ID!) { lead(id: $id) { owner { id } history { nodes { kind } } conversation { id } conversations { id }
        followUp { id } followUps { id } deliveries { nodes { id } } contact { name email phone identities { value } tags liveConversionCount } } }`,
      { id: lead.id },
    );

    const nothing = {
      owner: null,
      history: null,
      conversation: null,
      conversations: null,
      followUp: null,
      followUps: null,
    };
    const nobody = { name: null, email: null, phone: null, identities: null, tags: null, liveConversionCount: null };
    expect(data.lead).toEqual({ ...nothing, deliveries: null, contact: nobody });
    expect(errors.map(({ extensions }) => [extensions.code, extensions.coordinate]).sort()).toEqual(
      [
        ...Object.keys({ ...nothing, deliveries: null }).map((name) => ["FORBIDDEN_FIELD", `Lead.${name}`]),
        ...Object.keys(nobody).map((name) => ["FORBIDDEN_FIELD", `Contact.${name}`]),
      ].sort(),
    );
  });
});

describe("what a partner may not know", () => {
  it.each([
    ["leads", "LeadFilter", { stage: "won" }],
    ["leads", "LeadFilter", { stageKind: "WON" }],
    ["leads", "LeadFilter", { ownerId: "01a23056-8917-776c-b1aa-dacf0f923fab" }],
    ["leads", "LeadFilter", { isAssigned: true }],
    ["conversions", "ConversionFilter", { actorId: "01a23056-8917-776c-b1aa-dacf0f923fab" }],
    ["conversions", "ConversionFilter", { campaignId: "01a23056-8917-776c-b1aa-dacf0f923fab" }],
  ])("is not found out by a filter on %s: %s %j", async (list, type, filter) => {
    const { codes } = await studio.partner.ask(
      `query($filter: ${type}) { ${list}(filter: $filter) { nodes { id } } }`,
      { filter },
    );

    expect(codes).toEqual(["FORBIDDEN"]);
  });

  it("is not found out by a message to a lead that its sources did not open", async () => {
    const { lead } = await say(studio.admin, "submitEnquiry", anEnquiry({ contact: aVisitor(), sourceKey: fair.key }));
    const write = (leadId: string) =>
      attempt(studio.partner, "receiveMessage", { leadId, channel: "WHATSAPP", text: "Hello" });

    const [hidden, unknown] = [await write(lead.id), await write(randomUUID())];

    expect(refusalsOf(hidden)).toEqual([["NOT_FOUND", "There is no lead with this id."]]);
    expect(refusalsOf(unknown)).toEqual(refusalsOf(hidden));
    expect(await desk.rows("SELECT count(*) FROM messages WHERE lead_id = $1", [lead.id])).toEqual([{ count: 1 }]);
  });

  it("is not found out by a message from a person: known or unknown, the answer is the same", async () => {
    const known = aVisitor();
    await say(studio.admin, "submitEnquiry", anEnquiry({ contact: known, sourceKey: fair.key }));
    const write = (contact: object) =>
      say(studio.partner, "receiveMessage", { contact, channel: "WHATSAPP", text: "Hello" });

    const answers = [await write({ email: known.email }), await write({ email: aVisitor().email })];

    expect(answers[0]).toEqual({ lead: null, message: null, userErrors: [], replayed: false });
    expect(answers[1]).toEqual(answers[0]);
  });
});

describe("a partner's key", () => {
  it("works no longer once it is revoked, from the next request on", async () => {
    const own = await openTestDesk();
    try {
      const { partner, id } = own.studio;
      expect((await partner.ask("{ viewer { role } }")).data).toEqual({ viewer: { role: "PARTNER" } });

      await own.rows("UPDATE api_keys SET revoked_at = now() WHERE merchant_id = $1", [id]);

      const { status, codes } = await partner.ask("{ viewer { role } }");
      expect([status, codes]).toEqual([401, ["UNAUTHENTICATED"]]);
      const { status: sent, codes: sentCodes } = await attempt(partner, "submitEnquiry", anEnquiry());
      expect([sent, sentCodes]).toEqual([401, ["UNAUTHENTICATED"]]);
    } finally {
      await own.close();
    }
  });

  it("shows the sources that it is bound to, and no other", async () => {
    const { data } = await studio.partner.ask("{ merchant { sources { key } } }");

    expect(data.merchant.sources).toEqual([{ key: studio.sourceKey }]);
    expect(
      (await studio.admin.ask("{ merchant { sources { key } } }")).data.merchant.sources.map(({ key }: Wire) => key),
    ).toEqual([studio.sourceKey, fair.key]);
  });
});
