import { randomUUID } from "node:crypto";
import { changedTables, everythingOf } from "./support/belongings.js";
import { openTestDesk, type TestDesk, type TestMerchant, type Wire } from "./support/test-desk.js";
import { aLead, aQualifiedLead, attempt, aWonLead, say } from "./support/verbs.js";
import { watch } from "./support/watch.js";

let desk: TestDesk;
let studio: TestMerchant;
let garage: TestMerchant;

beforeAll(async () => {
  desk = await openTestDesk();
  ({ studio, garage } = desk);
});

afterAll(() => desk.close());

const leadsOf = (count: number): Promise<Wire[]> =>
  Promise.all(Array.from({ length: count }, () => aLead(studio.manager)));
const codesOf = (answer: Wire): string[][] =>
  answer.results.map((result: Wire) => result.userErrors.map((error: Wire) => error.code));
const stageOf = async (leadId: string): Promise<string> =>
  (await studio.manager.ask(`{ lead(id: "${leadId}") { stage { key } } }`)).data.lead.stage.key;
const historyOf = async (leadId: string): Promise<string[]> =>
  (
    await desk.rows(
      "SELECT kind FROM lead_events WHERE lead_id = $1 AND kind NOT IN ('AcknowledgementSent', 'DeliveryFailed') ORDER BY sequence",
      [leadId],
    )
  ).map(({ kind }) => kind);

describe("several leads moved in one request", () => {
  it("each gets its own result, in the order of the request, and a refused one keeps no other back", async () => {
    const [first, second, third] = await leadsOf(3);

    const answer = await say(studio.manager, "moveLeads", {
      moves: [
        { leadId: third.id, toStage: "qualified" },
        { leadId: first.id, toStage: "declined" },
        { leadId: second.id, toStage: "declined", reason: "No budget" },
        { leadId: randomUUID(), toStage: "qualified" },
      ],
    });

    expect(codesOf(answer)).toEqual([[], ["REASON_REQUIRED"], [], ["LEAD_NOT_FOUND"]]);
    expect(answer.userErrors).toEqual([]);
    expect(answer.results.map(({ lead }: Wire) => lead?.stage.key ?? null)).toEqual([
      "qualified",
      null,
      "declined",
      null,
    ]);
    expect(answer.results[1].userErrors).toMatchObject([{ path: ["reason"] }]);
    expect(await stageOf(first.id)).toBe("new");
  });

  it("goes by the rules of a single move: the same history, ledger, version and conversation", async () => {
    const alone = await aQualifiedLead(studio.agent);
    const inBulk = await aQualifiedLead(studio.agent);

    const single = await say(studio.agent, "moveLead", { leadId: alone.id, toStage: "won" });
    const { results } = await say(studio.agent, "moveLeads", { moves: [{ leadId: inBulk.id, toStage: "won" }] });

    expect(await historyOf(inBulk.id)).toEqual(await historyOf(alone.id));
    expect(results[0].conversion).toMatchObject({ isRepeat: false });
    const told = ({ version, stage, badges, conversation, contact }: Wire) => ({
      ...{ version, stage, badges, tags: contact.tags, unread: conversation.unreadCount },
      isClosed: conversation.closedAt !== null,
    });
    expect(told(results[0].lead)).toEqual(told(single.lead));
  });

  it("voids a mistaken win among other moves", async () => {
    const won = await aWonLead(studio.agent);
    const fresh = await aLead(studio.agent);

    const { results } = await say(studio.agent, "moveLeads", {
      moves: [
        { leadId: won.id, toStage: "proposal", followUp: { dueAt: "2030-01-01T09:00:00Z" } },
        { leadId: fresh.id, toStage: "reviewing" },
      ],
    });

    expect(results[0].voidedConversion).not.toBeNull();
    expect(results.map(({ lead }: Wire) => lead.stage.key)).toEqual(["proposal", "reviewing"]);
  });

  it("tells the queue of each lead that left it", async () => {
    const leads = await leadsOf(3);
    const watching = watch(desk.url, studio.manager, { queue: "UNASSIGNED" });
    await watching.next((event) => event.__typename === "QueueSnapshot");

    await say(studio.manager, "moveLeads", {
      moves: leads.map(({ id }) => ({ leadId: id, toStage: "declined", reason: "Closed for the season" })),
    });

    for (const { id } of leads) {
      await watching.next((event) => event.__typename === "QueueEntryLeft" && event.leadId === id);
    }
    await watching.stop();
  });

  it("moves 200 leads at once", async () => {
    const leads = (await leadsOf(200)).map(({ id }) => id);

    const { results } = await say(studio.manager, "moveLeads", {
      moves: leads.map((leadId) => ({ leadId, toStage: "reviewing" })),
    });

    expect(results.map(({ lead }: Wire) => [lead.id, lead.stage.key])).toEqual(leads.map((id) => [id, "reviewing"]));
  }, 60_000);
});

describe("an atomic request", () => {
  it("moves none when one is refused, and says of each why", async () => {
    const [sound, wrong] = await leadsOf(2);
    const before = await everythingOf(desk, studio.id);

    const answer = await say(studio.manager, "moveLeads", {
      atomic: true,
      idempotencyKey: randomUUID(),
      moves: [
        { leadId: sound.id, toStage: "qualified" },
        { leadId: wrong.id, toStage: "won" },
      ],
    });

    expect(answer.userErrors).toMatchObject([{ code: "NOT_ALL_MOVED" }]);
    expect(codesOf(answer)).toEqual([["NOT_ALL_MOVED"], ["TRANSITION_NOT_ALLOWED"]]);
    expect(answer.results.map(({ lead }: Wire) => lead)).toEqual([null, null]);
    expect(changedTables(before, await everythingOf(desk, studio.id))).toEqual([]);
  });

  it("moves all when none is refused", async () => {
    const leads = await leadsOf(2);

    const answer = await say(studio.manager, "moveLeads", {
      atomic: true,
      moves: leads.map(({ id }) => ({ leadId: id, toStage: "qualified" })),
    });

    expect(codesOf(answer)).toEqual([[], []]);
    expect(await Promise.all(leads.map(({ id }) => stageOf(id)))).toEqual(["qualified", "qualified"]);
  });
});

describe("what a bulk request may ask", () => {
  const refusedWith = async (input: object): Promise<Wire[]> => {
    const before = await everythingOf(desk, studio.id);
    const { codes, errors } = await attempt(studio.manager, "moveLeads", { ...input });
    expect(codes).toEqual(["BAD_USER_INPUT"]);
    expect(changedTables(before, await everythingOf(desk, studio.id))).toEqual([]);
    return errors[0]?.extensions.fields;
  };
  const moves = (count: number) =>
    Array.from({ length: count }, () => ({ leadId: randomUUID(), toStage: "reviewing" }));

  it.each([0, 201])("is 1 to 200 moves, not %d", async (count) => {
    expect(await refusedWith({ moves: moves(count) })).toMatchObject([{ path: ["input", "moves"], rule: "length" }]);
  });

  it("is each lead once", async () => {
    const [move] = moves(1);

    expect(await refusedWith({ moves: [...moves(1), move, move] })).toMatchObject([
      { path: ["input", "moves", "2", "leadId"], rule: "unique" },
    ]);
  });

  it("is amounts in a currency", async () => {
    const value = { amountMinor: 100, currency: "euro" };

    expect(await refusedWith({ moves: moves(1).map((move) => ({ ...move, toStage: "won", value })) })).toMatchObject([
      { path: ["input", "moves", "0", "value", "currency"], rule: "currency" },
    ]);
  });

  it.each(["analyst", "partner"] as const)("is nothing for %s", async (role) => {
    const { codes } = await attempt(studio[role], "moveLeads", { moves: moves(1) });

    expect(codes).toEqual(["FORBIDDEN"]);
  });

  it("is for an agent only what the agent sees, and never another merchant's", async () => {
    const own = await aQualifiedLead(studio.agent);
    const colleagues = await aQualifiedLead(studio.otherAgent);
    const foreign = await aLead(garage.manager);

    const answer = await say(studio.agent, "moveLeads", {
      moves: [own, colleagues, foreign].map(({ id }) => ({ leadId: id, toStage: "reviewing", expectedVersion: 99 })),
    });

    expect(codesOf(answer)).toEqual([["VERSION_CONFLICT"], ["LEAD_NOT_FOUND"], ["LEAD_NOT_FOUND"]]);
  });
});

describe("a bulk request that is repeated under its key", () => {
  it("gets its first results, refusals included, and moves nothing again", async () => {
    const [sound, wrong] = await leadsOf(2);
    const input = {
      idempotencyKey: randomUUID(),
      moves: [
        { leadId: sound.id, toStage: "qualified" },
        { leadId: wrong.id, toStage: "won" },
      ],
    };
    const first = await say(studio.manager, "moveLeads", input);
    const before = await historyOf(sound.id);

    const again = await say(studio.manager, "moveLeads", input);

    expect(again).toEqual({ ...first, replayed: true });
    expect(await historyOf(sound.id)).toEqual(before);
  });

  it("keeps no key when every move was refused, so that it can be made good", async () => {
    const [lead] = await leadsOf(1);
    const idempotencyKey = randomUUID();
    await say(studio.manager, "moveLeads", { idempotencyKey, moves: [{ leadId: lead.id, toStage: "won" }] });

    const { results } = await say(studio.manager, "moveLeads", {
      idempotencyKey,
      moves: [{ leadId: lead.id, toStage: "qualified" }],
    });

    expect(results).toMatchObject([{ lead: { stage: { key: "qualified" } }, userErrors: [] }]);
  });
});

it("two requests over the same leads in opposite order both end, and each lead is whole", async () => {
  const leads = (await leadsOf(20)).map(({ id }) => id);
  const ask = (ids: string[], toStage: string) =>
    say(studio.manager, "moveLeads", { moves: ids.map((leadId) => ({ leadId, toStage })) });

  const answers = await Promise.all([ask(leads, "reviewing"), ask([...leads].reverse(), "qualified")]);

  expect(answers.map(({ results }) => results.length)).toEqual([20, 20]);
  const stages = await Promise.all(leads.map(stageOf));
  const last = await Promise.all(
    leads.map(async (id) => {
      const [event] = await desk.rows(
        "SELECT facts ->> 'to' AS stage FROM lead_events WHERE lead_id = $1 AND kind = 'StageChanged' ORDER BY sequence DESC LIMIT 1",
        [id],
      );
      return event?.stage;
    }),
  );
  expect(stages).toEqual(last);
});
