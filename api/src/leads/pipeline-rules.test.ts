import {
  defaultPipeline,
  findStage,
  findTransition,
  initialStage,
  movesFrom,
  type Requirement,
} from "./pipeline-rules.js";
import { validatePipeline } from "./validate-pipeline.js";

const keysOf = (kind: string) => defaultPipeline.stages.filter((s) => s.kind === kind).map((s) => s.key);

describe("the default pipeline", () => {
  it("has one initial open stage, one won, one lost and one spam, and every stage can be reached", () => {
    expect(keysOf("OPEN")).toEqual(["new", "reviewing", "qualified", "proposal"]);
    expect([keysOf("WON"), keysOf("LOST"), keysOf("SPAM")]).toEqual([["won"], ["declined"], ["spam"]]);
    expect(defaultPipeline.stages.filter((s) => s.isInitial)).toEqual([initialStage(defaultPipeline)]);
    expect(initialStage(defaultPipeline)).toMatchObject({ key: "new", kind: "OPEN" });
    expect(validatePipeline(defaultPipeline)).toEqual([]);
  });

  it.each<[string, [string, Requirement[]][]]>([
    [
      "new",
      [
        ["reviewing", []],
        ["qualified", []],
        ["declined", ["REASON"]],
        ["spam", []],
      ],
    ],
    [
      "reviewing",
      [
        ["qualified", []],
        ["proposal", ["FOLLOW_UP"]],
        ["declined", ["REASON"]],
        ["spam", []],
      ],
    ],
    [
      "qualified",
      [
        ["reviewing", []],
        ["proposal", ["FOLLOW_UP"]],
        ["won", []],
        ["declined", ["REASON"]],
      ],
    ],
    [
      "proposal",
      [
        ["qualified", []],
        ["won", []],
        ["declined", ["REASON"]],
      ],
    ],
    [
      "won",
      [
        ["proposal", []],
        ["declined", ["REASON"]],
      ],
    ],
    ["declined", [["reviewing", ["REASON"]]]],
    ["spam", [["new", ["REASON"]]]],
  ])("lets a lead in %s move as its table says", (from, moves) => {
    expect(movesFrom(defaultPipeline, from, "AGENT").map(({ to, requires }) => [to.key, requires])).toEqual(moves);
  });
});

describe("the moves from a stage", () => {
  const { stages } = defaultPipeline;

  it("are those of the viewer's role, and the system has none of those that are kept for roles", () => {
    const rules = {
      stages,
      transitions: [
        { from: "new", to: "won", roles: ["ADMIN" as const] },
        { from: "new", to: "spam" },
      ],
    };
    const keys = (role: Parameters<typeof movesFrom>[2]) => movesFrom(rules, "new", role).map((m) => m.to.key);

    expect([keys("ADMIN"), keys("AGENT"), keys(null)]).toEqual([["won", "spam"], ["spam"], ["spam"]]);
  });

  it("never lead to an archived or unknown stage", () => {
    const archived = stages.map((s) => (s.key === "spam" ? { ...s, isArchived: true } : s));
    const rules = {
      stages: archived,
      transitions: [
        { from: "new", to: "spam" },
        { from: "new", to: "gone" },
      ],
    };

    expect(movesFrom(rules, "new", "ADMIN")).toEqual([]);
    expect([findStage(rules, "gone"), findTransition(rules, "spam", "new")]).toEqual([null, null]);
  });

  it("begin in the initial stage, wherever it stands in the list", () => {
    expect(initialStage({ stages: stages.toReversed(), transitions: [] }).key).toBe("new");
  });

  it("cannot be asked of a pipeline that begins nowhere", () => {
    expect(() => initialStage({ stages: [], transitions: [] })).toThrow("without an initial stage");
  });
});
