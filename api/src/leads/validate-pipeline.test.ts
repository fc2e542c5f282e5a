import { defaultPipeline, type PipelineRules, type StageRule, type TransitionRule } from "./pipeline-rules.js";
import { validatePipeline } from "./validate-pipeline.js";

const small: PipelineRules = {
  stages: [
    { key: "new", name: "New", kind: "OPEN", isInitial: true },
    { key: "won", name: "Won", kind: "WON" },
    { key: "lost", name: "Lost", kind: "LOST" },
  ],
  transitions: [
    { from: "new", to: "won" },
    { from: "new", to: "lost", needs: ["REASON"] },
  ],
};

const withStage = (index: number, changes: Partial<StageRule>): PipelineRules => ({
  ...small,
  stages: small.stages.map((stage, i) => (i === index ? { ...stage, ...changes } : stage)),
});
const withMore = (stages: StageRule[], transitions: TransitionRule[] = []): PipelineRules => ({
  stages: [...small.stages, ...stages],
  transitions: [...small.transitions, ...transitions],
});
const faults = (rules: PipelineRules) => validatePipeline(rules).map(({ path, rule }) => [path.join("."), rule]);
/** As it may come from outside, where types bind nobody. */
const unchecked = (value: string): never => value as never;

describe("a pipeline that works", () => {
  it("is the default one, and the smallest there can be", () => {
    expect(validatePipeline(defaultPipeline)).toEqual([]);
    expect(validatePipeline(small)).toEqual([]);
  });

  it("may have archived stages that nothing reaches, also a WON one", () => {
    const archived: StageRule[] = [
      { key: "old", name: "Old", kind: "OPEN", isArchived: true },
      { key: "sold", name: "Sold", kind: "WON", isArchived: true },
    ];

    expect(validatePipeline(withMore(archived))).toEqual([]);
  });

  it("may keep a move for some roles", () => {
    const later: StageRule = { key: "later", name: "Later", kind: "LOST" };

    expect(validatePipeline(withMore([later], [{ from: "new", to: "later", roles: ["ADMIN"] }]))).toEqual([]);
  });
});

describe("a pipeline is refused", () => {
  it.each<[string, PipelineRules, string[][]]>([
    ["without an initial stage", withStage(0, { isInitial: false }), [["stages", "oneInitial"]]],
    [
      "with two initial stages",
      withMore([{ key: "b", name: "B", kind: "OPEN", isInitial: true }]),
      [["stages", "oneInitial"]],
    ],
    ["with an initial stage that is not open", withStage(0, { kind: "SPAM" }), [["stages.0.isInitial", "open"]]],
    [
      "with an initial stage that is archived",
      { ...withStage(0, { isArchived: true }), transitions: [] },
      [["stages.0.isArchived", "initial"]],
    ],
    [
      "without a WON stage",
      { ...withStage(1, { isArchived: true }), transitions: [{ from: "new", to: "lost" }] },
      [["stages", "oneWon"]],
    ],
    ["with two WON stages", withMore([{ key: "sold", name: "Sold", kind: "WON" }]), [["stages", "oneWon"]]],
    ["without a LOST stage", withStage(2, { kind: "SPAM" }), [["stages", "someLost"]]],
    ["with a key twice", withMore([{ key: "new", name: "Newer", kind: "OPEN" }]), [["stages.3.key", "unique"]]],
    [
      "with a kind that is unknown",
      withMore([{ key: "x", name: "X", kind: unchecked("HALF_OPEN") }]),
      [["stages.3.kind", "known"]],
    ],
    ["with a blank name", withStage(0, { name: " " }), [["stages.0.name", "required"]]],
    ["with a move from nowhere", withMore([], [{ from: "x", to: "new" }]), [["transitions.2.from", "stage"]]],
    ["with a move to nowhere", withMore([], [{ from: "new", to: "x" }]), [["transitions.2.to", "stage"]]],
    [
      "with moves from and to an archived stage",
      withMore(
        [{ key: "old", name: "Old", kind: "OPEN", isArchived: true }],
        [
          { from: "new", to: "old" },
          { from: "old", to: "won" },
        ],
      ),
      [
        ["transitions.2.to", "stage"],
        ["transitions.3.from", "stage"],
      ],
    ],
    ["with a move listed twice", withMore([], [{ from: "new", to: "won" }]), [["transitions.2.to", "unique"]]],
    ["with a move to where it starts", withMore([], [{ from: "new", to: "new" }]), [["transitions.2.to", "differs"]]],
    [
      "with a requirement that is unknown",
      withMore([], [{ from: "won", to: "new", needs: [unchecked("LUCK")] }]),
      [["transitions.2.needs", "known"]],
    ],
    [
      "with a role that is unknown",
      withMore([], [{ from: "won", to: "new", roles: [unchecked("KING")] }]),
      [["transitions.2.roles", "known"]],
    ],
    [
      "with a move for nobody",
      withMore([], [{ from: "won", to: "new", roles: [] }]),
      [["transitions.2.roles", "required"]],
    ],
    [
      "with a stage that cannot be reached, though it leads on",
      withMore([{ key: "island", name: "Island", kind: "OPEN" }], [{ from: "island", to: "won" }]),
      [["stages.3.key", "reachable"]],
    ],
  ])("%s", (_, rules, expected) => {
    expect(faults(rules)).toEqual(expected);
  });

  it("with everything that is wrong at once, in words", () => {
    expect(validatePipeline({ stages: [], transitions: [{ from: "a", to: "a" }] }).map((p) => p.message)).toEqual([
      "Exactly one stage is the initial one, not 0.",
      "Exactly one stage is WON, not 0.",
      "At least one stage is LOST.",
      "There is no stage a.",
      "There is no stage a.",
      "A lead does not move to the stage in which it is.",
    ]);
  });
});
