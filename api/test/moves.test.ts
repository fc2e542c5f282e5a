import { openTestDesk, type TestDesk, type TestMerchant } from "./support/test-desk.js";
import { aLead, aQualifiedLead, say } from "./support/verbs.js";

const _hourMs = 60 * 60 * 1000;

let desk: TestDesk;
let studio: TestMerchant;

beforeAll(async () => {
  desk = await openTestDesk();
  studio = desk.studio;
});

afterAll(() => desk.close());

const _ledgerOf = (leadId: string) =>
  desk.rows(
    "SELECT id, is_repeat, voided_at, void_reason, campaign_name FROM lead_conversions WHERE lead_id = $1 ORDER BY recorded_at, id",
    [leadId],
  );
// What becomes of mails comes in its own time and is no part of what a command does.
const historyOf = async (leadId: string): Promise<string[]> =>
  (
    await desk.rows(
      "SELECT kind FROM lead_events WHERE lead_id = $1 AND kind NOT IN ('AcknowledgementSent', 'DeliveryFailed') ORDER BY sequence",
      [leadId],
    )
  ).map((row) => row.kind);

describe("moves that the pipeline does not have", () => {
  it.each([
    [{ toStage: "declined" }, "REASON_REQUIRED", ["reason"]],
    [{ toStage: "declined", reason: "   " }, "REASON_REQUIRED", ["reason"]],
    [{ toStage: "won" }, "TRANSITION_NOT_ALLOWED", ["toStage"]],
    [{ toStage: "nonsense" }, "TRANSITION_NOT_ALLOWED", ["toStage"]],
    [{ toStage: "reviewing", expectedVersion: 99 }, "VERSION_CONFLICT", ["expectedVersion"]],
  ])("refuses %j with %s and changes nothing", async (move, code, path) => {
    const lead = await aLead(studio.agent);
    const before = await historyOf(lead.id);

    const refused = await say(studio.agent, "moveLead", { leadId: lead.id, ...move });

    expect(refused).toMatchObject({ lead: null, conversion: null, userErrors: [{ code, path }] });
    expect(await historyOf(lead.id)).toEqual(before);
  });

  it("asks for a follow-up before a proposal, and takes one with the move", async () => {
    const lead = await aQualifiedLead(studio.agent);

    const refused = await say(studio.agent, "moveLead", { leadId: lead.id, toStage: "proposal" });
    const moved = await say(studio.agent, "moveLead", {
      leadId: lead.id,
      toStage: "proposal",
      followUp: { dueAt: "2030-01-01T09:00:00Z", note: "Call" },
    });

    expect(refused.userErrors).toMatchObject([{ code: "FOLLOW_UP_REQUIRED" }]);
    expect(moved.lead.stage.key).toBe("proposal");
  });
});
