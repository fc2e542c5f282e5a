import { randomUUID } from "node:crypto";
import type { GraphQLSchema } from "graphql";
import { type Belongings, belongingsOf, changedTables, everythingOf } from "./support/belongings.js";
import { askAt, outcomes, type Place, places } from "./support/id-places.js";
import { openTestDesk, type TestDesk, type TestMerchant, type Wire } from "./support/test-desk.js";
import { aLead, anEnquiry, aQualifiedLead, attempt, aWonLead, say } from "./support/verbs.js";
import { readSchema } from "./support/wire-schema.js";

let desk: TestDesk;
let studio: TestMerchant;
let schema: GraphQLSchema;
let own: Belongings;
let colleagues: Belongings;

beforeAll(async () => {
  desk = await openTestDesk();
  ({ studio } = desk);
  schema = await readSchema(studio.admin);
  own = await belongingsOf(desk, studio);
  colleagues = await belongingsOf(desk, { ...studio, agent: studio.otherAgent });
});

afterAll(() => desk.close());

const idsOf = (connection: Wire): string[] => connection.nodes.map((node: Wire) => node.id);

describe("a colleague's lead", () => {
  const forLeadersAlone =
    /suspendMember|reinstateMember|changeMemberRole|dismissDelivery|reverseConversion|rejectEnquiry|mergeContacts/;
  const ofLeads = [
    "leadId",
    "wonLeadId",
    "contactId",
    "conversationId",
    "messageId",
    "followUpId",
    "deliveryId",
    "enquiryId",
  ];
  const hidden = Object.entries(places).filter(
    ([place, { theirs }]) =>
      [...ofLeads, "receiptNumber", "conversionId"].includes(theirs) && !forLeadersAlone.test(place),
  );

  const without = (text: string, answer: Wire) => JSON.parse(JSON.stringify(answer).replaceAll(text, "asked"));

  it.each(hidden)("at %s is for an agent the same as one that does not exist", async (place, { theirs }) => {
    // To claim it is another matter, below.
    const mine = place === "Mutation.assignLead input.leadId" ? { ...own, memberId: studio.manager.memberId } : own;
    const unknown = theirs === "receiptNumber" ? "E-00000-00000" : randomUUID();
    const before = await everythingOf(desk, studio.id);

    const known = colleagues[theirs as keyof Belongings];
    const answer = await askAt(schema, studio.agent, mine, place, known);

    const other = await askAt(schema, studio.agent, mine, place, unknown);
    expect([answer.status, answer.codes, without(known, answer.data), answer.errors[0]?.message]).toEqual([
      ...[other.status, other.codes, without(unknown, other.data), other.errors[0]?.message],
    ]);
    expect(answer.codes).toEqual(outcomes[(places[place] as Place).gives].codes);
    expect(changedTables(before, await everythingOf(desk, studio.id))).toEqual([]);
  });

  it.each(["moveLead", "assignLead", "sendMessage", "recordResponse", "addNote", "scheduleFollowUp"] as const)(
    "does not tell %s its version",
    async (verb) => {
      const more = { toStage: "won", text: "Hello", by: "CALL", dueAt: "2030-01-01T09:00:00Z" };
      const fields = {
        moveLead: ["toStage"],
        assignLead: [],
        sendMessage: ["text"],
        recordResponse: ["by"],
        addNote: ["text"],
        scheduleFollowUp: ["dueAt"],
      }[verb];
      const input = Object.fromEntries(Object.entries(more).filter(([name]) => fields.includes(name as never)));
      const versioned = verb === "sendMessage" ? {} : { expectedVersion: 1 };

      const { codes } = await attempt(studio.agent, verb, { leadId: colleagues.leadId, ...input, ...versioned });

      expect(codes).toEqual(["NOT_FOUND"]);
    },
  );

  it("is in none of an agent's lists, and an agent's counts are those of the lists", async () => {
    const { data } = await studio.agent.ask(`{
      leads(first: 100) { nodes { id owner { id } } }
      contacts(first: 100) { nodes { id } }
      conversations(first: 100) { nodes { id } }
      deliveries(first: 100) { nodes { lead { id } } }
      queues { name count }
      failures: queue(name: DELIVERY_FAILURES, first: 100) { nodes { lead { id } } }
      unassigned: queue(name: UNASSIGNED, first: 100) { nodes { lead { id } } }
    }`);

    const text = JSON.stringify(data);
    expect(text).toContain(own.leadId);
    expect(text).toContain(colleagues.freeLeadId);
    for (const id of [colleagues.leadId, colleagues.wonLeadId, colleagues.contactId, colleagues.conversationId])
      expect(text).not.toContain(id);
    expect(new Set(data.leads.nodes.map((lead: Wire) => lead.owner?.id ?? null))).toEqual(
      new Set([own.memberId, null]),
    );
    const count = (name: string) => data.queues.find((queue: Wire) => queue.name === name).count;
    expect([count("DELIVERY_FAILURES"), count("UNASSIGNED")]).toEqual([
      data.failures.nodes.length,
      data.unassigned.nodes.length,
    ]);
  });

  it("is found by none of an agent's searches", async () => {
    const find = (filter: object) =>
      studio.agent.ask("query($filter: ContactFilter) { contacts(filter: $filter) { nodes { id } } }", { filter });

    expect(idsOf((await find({ email: own.email })).data.contacts)).toEqual([own.contactId]);
    expect(idsOf((await find({ email: colleagues.email })).data.contacts)).toEqual([]);
    expect(
      (await studio.agent.ask(`{ leads(filter: { ownerId: "${colleagues.memberId}" }) { nodes { id } } }`)).data,
    ).toEqual({
      leads: { nodes: [] },
    });
  });

  it("that an agent comes too late to claim is said to be taken, and nothing else of it", async () => {
    const lead = await aLead(studio.admin);
    await say(studio.otherAgent, "assignLead", { leadId: lead.id, memberId: studio.otherAgent.memberId });

    const late = { leadId: lead.id, memberId: studio.agent.memberId, expectedVersion: lead.version };
    const { lead: none, userErrors } = await say(studio.agent, "assignLead", late);

    expect(none).toBeNull();
    expect(userErrors).toMatchObject([{ code: "ALREADY_CLAIMED", path: ["leadId"], lead: null }]);
    expect(await desk.rows("SELECT owner_id FROM leads WHERE id = $1", [lead.id])).toEqual([
      { owner_id: studio.otherAgent.memberId },
    ]);
  });

  it("takes what its person sends through another agent, who gets the receipt and nothing more", async () => {
    const contact = { email: colleagues.email };
    const enquiry = anEnquiry({ contact });

    const { outcome, lead, enquiry: receipt } = await say(studio.agent, "submitEnquiry", enquiry);
    const again = await say(studio.agent, "submitEnquiry", enquiry);

    expect([outcome, lead, receipt.message]).toEqual(["ACCEPTED", null, enquiry.message]);
    expect([again.replayed, again.lead, again.enquiry]).toEqual([true, null, receipt]);
    const read = await studio.agent.ask(`{ enquiry(receiptNumber: "${receipt.receiptNumber}") { id } }`);
    expect(read.codes).toEqual(["NOT_FOUND"]);
    expect(await desk.rows("SELECT count(*) FROM enquiry_outcomes WHERE lead_id = $1", [colleagues.leadId])).toEqual([
      { count: 2 },
    ]);
  });
});

describe("a lead that went to a colleague", () => {
  const winOf = async (leadId: string): Promise<string> =>
    (await desk.rows("SELECT id FROM lead_conversions WHERE lead_id = $1", [leadId]))[0]?.id;
  const ledger = `{ conversions(first: 100) { nodes { id isRepeat ordinal lead { id } } } }`;

  it("is NOT_FOUND for the old owner, who keeps the win without the lead", async () => {
    const lead = await aWonLead(studio.agent);
    const id = await winOf(lead.id);
    await say(studio.manager, "assignLead", { leadId: lead.id, memberId: studio.otherAgent.memberId });

    const [gone, wins] = [await studio.agent.ask(`{ lead(id: "${lead.id}") { id } }`), await studio.agent.ask(ledger)];

    expect(gone.codes).toEqual(["NOT_FOUND"]);
    expect(wins.data.conversions.nodes.find((win: Wire) => win.id === id)).toEqual({
      id,
      isRepeat: false,
      ordinal: 1,
      lead: null,
    });
    const newOwner = await studio.otherAgent.ask(
      `{ lead(id: "${lead.id}") { history(first: 100) { nodes { kind } } } }`,
    );
    expect(newOwner.data.lead.history.nodes.length).toBeGreaterThan(5);
    expect(idsOf((await studio.otherAgent.ask(ledger)).data.conversions)).not.toContain(id);
  });

  it("has its win taken back by whoever won it, who sees the win and not the lead", async () => {
    const lead = await aWonLead(studio.agent);
    const id = await winOf(lead.id);
    await say(studio.manager, "assignLead", { leadId: lead.id, memberId: studio.otherAgent.memberId });

    const voided = await say(studio.agent, "voidConversion", {
      conversionId: id,
      reason: "Mistake",
      toStage: "proposal",
    });

    expect(voided).toMatchObject({ userErrors: [], lead: null, voidedConversion: { id, voidReason: "Mistake" } });
  });
});

describe("agents who may see all", () => {
  it("do so from the next request on, and no longer than that", async () => {
    const lead = await aQualifiedLead(studio.otherAgent);
    const look = async () => (await studio.agent.ask(`{ lead(id: "${lead.id}") { id } }`)).codes;

    expect(await look()).toEqual(["NOT_FOUND"]);
    await say(studio.admin, "updatePolicies", { agentVisibility: "ALL" });
    expect(await look()).toEqual([]);
    expect((await say(studio.agent, "addNote", { leadId: lead.id, text: "Seen" })).note.text).toBe("Seen");
    await say(studio.admin, "updatePolicies", { agentVisibility: "OWN_AND_UNASSIGNED" });
    expect(await look()).toEqual(["NOT_FOUND"]);
    expect((await attempt(studio.agent, "addNote", { leadId: lead.id, text: "Seen" })).codes).toEqual(["NOT_FOUND"]);
  });
});
