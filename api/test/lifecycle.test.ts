import { openTestDesk, type TestDesk, type TestMerchant } from "./support/test-desk.js";
import { anEnquiry, aQualifiedLead, aWonLead, say } from "./support/verbs.js";

const hourMs = 60 * 60 * 1000;

let desk: TestDesk;
let studio: TestMerchant;

beforeAll(async () => {
  desk = await openTestDesk();
  studio = desk.studio;
});

afterAll(() => desk.close());

const ledgerOf = (leadId: string) =>
  desk.rows(
    "SELECT id, is_repeat, voided_at, void_reason, campaign_name FROM lead_conversions WHERE lead_id = $1 ORDER BY recorded_at, id",
    [leadId],
  );
// Without what becomes of mails, which comes in its own time.
const historyOf = async (leadId: string): Promise<string[]> =>
  (
    await desk.rows(
      "SELECT kind FROM lead_events WHERE lead_id = $1 AND kind NOT IN ('AcknowledgementSent', 'DeliveryFailed') ORDER BY sequence",
      [leadId],
    )
  ).map((row) => row.kind);

describe("a lead that is won", () => {
  it("has one row in the ledger, the tag, a closed lifecycle and a closed conversation", async () => {
    const lead = await aQualifiedLead(studio.agent);

    const { lead: won, conversion } = await say(studio.agent, "moveLead", { leadId: lead.id, toStage: "won" });

    expect(conversion).toMatchObject({ isRepeat: false, ordinal: 1 });
    expect(won).toMatchObject({
      stage: { key: "won", kind: "WON" },
      contact: { tags: ["won_customer"], liveConversionCount: 1 },
      currentLifecycle: { number: 1, outcome: "WON", awaitingSince: null },
      conversation: { unreadCount: 0 },
    });
    expect(won.currentLifecycle.closedAt).not.toBeNull();
    expect(won.conversation.closedAt).not.toBeNull();
    expect(await ledgerOf(lead.id)).toHaveLength(1);
  });

  it("stays as it is when it is won again without leaving", async () => {
    const lead = await aWonLead(studio.agent);
    const before = await historyOf(lead.id);

    const { lead: again, conversion } = await say(studio.agent, "moveLead", { leadId: lead.id, toStage: "won" });

    expect(conversion.id).toBe((await ledgerOf(lead.id))[0]?.id);
    expect(again.version).toBe(lead.version);
    expect(await historyOf(lead.id)).toEqual(before);
  });

  it("gets the same conversion for two who press Won together", async () => {
    const lead = await aQualifiedLead(studio.agent);

    const [one, other] = await Promise.all([
      say(studio.agent, "moveLead", { leadId: lead.id, toStage: "won" }),
      say(studio.manager, "moveLead", { leadId: lead.id, toStage: "won" }),
    ]);

    expect(one.conversion.id).toBe(other.conversion.id);
    expect(await ledgerOf(lead.id)).toHaveLength(1);
  });
});

describe("a mistaken win", () => {
  it("is voided by moving back inside the window, and everything is open again", async () => {
    const lead = await aQualifiedLead(studio.agent);
    const dueAt = new Date(Date.now() + hourMs).toISOString();
    await say(studio.agent, "scheduleFollowUp", { leadId: lead.id, dueAt });
    await say(studio.agent, "moveLead", { leadId: lead.id, toStage: "won" });

    const { lead: back, voidedConversion } = await say(studio.agent, "moveLead", {
      leadId: lead.id,
      toStage: "proposal",
    });

    expect(voidedConversion.voidReason).toBe("Moved to Proposal");
    expect(back).toMatchObject({
      stage: { key: "proposal" },
      contact: { tags: [], liveConversionCount: 0 },
      currentLifecycle: { number: 1, outcome: null, closedAt: null },
      conversation: { closedAt: null },
    });
    expect(await desk.rows("SELECT status FROM follow_ups WHERE lead_id = $1", [lead.id])).toEqual([
      { status: "OPEN" },
    ]);
  });

  it("is declined inside the window: the lifecycle closes lost and the conversation stays closed", async () => {
    const lead = await aWonLead(studio.agent);

    const { lead: declined, voidedConversion } = await say(studio.agent, "moveLead", {
      leadId: lead.id,
      toStage: "declined",
      reason: "Signed by mistake",
    });

    expect(voidedConversion.voidReason).toBe("Signed by mistake");
    expect(declined.currentLifecycle).toMatchObject({ number: 1, outcome: "LOST" });
    expect(declined.conversation.closedAt).not.toBeNull();
  });

  it("won again is a new row, and the first one stays void", async () => {
    const lead = await aWonLead(studio.agent);
    await say(studio.agent, "moveLead", { leadId: lead.id, toStage: "proposal" });

    await say(studio.agent, "moveLead", { leadId: lead.id, toStage: "won" });

    const ledger = await ledgerOf(lead.id);
    expect(ledger.map((row) => row.voided_at !== null)).toEqual([true, false]);
    expect(ledger.map((row) => row.is_repeat)).toEqual([false, false]);
  });

  it("can be taken back by the colleague who won it or by a manager, not by another agent", async () => {
    const lead = await aQualifiedLead(studio.agent);
    await say(studio.agent, "moveLead", { leadId: lead.id, toStage: "won" });
    await say(studio.manager, "assignLead", { leadId: lead.id, memberId: studio.otherAgent.memberId });

    const refused = await say(studio.otherAgent, "moveLead", { leadId: lead.id, toStage: "proposal" });

    expect(refused).toMatchObject({ lead: null, userErrors: [{ code: "NOT_YOUR_CONVERSION" }] });
    expect((await ledgerOf(lead.id))[0]?.voided_at).toBeNull();
    await say(studio.manager, "moveLead", { leadId: lead.id, toStage: "proposal" });
    expect((await ledgerOf(lead.id))[0]?.voided_at).not.toBeNull();
  });
});

describe("a customer who writes again", () => {
  it("returns to New as a repeat lead, and the past win stands", async () => {
    const lead = await aWonLead(studio.agent);

    const { lead: back } = await say(studio.agent, "receiveMessage", {
      leadId: lead.id,
      channel: "WEB_FORM",
      text: "I need another one",
    });

    expect(back).toMatchObject({
      stage: { key: "new" },
      owner: { id: studio.agent.memberId },
      isRepeat: true,
      contact: { tags: ["won_customer", "repeat_lead"], liveConversionCount: 1 },
      currentLifecycle: { number: 2, outcome: null, isRepeat: true },
      conversation: { closedAt: null, unreadCount: 1 },
    });
    expect((await ledgerOf(lead.id))[0]?.voided_at).toBeNull();
  });

  it("is put where the campaign's button says", async () => {
    const lead = await aWonLead(studio.agent);
    const [spring] = studio.made.campaigns;

    const { lead: back } = await say(studio.agent, "receiveMessage", {
      leadId: lead.id,
      channel: "WHATSAPP",
      quickReply: { payload: "yes", campaignId: spring?.id },
    });

    expect(back.stage.key).toBe("qualified");
  });

  it("wins a second time as a repeat, attributed to the campaign that brought them back", async () => {
    const lead = await aWonLead(studio.agent);
    const [spring] = studio.made.campaigns;
    await say(studio.agent, "receiveMessage", {
      leadId: lead.id,
      channel: "WHATSAPP",
      quickReply: { payload: "yes", campaignId: spring?.id },
    });

    const { conversion } = await say(studio.agent, "moveLead", { leadId: lead.id, toStage: "won" });

    expect(conversion).toMatchObject({ isRepeat: true, ordinal: 2, campaign: { name: "Spring" } });
  });

  it("comes back through a form the same way, never as a second lead", async () => {
    const contact = { name: "Ines", email: `ines-${Date.now()}@example.com` };
    const lead = await aWonLead(studio.agent, { contact });

    const again = await say(studio.admin, "submitEnquiry", anEnquiry({ contact }));

    expect(again.lead).toMatchObject({
      id: lead.id,
      stage: { key: "new" },
      currentLifecycle: { number: 2 },
      contact: { tags: ["won_customer", "repeat_lead"] },
    });
  });

  it("is one return for five messages at once", async () => {
    const lead = await aWonLead(studio.agent);

    await Promise.all(
      Array.from({ length: 5 }, (_, i) =>
        say(studio.agent, "receiveMessage", {
          leadId: lead.id,
          channel: "WHATSAPP",
          text: `Picture ${i}`,
          externalId: `album-${lead.id}-${i}`,
        }),
      ),
    );

    expect((await historyOf(lead.id)).filter((kind) => kind === "ReEngaged")).toHaveLength(1);
    expect(
      await desk.rows("SELECT unread_count FROM conversations WHERE lead_id = $1 AND channel = 'WHATSAPP'", [lead.id]),
    ).toEqual([{ unread_count: 5 }]);
  });

  it("who was declined returns without the tag", async () => {
    const lead = await aQualifiedLead(studio.agent);
    await say(studio.agent, "moveLead", { leadId: lead.id, toStage: "declined", reason: "No budget" });

    const { lead: back } = await say(studio.agent, "receiveMessage", {
      leadId: lead.id,
      channel: "WEB_FORM",
      text: "I have a budget now",
    });

    expect(back).toMatchObject({
      stage: { key: "new" },
      isRepeat: false,
      contact: { tags: [] },
      currentLifecycle: { number: 2 },
    });
  });

  it("changes nothing twice when the provider delivers a message twice", async () => {
    const lead = await aWonLead(studio.agent);
    const message = { leadId: lead.id, channel: "WHATSAPP", text: "Hello", externalId: `wamid-${lead.id}` };

    const [first, second] = await Promise.all([
      say(studio.agent, "receiveMessage", message),
      say(studio.agent, "receiveMessage", { ...message, text: "Hello!" }),
    ]);

    expect(first.message.id).toBe(second.message.id);
    expect(
      await desk.rows("SELECT count(*) FROM messages WHERE lead_id = $1 AND external_key IS NOT NULL", [lead.id]),
    ).toEqual([{ count: 1 }]);
  });

  it("who was sent to a suspended owner comes back to nobody, and history says why", async () => {
    const lead = await aWonLead(studio.otherAgent);
    await say(studio.admin, "suspendMember", { memberId: studio.otherAgent.memberId });

    const { lead: back } = await say(studio.admin, "receiveMessage", {
      leadId: lead.id,
      channel: "WEB_FORM",
      text: "Hello again",
    });
    await say(studio.admin, "reinstateMember", { memberId: studio.otherAgent.memberId });

    expect(back.owner).toBeNull();
    const [event] = await desk.rows(
      "SELECT facts FROM lead_events WHERE lead_id = $1 AND kind = 'OwnerChanged' ORDER BY sequence DESC LIMIT 1",
      [lead.id],
    );
    expect(event?.facts).toMatchObject({
      fromId: studio.otherAgent.memberId,
      toId: null,
      reason: "The previous owner is suspended",
    });
  });
});

describe("the window of 24 hours", () => {
  it("is over at its last millisecond: the win stands, and a new lifecycle opens", async () => {
    const own = await openTestDesk();
    try {
      const lead = await aWonLead(own.studio.agent);
      await own.moveClock(24 * hourMs);

      const { lead: back, voidedConversion } = await say(own.studio.agent, "moveLead", {
        leadId: lead.id,
        toStage: "proposal",
      });
      const [conversion] = await own.rows("SELECT id FROM lead_conversions");
      const refused = await say(own.studio.agent, "voidConversion", {
        conversionId: conversion?.id,
        reason: "Too late",
      });

      expect(voidedConversion).toBeNull();
      expect(back).toMatchObject({
        stage: { key: "proposal" },
        contact: { tags: ["won_customer"] },
        currentLifecycle: { number: 2, outcome: null },
      });
      expect(refused.userErrors).toMatchObject([{ code: "WINDOW_CLOSED" }]);
    } finally {
      await own.close();
    }
  });
});
