import { everythingOf } from "./support/belongings.js";
import { audit } from "./support/ledger-audit.js";
import { readBooks } from "./support/ledger-books.js";
import {
  asked,
  lost,
  move,
  offered,
  only,
  openRentals,
  rented,
  toOffered,
  viewing,
  withoutViewing,
} from "./support/rentals.js";
import { openTestDesk, type TestDesk, type TestMerchant, type Wire } from "./support/test-desk.js";
import { aLead, attempt, type Input, say } from "./support/verbs.js";
import { watch } from "./support/watch.js";

let desk: TestDesk;
let studio: TestMerchant;

beforeAll(async () => {
  desk = await openTestDesk();
  ({ studio } = desk);
});

afterAll(() => desk.close());

const configure = (input: object) => say(studio.admin, "configurePipeline", { ...input });
const moveTo = (leadId: string, toStage: string, more: Input = {}) =>
  say(studio.admin, "moveLead", { leadId, toStage, ...more });

async function leadIn(sourceKey: string, ...path: string[]): Promise<Wire> {
  let lead = await aLead(studio.admin, { sourceKey });
  for (const stage of path) ({ lead } = await moveTo(lead.id, stage));
  return lead;
}

const leadOf = async (id: string): Promise<Wire> => {
  const { data } = await studio.admin.ask(
    `query($id: ID!) { lead(id: $id) { version stage { key name kind } owner { id } followUp { dueAt }
       currentLifecycle { id closedAt awaitingSince } conversation { closedAt unreadCount }
       history(first: 100, orderBy: OLDEST_FIRST) { nodes { __typename cause actor { member { id } }
         ... on StageChanged { fromStage { key name } toStage { key name } toKind reason } } } } }`,
    { id },
  );
  const { history, ...rest } = data.lead;
  const isCommand = ({ __typename }: Wire) => !beside.includes(__typename);
  return { ...rest, history: history.nodes.filter(isCommand) };
};

// What becomes of mails comes in its own time and is no part of what a command does.
const beside = ["AcknowledgementSent", "DeliveryFailed"];

const stageOf = async (id: string): Promise<string> =>
  (await desk.rows("SELECT stage FROM leads WHERE id = $1", [id]))[0]?.stage;

/** Every lead of the merchant, folded from its history, is what its row and its places in the queues say. */
async function expectWhole(): Promise<void> {
  await everythingOf(desk, studio.id);
  audit(await readBooks(desk, [studio.id]));
}

describe("leads in a stage that closes", () => {
  it("stand in the one that is named instead, each with a line in its history and nothing else changed", async () => {
    const { plan, sourceKey } = await openRentals(desk, studio);
    const free = await leadIn(sourceKey, "viewing");
    const owned = await leadIn(sourceKey, "viewing");
    await say(studio.admin, "assignLead", { leadId: owned.id, memberId: studio.agent.memberId });
    await say(studio.admin, "scheduleFollowUp", { leadId: owned.id, dueAt: "2030-01-01T09:00:00Z" });
    const other = await leadIn(sourceKey);
    const before = await Promise.all([free, owned, other].map(({ id }) => leadOf(id)));

    const { pipeline, userErrors } = await configure(withoutViewing(plan, toOffered));

    expect([userErrors, pipeline.version]).toEqual([[], 2]);
    const after = await Promise.all([free, owned, other].map(({ id }) => leadOf(id)));
    const line = {
      ...{ __typename: "StageChanged", cause: "PIPELINE_CHANGED", actor: { member: { id: studio.admin.memberId } } },
      fromStage: { key: "viewing", name: "Viewing" },
      ...{ toStage: { key: "offered", name: "Offered" }, toKind: "OPEN", reason: null },
    };
    for (const i of [0, 1]) {
      const { history, version, stage: _, ...rest } = before[i];
      const stage = { key: "offered", name: "Offered", kind: "OPEN" };
      expect(after[i]).toEqual({
        ...{ ...rest, stage, version: version + 1, history: [...history, line] },
      });
    }
    expect(after[2]).toEqual(before[2]);
    await expectWhole();
  });

  it("are told to whoever watches their queue, in their new stage", async () => {
    const { plan, sourceKey } = await openRentals(desk, studio);
    const lead = await leadIn(sourceKey, "viewing");
    const board = watch(desk.url, studio.admin, { queue: "UNASSIGNED" });
    await board.next(({ __typename }) => __typename === "QueueSnapshot");

    await configure(withoutViewing(plan, toOffered));

    const told = await board.next(({ entry }) => entry?.lead.id === lead.id);
    expect([told.__typename, told.entry.lead]).toEqual([
      "QueueEntryUpdated",
      { id: lead.id, version: lead.version + 1, stage: { key: "offered" } },
    ]);
    await board.stop();
  });

  it("stay won where the stage for wins gets another key, and a mistake can still be taken back", async () => {
    const { plan, sourceKey } = await openRentals(desk, studio);
    const lead = await leadIn(sourceKey, "viewing", "rented");
    const sold = { key: "let", name: "Let", kind: "WON" };
    const moves = [move("viewing", "let"), move("let", "viewing"), move("viewing", "lost")];

    await configure({
      ...only(plan, [asked, viewing, offered, sold, lost], moves),
      remap: [{ from: "rented", to: "let" }],
    });

    const ledger = () =>
      desk.rows("SELECT stage_name, voided_at IS NULL AS live FROM lead_conversions WHERE lead_id = $1", [lead.id]);
    expect([await stageOf(lead.id), await ledger()]).toEqual(["let", [{ stage_name: "Rented", live: true }]]);
    const { voidedConversion } = await moveTo(lead.id, "viewing");
    expect(voidedConversion.voidedAt).not.toBeNull();
    expect(await ledger()).toEqual([{ stage_name: "Rented", live: false }]);
    await expectWhole();
  });

  it("of which a partner knows an earlier pass only are where that one ended, under the name that it has now", async () => {
    const { garage } = desk;
    const { id, plan } = await openRentals(desk, garage);
    await desk.rows("UPDATE intake_sources SET pipeline_id = $1 WHERE key = $2", [id, garage.sourceKey]);
    const lead = await aLead(garage.partner);
    for (const toStage of ["viewing", "rented"]) await say(garage.admin, "moveLead", { leadId: lead.id, toStage });
    await say(garage.admin, "receiveMessage", { leadId: lead.id, channel: "WHATSAPP", text: "Hello again" });
    const archived = { ...rented, isArchived: true };
    const sold = { key: "let", name: "Let", kind: "WON" };
    const { stages, transitions } = only(plan, [asked, viewing, offered, sold, lost], [move("viewing", "let")]);

    await say(garage.admin, "configurePipeline", {
      ...{ ...plan, stages: [archived, ...stages], transitions: [...transitions, move("viewing", "lost")] },
    });

    const { data } = await garage.partner.ask("query($id: ID!) { lead(id: $id) { stage { key } } }", { id: lead.id });
    expect(data.lead.stage.key).toBe("let");
    expect(await stageOf(lead.id)).toBe("asked");
  });

  it("may be ten thousand, and not one more", async () => {
    const { id, plan } = await openRentals(desk, desk.garage);
    const input = withoutViewing(plan, toOffered);
    await desk.rows(
      `WITH people AS (INSERT INTO contacts (id, merchant_id, is_test, created_at)
         SELECT gen_random_uuid(), $1, false, now() FROM generate_series(1, 10001) RETURNING id)
       INSERT INTO leads (id, merchant_id, contact_id, pipeline_id, is_test, stage, stage_kind, version, history_length, current_lifecycle_id, created_at, updated_at)
       SELECT gen_random_uuid(), $1, p.id, $2, false, 'viewing', 'OPEN', 1, 0, gen_random_uuid(), now(), now() FROM people p`,
      [desk.garage.id, id],
    );
    const countIn = async (stage: string): Promise<number> =>
      (await desk.rows("SELECT count(*) FROM leads WHERE pipeline_id = $1 AND stage = $2", [id, stage]))[0]?.count;

    const refused = await attempt(desk.garage.admin, "configurePipeline", { ...input });
    const before = await countIn("viewing");
    await desk.rows("DELETE FROM leads WHERE id = (SELECT id FROM leads WHERE pipeline_id = $1 LIMIT 1)", [id]);
    const done = await say(desk.garage.admin, "configurePipeline", { ...input });

    expect(refused.errors[0]?.extensions).toMatchObject({
      code: "BAD_USER_INPUT",
      fields: [
        {
          path: ["input", "remap"],
          rule: "max",
          message:
            "10001 leads stand in the stages that close, and 10000 can be remapped at once; close fewer stages, or move leads out of them first.",
        },
      ],
    });
    expect(before).toBe(10_001);
    expect([done.pipeline.version, await countIn("viewing"), await countIn("offered")]).toEqual([2, 0, 10_000]);
  });
});

describe("a stage that is left out", () => {
  const stagesOf = ({ pipeline }: Wire): unknown[] =>
    pipeline.stages.map(({ key, isArchived }: Wire) => [key, isArchived]);

  it("is kept, archived, once a lead has passed through it; history goes on naming it", async () => {
    const { plan, sourceKey } = await openRentals(desk, studio);
    const lead = await leadIn(sourceKey, "viewing", "offered");

    const answer = await configure(withoutViewing(plan));

    expect(stagesOf(answer)).toEqual([
      ...[asked, offered, rented, lost].map(({ key }) => [key, false]),
      ["viewing", true],
    ]);
    const { history } = await leadOf(lead.id);
    expect(history).toContainEqual(
      expect.objectContaining({
        fromStage: { key: "asked", name: "Asked" },
        toStage: { key: "viewing", name: "Viewing" },
      }),
    );
    expect((await moveTo(lead.id, "viewing")).userErrors).toMatchObject([{ code: "TRANSITION_NOT_ALLOWED" }]);
  });

  it("is gone if nothing ever named it", async () => {
    const { plan } = await openRentals(desk, studio);

    expect(stagesOf(await configure(withoutViewing(plan)))).toEqual(
      [asked, offered, rented, lost].map(({ key }) => [key, false]),
    );
  });

  it("comes back as what it was, and as nothing else", async () => {
    const { plan, sourceKey } = await openRentals(desk, studio);
    await leadIn(sourceKey, "viewing", "offered");
    await configure(withoutViewing(plan));

    const stages = [asked, { ...viewing, kind: "LOST" }, offered, rented, lost];
    const { errors } = await attempt(studio.admin, "configurePipeline", { ...plan, stages });
    const back = await configure(plan);

    expect(errors[0]?.extensions.fields).toEqual([
      {
        path: ["input", "stages", "1", "kind"],
        rule: "fixed",
        message: "viewing is OPEN for life; give a stage that is LOST another key.",
      },
    ]);
    expect(stagesOf(back)).toEqual(plan.stages.map(({ key }) => [key, false]));
  });

  it("is kept for the campaign that names it, whose customers then come back to the beginning", async () => {
    const { id, plan, sourceKey } = await openRentals(desk, studio);
    const [, campaign] = studio.made.campaigns;
    await desk.rows("UPDATE campaigns SET pipeline_id = $1, return_stage = 'offered' WHERE id = $2", [
      id,
      campaign?.id,
    ]);
    const lead = await leadIn(sourceKey, "viewing", "rented");

    const answer = await configure(only(plan, [asked, viewing, rented, lost]));
    await say(studio.admin, "receiveMessage", {
      ...{
        leadId: lead.id,
        channel: "WHATSAPP",
        text: "Yes",
        quickReply: { payload: "yes", campaignId: campaign?.id },
      },
    });

    expect(stagesOf(answer)).toContainEqual(["offered", true]);
    expect(await stageOf(lead.id)).toBe("asked");
    const [returned] = await desk.rows("SELECT facts FROM lead_events WHERE lead_id = $1 AND kind = 'ReEngaged'", [
      lead.id,
    ]);
    expect(returned?.facts.campaignStageUnused).toBe("the campaign's stage is archived");
  });
});
