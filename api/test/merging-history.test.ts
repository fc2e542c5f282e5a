import { randomUUID } from "node:crypto";
import { readEvent } from "../src/leads/events.js";
import { evolve } from "../src/leads/evolve.js";
import { type LeadState, unbornLead } from "../src/leads/lead-state.js";
import { lockLead } from "../src/leads/load-lead.js";
import { defaultPipeline } from "../src/leads/pipeline-rules.js";
import { openTestDesk, type TestDesk, type TestMerchant, type Wire } from "./support/test-desk.js";
import { aLead, anEnquiry, aQualifiedLead, aWonLead, mergeLeads, say } from "./support/verbs.js";

let desk: TestDesk;
let studio: TestMerchant;

beforeAll(async () => {
  desk = await openTestDesk();
  ({ studio } = desk);
});

afterAll(() => desk.close());

const merge = (stays: Wire, goes: Wire): Promise<Wire> => mergeLeads(studio.manager, stays, goes);
const read = async (leadId: string, fields: string): Promise<Wire> =>
  (await studio.manager.ask(`{ lead(id: "${leadId}") { ${fields} } }`)).data.lead;
const byId = <T extends { id: string }>(list: readonly T[]): T[] => list.toSorted((a, b) => (a.id < b.id ? -1 : 1));
const inOrder = (state: LeadState): LeadState => ({
  ...state,
  conversations: byId(state.conversations),
  followUps: byId(state.followUps),
  conversions: byId(state.conversions),
});

const stateOf = (leadId: string): Promise<LeadState> =>
  desk.desk.db.inTransaction(studio.id, async (em) =>
    inOrder((await lockLead(em, { merchantId: studio.id }, leadId)).state),
  );

async function foldedHistoryOf(leadId: string): Promise<LeadState> {
  const [lead] = await desk.rows("SELECT pipeline_id, created_at FROM leads WHERE id = $1", [leadId]);
  const events = await desk.rows("SELECT kind, at, facts FROM lead_events WHERE lead_id = $1 ORDER BY sequence", [
    leadId,
  ]);
  const stranger = { id: "", systemTags: [], memberTags: [], liveConversions: 0, doNotContactAt: null };
  const identity = { id: leadId, pipelineId: lead?.pipeline_id, isTest: false };
  const unborn = unbornLead(identity, stranger, defaultPipeline, lead?.created_at);
  return inOrder(events.map((event) => readEvent(event as never)).reduce(evolve, unborn));
}

describe("the history", () => {
  it("tells the merge on both sides, and folded gives the row", async () => {
    const [stays, goes] = [await aQualifiedLead(studio.agent), await aWonLead(studio.agent)];
    await say(studio.agent, "scheduleFollowUp", { leadId: stays.id, dueAt: "2030-01-01T09:00:00Z" });
    await merge(stays, goes);

    const { history } = await read(
      stays.id,
      `history(first: 50) { nodes { kind actor { member { id } } ... on LeadMerged { absorbedLeadId absorbedHistory(first: 50) { nodes { kind ... on LeadAbsorbed { survivingLead { id } } } } } } }`,
    );

    const merged = history.nodes.find(({ kind }: Wire) => kind === "LEAD_MERGED");
    expect(merged).toMatchObject({ absorbedLeadId: goes.id, actor: { member: { id: studio.manager.memberId } } });
    expect(await stateOf(stays.id)).toMatchObject(await foldedHistoryOf(stays.id));
    const ended = merged.absorbedHistory.nodes.find(({ kind }: Wire) => kind === "LEAD_ABSORBED");
    expect(ended).toEqual({ kind: "LEAD_ABSORBED", survivingLead: { id: stays.id } });
  });
});

describe("at the same moment", () => {
  it("two merges in opposite directions are one, and the other is refused", async () => {
    const [one, other] = [await aLead(studio.agent), await aLead(studio.agent)];

    const answers = await Promise.all([merge(one, other), merge(other, one)]);

    const codes = answers.flatMap(({ userErrors }) => userErrors.map(({ code }: Wire) => code));
    expect(codes).toEqual(["SAME_CONTACT"]);
  });

  it.each([1, 2, 3, 4, 5])("a message under the merged address is not lost (round %d)", async () => {
    const email = `${randomUUID()}@example.com`;
    const stays = await aLead(studio.agent);
    const goes = await aLead(studio.agent, { contact: { email } });

    const write = () => say(studio.manager, "submitEnquiry", anEnquiry({ contact: { email } }));
    const answers = await Promise.all([
      write(),
      merge(stays, goes),
      write(),
      say(studio.manager, "moveLead", { leadId: goes.id, toStage: "reviewing" }),
      write(),
    ]);

    expect(answers.flatMap((answer) => answer.userErrors ?? []).map(({ code }) => code)).toEqual([]);
    const { conversations } = await read(stays.id, "conversations { messages(first: 50) { nodes { id } } }");
    expect(conversations[0].messages.nodes.length).toBe(5);
  });
});
