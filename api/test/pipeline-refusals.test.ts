import { changedTables, everythingOf } from "./support/belongings.js";
import {
  asked,
  lost,
  move,
  offered,
  only,
  openRentals,
  type Plan,
  rentals,
  rented,
  viewing,
} from "./support/rentals.js";
import { openTestDesk, type TestDesk, type TestMerchant } from "./support/test-desk.js";
import { aLead, attempt, say } from "./support/verbs.js";

let desk: TestDesk;
let studio: TestMerchant;

beforeAll(async () => {
  desk = await openTestDesk();
  ({ studio } = desk);
});

afterAll(() => desk.close());

/** What was wrong with it, by place and rule; and which tables changed all the same. */
async function faultsOf(input: object): Promise<{ faults: string[][]; changed: string[] }> {
  const before = await everythingOf(desk, studio.id);
  const { errors, codes } = await attempt(studio.admin, "configurePipeline", { ...input });
  expect(codes).toEqual(["BAD_USER_INPUT"]);
  const fields: { path: string[]; rule: string }[] = errors[0]?.extensions.fields;
  return {
    faults: fields.map(({ path, rule }) => [path.join("."), rule]),
    changed: changedTables(before, await everythingOf(desk, studio.id)),
  };
}

describe("a pipeline that would not work is refused whole, with everything that is wrong, and nothing changes", () => {
  let plan: Plan;
  const old = { ...viewing, key: "old", isArchived: true };
  const { stages } = rentals();

  beforeAll(async () => {
    const opened = await openRentals(desk, studio);
    ({ plan } = opened);
    const lead = await aLead(studio.admin, { sourceKey: opened.sourceKey });
    await say(studio.admin, "moveLead", { leadId: lead.id, toStage: "viewing" });
  });

  it.each<[string, (was: Plan) => object, string[][]]>([
    ["no stage for wins", (was) => only(was, [asked, viewing, offered, lost]), [["input.stages", "oneWon"]]],
    ["no stage for losses", (was) => only(was, [asked, viewing, offered, rented]), [["input.stages", "someLost"]]],
    [
      "two beginnings",
      (was) => ({ ...was, stages: [asked, { ...viewing, isInitial: true }, offered, rented, lost] }),
      [["input.stages", "oneInitial"]],
    ],
    [
      "a stage to which nothing leads",
      (was) => ({ ...was, stages: [...stages, { ...offered, key: "island" }] }),
      [["input.stages.5.key", "reachable"]],
    ],
    [
      "a stage of another kind than it was",
      (was) => ({ ...was, stages: [asked, viewing, { ...offered, kind: "LOST" }, rented, lost] }),
      [["input.stages.2.kind", "fixed"]],
    ],
    [
      "moves from and to an archived stage",
      (was) => ({
        ...was,
        stages: [...stages, old],
        transitions: [...was.transitions, move("old", "asked"), move("asked", "old")],
      }),
      [
        ["input.transitions.7.from", "stage"],
        ["input.transitions.8.to", "stage"],
      ],
    ],
    [
      "a stage left out in which a lead stands",
      (was) => only(was, [asked, offered, rented, lost], [move("asked", "offered")]),
      [["input.remap", "required"]],
    ],
    [
      "a stage archived in which a lead stands",
      (was) => ({
        ...only(was, [asked, offered, rented, lost], [move("asked", "offered")]),
        stages: [asked, { ...viewing, isArchived: true }, offered, rented, lost],
      }),
      [["input.remap", "required"]],
    ],
    [
      "leads that would become another kind",
      (was) => ({
        ...only(was, [asked, offered, rented, lost], [move("asked", "offered")]),
        remap: [{ from: "viewing", to: "lost" }],
      }),
      [["input.remap.0.to", "kind"]],
    ],
    ["the key of another pipeline", (was) => ({ ...was, key: "sales" }), [["input.key", "unique"]]],
    [
      "roles that move no leads",
      (was) => ({ ...was, transitions: [...was.transitions, move("asked", "rented", { roles: ["PARTNER"] })] }),
      [["input.transitions.7.roles", "mover"]],
    ],
    [
      "a hundred and one stages",
      (was) => ({ ...was, stages: Array.from({ length: 101 }, (_, i) => ({ ...offered, key: `s${i}` })) }),
      [["input.stages", "max"]],
    ],
    [
      "one thing wrong in each place",
      (was) => ({
        ...{ ...was, key: "two words", name: " " },
        stages: [asked, { ...offered, name: "x".repeat(121) }, { ...rented, key: "é" }, { ...lost, key: "asked" }],
        transitions: [move("asked", "nowhere")],
        remap: [{ from: "never", to: "asked" }],
      }),
      [
        ["input.key", "key"],
        ["input.name", "length"],
        ["input.stages.1.name", "length"],
        ["input.stages.2.key", "key"],
        ["input.stages.3.key", "unique"],
        ["input.transitions.0.to", "stage"],
        ["input.stages.3.kind", "fixed"],
        ["input.remap.0.from", "stage"],
        ["input.remap", "required"],
      ],
    ],
  ])("%s", async (_what, change, faults) => {
    expect(await faultsOf(change(plan))).toEqual({ faults, changed: [] });
  });

  it("a version, for one that is new", async () => {
    expect(await faultsOf({ ...rentals(), expectedVersion: 1 })).toEqual({
      faults: [["input.expectedVersion", "new"]],
      changed: [],
    });
  });
});
