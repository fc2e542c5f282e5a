import { randomUUID } from "node:crypto";
import { changedTables, everythingOf } from "./support/belongings.js";
import { asked, lost, move, offered, only, openRentals, rentals, rented, viewing } from "./support/rentals.js";
import { type Caller, openTestDesk, type TestDesk, type TestMerchant } from "./support/test-desk.js";
import { aLead, anEnquiry, attempt, type Input, say } from "./support/verbs.js";

let desk: TestDesk;
let studio: TestMerchant;
let garage: TestMerchant;

beforeAll(async () => {
  desk = await openTestDesk();
  ({ studio, garage } = desk);
});

afterAll(() => desk.close());

const configure = (input: object, caller: Caller = studio.admin) => say(caller, "configurePipeline", { ...input });
const tryTo = (input: object, caller: Caller = studio.admin) => attempt(caller, "configurePipeline", { ...input });

const movesOf = async (caller: Caller, leadId: string): Promise<unknown[]> => {
  const { data } = await caller.ask("query($id: ID!) { lead(id: $id) { allowedMoves { to { key } requires } } }", {
    id: leadId,
  });
  return data.lead.allowedMoves.map(({ to, requires }: { to: { key: string }; requires: string[] }) => [
    ...[to.key, requires],
  ]);
};

describe("a second pipeline", () => {
  it("is read back as it was asked for, beside the first", async () => {
    const plan = rentals();

    const { pipeline, userErrors } = await configure({
      ...plan,
      transitions: [...plan.transitions, move("offered", "lost", { requires: ["OWNER", "OWNER"], roles: ["MANAGER"] })],
    });

    expect(userErrors).toEqual([]);
    expect(pipeline).toMatchObject({ key: plan.key, name: "Rentals", version: 1 });
    expect(pipeline.stages).toEqual(plan.stages.map((stage) => ({ isInitial: false, isArchived: false, ...stage })));
    expect(pipeline.transitions).toHaveLength(plan.transitions.length + 1);
    expect(pipeline.transitions.slice(4)).toEqual([
      { from: "rented", to: "viewing", requires: [], roles: null },
      { from: "asked", to: "lost", requires: ["REASON"], roles: null },
      { from: "lost", to: "asked", requires: [], roles: null },
      { from: "offered", to: "lost", requires: ["OWNER"], roles: ["MANAGER"] },
    ]);
    const { data } = await studio.agent.ask("{ merchant { pipelines { key } } }");
    expect(data.merchant.pipelines[0]).toEqual({ key: "sales" });
    expect(data.merchant.pipelines).toContainEqual({ key: plan.key });
  });

  it("has one lead of a person, who has another one in the first pipeline, and each goes its own way", async () => {
    const { id, sourceKey } = await openRentals(desk, garage);
    const person = { contact: { email: `${randomUUID()}@example.com` } };

    const sale = await aLead(garage.admin, { ...person, sourceKey: garage.sourceKey });
    const rental = await aLead(garage.admin, { ...person, sourceKey });
    const again = await aLead(garage.admin, { ...person, sourceKey });

    expect([rental.stage.key, again.id, rental.contact.id]).toEqual(["asked", rental.id, sale.contact.id]);
    expect(rental.id).not.toBe(sale.id);
    await say(garage.admin, "moveLead", { leadId: rental.id, toStage: "viewing" });
    const won = await say(garage.admin, "moveLead", { leadId: rental.id, toStage: "rented" });
    expect(won.conversion).toMatchObject({ isRepeat: false, ordinal: 1 });
    const { data } = await garage.admin.ask(
      "query($id: ID!) { leads(filter: { contactId: $id }, orderBy: CREATED_AT_ASC) { nodes { pipeline { id key } stage { key } currentLifecycle { outcome } } } }",
      { id: sale.contact.id },
    );
    expect(data.leads.nodes).toMatchObject([
      { pipeline: { key: "sales" }, stage: { key: "new" }, currentLifecycle: { outcome: null } },
      { pipeline: { id }, stage: { key: "rented" }, currentLifecycle: { outcome: "WON" } },
    ]);
  });

  it("says where its own stages lead, not where the first pipeline's do", async () => {
    const { sourceKey } = await openRentals(desk, studio);
    const lead = await aLead(studio.admin, { sourceKey });

    const refused = await say(studio.agent, "moveLead", { leadId: lead.id, toStage: "qualified" });

    expect(refused.userErrors).toMatchObject([
      { code: "TRANSITION_NOT_ALLOWED", from: "asked", to: "qualified", allowed: ["viewing", "lost"] },
    ]);
    expect(await movesOf(studio.agent, lead.id)).toEqual([
      ["viewing", []],
      ["lost", ["REASON"]],
    ]);
  });
});

describe("a move that a pipeline asks something of", () => {
  async function inViewing(transition: Input): Promise<string> {
    const { plan, sourceKey } = await openRentals(desk, studio);
    const lead = await aLead(studio.admin, { sourceKey });
    await say(studio.admin, "moveLead", { leadId: lead.id, toStage: "viewing" });
    const kept = plan.transitions.filter(({ from, to }) => from !== "viewing" || to !== "rented");
    await configure({ ...plan, transitions: [...kept, move("viewing", "rented", transition)] });
    return lead.id;
  }
  const rent = (caller: Caller, leadId: string) => say(caller, "moveLead", { leadId, toStage: "rented" });

  it("an owner: nobody's lead is refused, and says so beforehand", async () => {
    const leadId = await inViewing({ requires: ["OWNER"] });

    expect(await movesOf(studio.agent, leadId)).toContainEqual(["rented", ["OWNER"]]);
    const refused = await rent(studio.agent, leadId);
    await say(studio.agent, "assignLead", { leadId, memberId: studio.agent.memberId });
    const done = await rent(studio.agent, leadId);

    expect(refused).toMatchObject({ lead: null, conversion: null, userErrors: [{ code: "OWNER_REQUIRED" }] });
    expect(done).toMatchObject({ userErrors: [], lead: { stage: { key: "rented" } } });
  });

  it("a reason and a promise: both are asked for", async () => {
    const leadId = await inViewing({ requires: ["REASON", "FOLLOW_UP"] });
    const followUp = { dueAt: "2030-01-01T09:00:00Z" };
    const codesOf = async (more: Input): Promise<string[]> =>
      (await say(studio.agent, "moveLead", { leadId, toStage: "rented", ...more })).userErrors.map(
        ({ code }: { code: string }) => code,
      );

    expect(await codesOf({ followUp })).toEqual(["REASON_REQUIRED"]);
    expect(await codesOf({ reason: "Agreed" })).toEqual(["FOLLOW_UP_REQUIRED"]);
    expect(await codesOf({ reason: "Agreed", followUp })).toEqual([]);
  });

  it("a role: an agent is neither offered nor allowed what managers do", async () => {
    const leadId = await inViewing({ roles: ["MANAGER"] });

    expect(await movesOf(studio.agent, leadId)).toEqual([["offered", []]]);
    expect(await movesOf(studio.manager, leadId)).toContainEqual(["rented", []]);
    const refused = await rent(studio.agent, leadId);
    expect(refused.userErrors).toMatchObject([{ code: "TRANSITION_NOT_ALLOWED", allowed: ["offered"] }]);
    expect((await rent(studio.admin, leadId)).userErrors).toMatchObject([{ code: "TRANSITION_NOT_ALLOWED" }]);
    expect((await rent(studio.manager, leadId)).lead.stage.key).toBe("rented");
  });
});

describe("who configures", () => {
  it.each(["manager", "agent", "analyst", "partner"] as const)("%s may not", async (role) => {
    const before = await everythingOf(desk, studio.id);

    const { codes } = await tryTo(rentals(), studio[role]);

    expect(codes).toEqual(["FORBIDDEN"]);
    expect(changedTables(before, await everythingOf(desk, studio.id))).toEqual([]);
  });

  it.each(["manager", "agent"] as const)("%s reads the stages and moves", async (role) => {
    const { data, errors } = await studio[role].ask(
      "{ merchant { pipelines { version stages { key } transitions { from to } } } }",
    );

    expect(errors).toEqual([]);
    expect(data.merchant.pipelines[0].stages).toContainEqual({ key: "proposal" });
    expect(data.merchant.pipelines[0].transitions).toContainEqual({ from: "qualified", to: "won" });
  });

  it("not another merchant's pipeline, which is as if it did not exist", async () => {
    const { plan } = await openRentals(desk, studio);
    const before = await everythingOf(desk, studio.id, garage.id);

    const { codes } = await tryTo({ ...plan, name: "Taken" }, garage.admin);

    expect(codes).toEqual(["NOT_FOUND"]);
    expect(changedTables(before, await everythingOf(desk, studio.id, garage.id))).toEqual([]);
  });
});

describe("a pipeline that is configured twice", () => {
  it("at once, from the same version, is changed by one of the two", async () => {
    const { id, plan } = await openRentals(desk, studio);
    const names = ["First", "Second"];

    const answers = await Promise.all(names.map((name) => configure({ ...plan, name, expectedVersion: 1 })));

    const [done] = answers.filter(({ pipeline }) => pipeline);
    const [refused] = answers.filter(({ pipeline }) => !pipeline);
    expect(done.pipeline.version).toBe(2);
    expect(refused.userErrors).toMatchObject([
      { code: "VERSION_CONFLICT", expected: 1, current: 2, lead: null, path: ["expectedVersion"] },
    ]);
    expect(await desk.rows("SELECT name, version FROM pipelines WHERE id = $1", [id])).toEqual([
      { name: done.pipeline.name, version: 2 },
    ]);
  });

  it("at once, from no version, is what the last one said", async () => {
    const { plan } = await openRentals(desk, studio);

    const answers = await Promise.all(["A", "B", "C"].map((name) => configure({ ...plan, name })));

    expect(answers.map(({ pipeline }) => pipeline.version).toSorted()).toEqual([2, 3, 4]);
  });

  it("at once, as a new one under one key, is one", async () => {
    const plan = rentals();

    const answers = await Promise.all([tryTo(plan), tryTo(plan)]);

    expect(answers.map(({ codes }) => codes.join()).toSorted()).toEqual(["", "BAD_USER_INPUT"]);
    expect(await desk.rows("SELECT version FROM pipelines WHERE key = $1", [plan.key])).toEqual([{ version: 1 }]);
  });

  it("with one idempotency key is configured once, and never as something else", async () => {
    const input = { ...rentals(), idempotencyKey: randomUUID() };
    const first = await configure(input);

    const again = await configure(input);
    const other = await tryTo({ ...input, name: "Another" });

    expect([first.replayed, again.replayed, again.pipeline]).toEqual([false, true, first.pipeline]);
    expect(other.codes).toEqual(["IDEMPOTENCY_KEY_REUSED"]);
    expect(await desk.rows("SELECT name, version FROM pipelines WHERE key = $1", [input.key])).toEqual([
      { name: "Rentals", version: 1 },
    ]);
  });
});

it("an enquiry finds the stages that are there when it arrives", async () => {
  const { plan, sourceKey } = await openRentals(desk, studio);
  const first = { ...asked, key: "hello", name: "Hello" };
  const replaced = only(
    plan,
    [first, viewing, offered, rented, lost],
    [move("hello", "viewing"), move("viewing", "lost")],
  );
  await configure(replaced);

  const { lead } = await say(studio.admin, "submitEnquiry", anEnquiry({ sourceKey }));

  expect(lead.stage.key).toBe("hello");
});
