import { randomUUID } from "node:crypto";
import { openRentals, type Plan, toOffered, withoutViewing } from "./support/rentals.js";
import { openTestDesk, type TestDesk, type TestMerchant, type Wire } from "./support/test-desk.js";
import { aLead, anEnquiry, aQualifiedLead, aWonLead, mergeLeads, say } from "./support/verbs.js";
import { watch } from "./support/watch.js";

let desk: TestDesk;
let studio: TestMerchant;
let garage: TestMerchant;

beforeAll(async () => {
  desk = await openTestDesk();
  ({ studio, garage } = desk);
});

afterAll(() => desk.close());

const merge = (stays: Wire, goes: Wire): Promise<Wire> => mergeLeads(studio.manager, stays, goes);
const read = async (leadId: string, fields: string): Promise<Wire> =>
  (await studio.manager.ask(`{ lead(id: "${leadId}") { ${fields} } }`)).data.lead;
const figures = async (): Promise<Wire> =>
  (
    await studio.manager.ask(`{
      insights { wonDeals repeatLeads returnedLeads voided reversed grossValue { amountMinor } byMember { wonDeals } firstHumanResponse { count } }
      conversions(first: 100) { nodes { id isRepeat convertedAt campaign { id } } }
    }`)
  ).data;

describe("two contacts who are one person", () => {
  it("are one contact with one lead, known by the addresses of both, under the surviving name", async () => {
    const [stays, goes] = [await aLead(studio.agent), await aLead(studio.agent)];
    const addresses = (contact: Wire): string[] => contact.identities.map(({ value }: Wire) => value).sort();
    const before = await Promise.all([stays, goes].map(({ id }) => read(id, "contact { name identities { value } }")));

    const { contact } = await merge(stays, goes);

    expect([contact.id, contact.name]).toEqual([stays.contact.id, before[0].contact.name]);
    expect(addresses(contact)).toEqual(before.flatMap((lead) => addresses(lead.contact)).sort());
    expect(contact.leads.map(({ id }: Wire) => id)).toEqual([stays.id]);
  });

  it("have one thread on a channel, with every message in its order and all that is unread", async () => {
    const [stays, goes] = [await aLead(studio.agent), await aLead(studio.agent)];
    for (const [lead, text] of [
      [goes, "Second"],
      [stays, "Third"],
      [goes, "Fourth"],
    ]) {
      await say(studio.manager, "receiveMessage", { leadId: lead.id, channel: "WEB_FORM", text });
    }

    await merge(stays, goes);

    const lead = await read(
      stays.id,
      "conversations { id unreadCount messages(first: 50) { nodes { text } } } enquiries { id }",
    );
    expect(lead.conversations.length).toBe(1);
    expect([lead.conversations[0].unreadCount, lead.enquiries.length]).toEqual([5, 2]);
    const texts: string[] = lead.conversations[0].messages.nodes.map(({ text }: Wire) => text);
    expect(texts.filter((text) => !text.startsWith("Could"))).toEqual(
      expect.arrayContaining(["Second", "Third", "Fourth"]),
    );
    expect(texts.length).toBe(5);
  });

  it("number their lifecycles by when they opened, and the other open one closes MERGED", async () => {
    const goes = await aLead(studio.agent);
    const stays = await aLead(studio.agent);

    await merge(stays, goes);

    const lead = await read(stays.id, "stage { key } lifecycles { number outcome } currentLifecycle { number }");
    expect(lead).toEqual({
      stage: { key: "new" },
      lifecycles: [
        { number: 1, outcome: "MERGED" },
        { number: 2, outcome: null },
      ],
      currentLifecycle: { number: 2 },
    });
  });

  it("open a lifecycle after all the others when the person comes back", async () => {
    const stays = await aQualifiedLead(studio.agent);
    const goes = await aLead(studio.agent);
    await merge(stays, goes);
    await say(studio.agent, "moveLead", { leadId: stays.id, toStage: "won" });

    const { lead } = await say(studio.agent, "receiveMessage", {
      leadId: stays.id,
      channel: "WEB_FORM",
      text: "Again",
    });

    expect(lead.currentLifecycle.number).toBe(3);
  });

  it("are waited for since the earlier of their waits", async () => {
    const goes = await aLead(studio.agent);
    const stays = await aLead(studio.agent);

    const { contact } = await merge(stays, goes);

    expect(contact.leads[0].currentLifecycle.awaitingSince).toBe(goes.currentLifecycle.awaitingSince);
  });

  it("keep what colleagues wrote and promised", async () => {
    const [stays, goes] = [await aLead(studio.agent), await aLead(studio.agent)];
    await say(studio.manager, "addNote", { leadId: goes.id, text: "Prefers the morning" });
    const { followUp } = await say(studio.manager, "scheduleFollowUp", {
      leadId: goes.id,
      dueAt: "2030-01-01T09:00:00Z",
    });
    await say(studio.manager, "tagContact", { leadId: goes.id, tag: "vip" });

    const { contact } = await merge(stays, goes);

    expect(contact.tags).toContain("vip");
    expect((await read(stays.id, "followUp { id }")).followUp.id).toBe(followUp.id);
    expect(await desk.rows("SELECT lead_id FROM notes WHERE text = 'Prefers the morning'")).toEqual([
      { lead_id: stays.id },
    ]);
  });
});

describe("wins", () => {
  it("keep what was recorded with them, and every figure but that of persons stays", async () => {
    const [stays, goes] = [await aWonLead(studio.agent), await aWonLead(studio.agent)];
    const before = await figures();

    const { contact } = await merge(stays, goes);

    const after = await figures();
    expect(after.conversions).toEqual(before.conversions);
    expect(after.insights).toEqual(before.insights);
    expect([contact.liveConversionCount, contact.tags]).toEqual([2, ["won_customer"]]);
  });

  it("are the first and second of the united person, though both were recorded as first", async () => {
    const [goes, stays] = [await aWonLead(studio.agent), await aWonLead(studio.agent)];

    await merge(stays, goes);

    const { conversions } = await read(stays.id, "conversions(first: 10) { nodes { ordinal isRepeat } }");
    expect(conversions.nodes.toSorted((a: Wire, b: Wire) => a.ordinal - b.ordinal)).toEqual([
      { ordinal: 1, isRepeat: false },
      { ordinal: 2, isRepeat: false },
    ]);
  });

  it("make the next one a repeat", async () => {
    const won = await aWonLead(studio.agent);
    const open = await aQualifiedLead(studio.agent);
    await merge(open, won);

    const { conversion } = await say(studio.agent, "moveLead", { leadId: open.id, toStage: "won" });

    expect(conversion.isRepeat).toBe(true);
  });

  it("are in the ledger as they were, and nobody but the merge may move one", async () => {
    const won = await aWonLead(studio.agent);
    const [row] = await desk.rows("SELECT id FROM lead_conversions WHERE lead_id = $1", [won.id]);

    const other = await aLead(studio.agent);
    await expect(
      desk.rows("UPDATE lead_conversions SET lead_id = $2 WHERE id = $1", [row?.id, other.id]),
    ).rejects.toThrow("a conversion can only be voided, once");
    await expect(
      desk.desk.db.inTransaction(studio.id, async (em) => {
        await em.query("SELECT set_config('leadledger.moving_conversions', 'on', true)");
        await em.query("UPDATE lead_conversions SET voided_at = now(), lead_id = $2 WHERE id = $1", [
          row?.id,
          other.id,
        ]);
      }),
    ).rejects.toThrow("permission denied");
    await expect(
      desk.desk.db.inTransaction(garage.id, (em) =>
        em.query("SELECT move_conversions($1, $1, $2)", [won.id, won.contact.id]),
      ),
    ).rejects.toThrow("conversions of another merchant");
  });
});

describe("old ids", () => {
  it("find what became of them, for reading and for writing, also after a second merge", async () => {
    const [first, second, third] = [await aLead(studio.agent), await aLead(studio.agent), await aLead(studio.agent)];
    await merge(second, first);
    await merge(third, second);

    const { data } = await studio.manager.ask(`{
      lead(id: "${first.id}") { id } contact(id: "${first.contact.id}") { id } conversation(id: "${first.conversation.id}") { id lead { id } }
    }`);
    const moved = await say(studio.manager, "moveLead", { leadId: first.id, toStage: "qualified" });
    const answered = await say(studio.manager, "sendMessage", { conversationId: first.conversation.id, text: "Hello" });

    expect(data).toEqual({
      lead: { id: third.id },
      contact: { id: third.contact.id },
      conversation: { id: third.conversation.id, lead: { id: third.id } },
    });
    expect([moved.lead.id, moved.lead.stage.key, answered.lead.id]).toEqual([third.id, "qualified", third.id]);
  });

  it("are in no list, count or queue any more, and whoever watches is told by the id alone", async () => {
    const [stays, goes] = [await aLead(studio.agent), await aLead(studio.agent)];
    const watching = watch(desk.url, studio.manager, { queue: "UNASSIGNED" });
    await watching.next((event) => event.__typename === "QueueSnapshot");

    await merge(stays, goes);

    await watching.next((event) => event.__typename === "QueueEntryLeft" && event.leadId === goes.id);
    await watching.next((event) => event.__typename === "QueueEntryUpdated" && event.entry.lead.id === stays.id);
    await watching.stop();
    const { data } = await studio.manager.ask(`{
      leads(first: 100) { nodes { id } } contacts(first: 100) { nodes { id } } conversations(first: 100) { nodes { id } }
      queue(name: UNASSIGNED, first: 100) { nodes { lead { id } } }
    }`);
    const text = JSON.stringify(data);
    for (const id of [goes.id, goes.contact.id, goes.conversation.id]) expect(text).not.toContain(id);
  });

  it("under which a person writes reach the survivor", async () => {
    const email = `${randomUUID()}@example.com`;
    const stays = await aLead(studio.agent);
    const goes = await aLead(studio.agent, { contact: { email } });
    await merge(stays, goes);

    const { lead } = await say(studio.manager, "submitEnquiry", anEnquiry({ contact: { email } }));

    expect([lead.id, lead.conversation.unreadCount]).toEqual([stays.id, 3]);
  });
});

describe("a lead that was merged into another, when its stage closes", () => {
  async function mergedInViewing(...path: string[]): Promise<{ plan: Plan; stages: () => Promise<string[]> }> {
    const { plan, sourceKey } = await openRentals(desk, studio);
    const [goes, stays] = [await aLead(studio.admin, { sourceKey }), await aLead(studio.admin, { sourceKey })];
    await say(studio.admin, "moveLead", { leadId: goes.id, toStage: "viewing" });
    for (const toStage of path) await say(studio.admin, "moveLead", { leadId: stays.id, toStage });
    await merge(stays, goes);
    const stageOf = async ({ id }: Wire) => (await desk.rows("SELECT stage FROM leads WHERE id = $1", [id]))[0]?.stage;
    return { plan, stages: () => Promise.all([stays, goes].map(stageOf)) };
  }

  it("needs no other stage, and keeps the one it had", async () => {
    const { plan, stages } = await mergedInViewing();

    const { pipeline, userErrors } = await say(studio.admin, "configurePipeline", { ...withoutViewing(plan) });

    expect([userErrors, pipeline.version, await stages()]).toEqual([[], 2, ["asked", "viewing"]]);
  });

  it("is left as it is while others go elsewhere", async () => {
    const { plan, stages } = await mergedInViewing("viewing");

    await say(studio.admin, "configurePipeline", { ...withoutViewing(plan, toOffered) });

    expect(await stages()).toEqual(["offered", "viewing"]);
  });
});
