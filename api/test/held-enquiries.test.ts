import { randomUUID } from "node:crypto";
import { changedTables, everythingOf } from "./support/belongings.js";
import { postJson } from "./support/form-door.js";
import { openTestDesk, type TestDesk, type TestMerchant, type Wire } from "./support/test-desk.js";
import { until } from "./support/until.js";
import { aLead, attempt, say } from "./support/verbs.js";
import { watch } from "./support/watch.js";

let desk: TestDesk;
let studio: TestMerchant;

beforeAll(async () => {
  desk = await openTestDesk();
  ({ studio } = desk);
});

afterAll(() => desk.close());

/** A form whose hidden field was filled in, so that it waits for a colleague. */
async function aHeldEnquiry(more: object = {}): Promise<{ enquiryId: string; email: string }> {
  const email = `${randomUUID()}@example.com`;
  const form = { name: "Dana", email, message: "Is anybody there?", website: "https://spam.example", ...more };
  const { json } = await postJson(desk.url, studio.sourceKey, form);
  const { data } = await studio.manager.ask(`{ enquiry(receiptNumber: "${json.receiptNumber}") { id } }`);
  return { enquiryId: data.enquiry.id, email };
}

const waiting = async (): Promise<string[]> => {
  const { data } = await studio.manager.ask("{ queue(name: INTAKE_HELD, first: 100) { nodes { enquiry { id } } } }");
  return data.queue.nodes.map(({ enquiry }: Wire) => enquiry.id);
};

describe("an enquiry that is released", () => {
  it("reaches a lead in the visitor's own words, as if it had never waited, and leaves its queue", async () => {
    const { enquiryId, email } = await aHeldEnquiry();

    const { enquiry, lead } = await say(studio.agent, "releaseEnquiry", { enquiryId });

    expect(enquiry).toEqual({ id: enquiryId, outcome: "ACCEPTED", problem: null });
    expect([lead.stage.key, lead.conversation.unreadCount]).toEqual(["new", 1]);
    const { data } = await studio.manager.ask(
      `{ lead(id: "${lead.id}") { contact { email } enquiries { id } conversation { messages { nodes { text } } } currentLifecycle { openedBy } } }`,
    );
    expect(data.lead).toEqual({
      contact: { email },
      enquiries: [{ id: enquiryId }],
      conversation: { messages: { nodes: [{ text: "Is anybody there?" }] } },
      currentLifecycle: { openedBy: "ENQUIRY" },
    });
    expect(await waiting()).not.toContain(enquiryId);
  });

  it("is acknowledged once, and the wait of its visitor began when it came", async () => {
    const { enquiryId } = await aHeldEnquiry();
    const { lead } = await say(studio.manager, "releaseEnquiry", { enquiryId });

    const acknowledgements = await until("an acknowledgement", async () => {
      const rows = await desk.rows("SELECT id FROM deliveries WHERE lead_id = $1 AND purpose = 'ACKNOWLEDGEMENT'", [
        lead.id,
      ]);
      return rows.length > 0 ? rows : undefined;
    });
    const [enquiry] = await desk.rows("SELECT received_at FROM enquiries WHERE id = $1", [enquiryId]);

    expect(acknowledgements.length).toBe(1);
    expect(new Date(lead.currentLifecycle.awaitingSince)).toEqual(enquiry?.received_at);
  });

  it("of a known contact brings the contact's own lead back", async () => {
    const known = await aLead(studio.manager, { contact: { email: "regular@example.com" } });
    await say(studio.manager, "moveLead", { leadId: known.id, toStage: "declined", reason: "No budget" });
    const { enquiryId } = await aHeldEnquiry({ email: "regular@example.com" });

    const { lead } = await say(studio.manager, "releaseEnquiry", { enquiryId });

    expect([lead.id, lead.stage.key, lead.currentLifecycle.number]).toEqual([known.id, "new", 2]);
  });

  it("of somebody who asks to be left alone reopens nothing", async () => {
    const known = await aLead(studio.manager, { contact: { email: "quiet@example.com" } });
    await say(studio.manager, "moveLead", { leadId: known.id, toStage: "declined", reason: "No budget" });
    const { enquiryId } = await aHeldEnquiry({ email: "quiet@example.com", message: "STOP" });

    const { lead } = await say(studio.manager, "releaseEnquiry", { enquiryId });

    expect([lead.id, lead.stage.key]).toEqual([known.id, "declined"]);
  });

  it("by ten colleagues at once is released by one of them, and makes one message", async () => {
    const { enquiryId } = await aHeldEnquiry();

    const answers = await Promise.all(
      Array.from({ length: 10 }, () => say(studio.manager, "releaseEnquiry", { enquiryId })),
    );

    const refused = answers.flatMap(({ userErrors }) => userErrors);
    expect(refused.map(({ code }) => code)).toEqual(Array(9).fill("ENQUIRY_NOT_WAITING"));
    const { lead } = answers.find(({ userErrors }) => userErrors.length === 0) ?? {};
    expect(lead.conversation.unreadCount).toBe(1);
  });

  it("leaves the queue of whoever watches it, by its id", async () => {
    const { enquiryId } = await aHeldEnquiry();
    const watching = watch(desk.url, studio.manager, { queue: "INTAKE_HELD" });
    await watching.next((event) => event.__typename === "QueueSnapshot");

    await say(studio.manager, "releaseEnquiry", { enquiryId });

    await watching.next((event) => event.__typename === "QueueEntryLeft");
    await watching.stop();
    expect(await waiting()).not.toContain(enquiryId);
  });
});

describe("an enquiry that is rejected", () => {
  it("ends its wait with the reason, stays on record, and makes no contact", async () => {
    const { enquiryId, email } = await aHeldEnquiry();

    const { enquiry } = await say(studio.manager, "rejectEnquiry", { enquiryId, reason: "Advertising" });

    expect(enquiry).toEqual({ id: enquiryId, outcome: "REJECTED", problem: "Advertising" });
    expect(await waiting()).not.toContain(enquiryId);
    expect(await desk.rows("SELECT FROM contact_identities WHERE value = $1", [email])).toEqual([]);
    const [outcome] = await desk.rows(
      "SELECT actor_id FROM enquiry_outcomes WHERE enquiry_id = $1 ORDER BY number DESC LIMIT 1",
      [enquiryId],
    );
    expect(outcome?.actor_id).toBe(studio.manager.memberId);
  });

  it.each(["releaseEnquiry", "rejectEnquiry"] as const)("is settled for good: %s is refused", async (verb) => {
    const { enquiryId } = await aHeldEnquiry();
    await say(studio.manager, "rejectEnquiry", { enquiryId, reason: "Advertising" });
    const before = await everythingOf(desk, studio.id);

    const reason = verb === "rejectEnquiry" ? { reason: "Again" } : {};
    const { userErrors } = await say(studio.manager, verb, { enquiryId, ...reason });

    expect(userErrors).toMatchObject([{ code: "ENQUIRY_NOT_WAITING", path: ["enquiryId"] }]);
    expect(changedTables(before, await everythingOf(desk, studio.id))).toEqual([]);
  });

  it("needs a reason", async () => {
    const { enquiryId } = await aHeldEnquiry();

    const { codes } = await attempt(studio.manager, "rejectEnquiry", { enquiryId, reason: "  " });

    expect([codes, await waiting()]).toEqual([["BAD_USER_INPUT"], expect.arrayContaining([enquiryId])]);
  });
});

it("an enquiry that reached a lead does not wait, and cannot be released again", async () => {
  const lead = await aLead(studio.manager);
  const { data } = await studio.manager.ask(`{ lead(id: "${lead.id}") { enquiries { id } } }`);

  const { userErrors } = await say(studio.manager, "releaseEnquiry", { enquiryId: data.lead.enquiries[0].id });

  expect(userErrors).toMatchObject([{ code: "ENQUIRY_NOT_WAITING" }]);
});
