import { everythingOf } from "./support/belongings.js";
import { audit } from "./support/ledger-audit.js";
import { readBooks } from "./support/ledger-books.js";
import { move, openRentals, toOffered, withoutViewing } from "./support/rentals.js";
import { type Answer, openTestDesk, type TestDesk, type TestMerchant } from "./support/test-desk.js";
import { until } from "./support/until.js";
import { aLead, attempt, type Input, say } from "./support/verbs.js";

let desk: TestDesk;
let studio: TestMerchant;

beforeAll(async () => {
  desk = await openTestDesk();
  ({ studio } = desk);
});

afterAll(() => desk.close());

const configure = (input: object) => say(studio.admin, "configurePipeline", { ...input });
const moveTo = (leadId: string, toStage: string) => say(studio.admin, "moveLead", { leadId, toStage });

describe("people who move leads while the pipeline changes", () => {
  it("never leave one in a stage that is gone", async () => {
    const { id, plan, sourceKey } = await openRentals(desk, studio);
    const leads = await Promise.all(Array.from({ length: 12 }, () => aLead(studio.admin, { sourceKey })));
    const back = { ...plan, transitions: [...plan.transitions, move("offered", "viewing")] };
    await configure(back);

    const moves = leads.flatMap((lead) =>
      ["viewing", "offered", "viewing"].map((stage) => () => moveTo(lead.id, stage)),
    );
    const first = moves.slice(0, 18).map((each) => each());
    const [closed] = await Promise.all([configure(withoutViewing(plan, toOffered)), ...first]);
    const later = await Promise.all(moves.slice(18).map((each) => each()));

    expect(closed.userErrors).toEqual([]);
    expect(await desk.rows("SELECT id FROM leads WHERE pipeline_id = $1 AND stage = 'viewing'", [id])).toEqual([]);
    const stages = await desk.rows("SELECT DISTINCT stage FROM leads WHERE pipeline_id = $1", [id]);
    expect(stages.every(({ stage }) => stage === "asked" || stage === "offered")).toBe(true);
    expect(later.flatMap(({ userErrors }) => userErrors).map(({ code }) => code)).toContain("TRANSITION_NOT_ALLOWED");
    await everythingOf(desk, studio.id);
    audit(await readBooks(desk, [studio.id]));
  });

  /** What becomes of a change that has seen no lead in the stage, by the time a move into it commits. */
  async function overtaken(more: Input): Promise<{ answer: Answer; stage: string; version: number }> {
    const { id, plan, sourceKey } = await openRentals(desk, desk.garage);
    const lead = await aLead(desk.garage.admin, { sourceKey });
    const mover = desk.desk.owner.createQueryRunner();
    await mover.startTransaction();
    await mover.query("SELECT FROM contacts WHERE id = $1 FOR UPDATE", [lead.contact.id]);
    await mover.query("SELECT FROM pipelines WHERE id = $1 FOR SHARE", [id]);
    await mover.query("UPDATE leads SET stage = 'viewing' WHERE id = $1", [lead.id]);

    const configured = attempt(desk.garage.admin, "configurePipeline", { ...withoutViewing(plan, more) });
    await until("the change waits for the move", async () => {
      const waiting = await desk.rows(
        "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%FROM pipelines p%FOR UPDATE%'",
      );
      return waiting.length > 0;
    });
    await mover.commitTransaction();
    await mover.release();

    const answer = await configured;
    const [row] = await desk.rows<{ stage: string; version: number }>(
      "SELECT l.stage, p.version FROM leads l JOIN pipelines p ON p.id = l.pipeline_id WHERE l.id = $1",
      [lead.id],
    );
    return { answer, stage: row?.stage ?? "", version: row?.version ?? 0 };
  }

  it("and who are faster have their lead remapped too", async () => {
    const { answer, stage, version } = await overtaken(toOffered);

    expect([answer.codes, stage, version]).toEqual([[], "offered", 2]);
  });

  it("or have the change refused, if it does not say where their lead goes", async () => {
    const { answer, stage, version } = await overtaken({});

    expect(answer.errors[0]?.extensions).toMatchObject({
      code: "BAD_USER_INPUT",
      fields: [
        {
          path: ["input", "remap"],
          message: "1 lead stands in viewing; say with remap in which OPEN stage instead, or keep it.",
        },
      ],
    });
    expect([stage, version]).toEqual(["viewing", 1]);
  });
});
