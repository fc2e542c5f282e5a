import {
  changeProblems,
  closedStages,
  keptRules,
  type PipelineChange,
  remapFacts,
  strandedProblems,
} from "./pipeline-change.js";
import type { PipelineRules } from "./pipeline-rules.js";

const before: PipelineRules = {
  stages: [
    { key: "new", name: "New", kind: "OPEN", isInitial: true },
    { key: "talk", name: "Talk", kind: "OPEN" },
    { key: "won", name: "Won", kind: "WON" },
    { key: "lost", name: "Lost", kind: "LOST" },
    { key: "old", name: "Old", kind: "OPEN", isArchived: true },
  ],
  transitions: [
    { from: "new", to: "talk" },
    { from: "talk", to: "won" },
    { from: "talk", to: "lost" },
  ],
};
const withoutTalk: PipelineRules = {
  stages: before.stages.filter(({ key }) => key !== "talk" && key !== "old"),
  transitions: [
    { from: "new", to: "won" },
    { from: "new", to: "lost" },
  ],
};
const change = (more: Partial<PipelineChange> = {}): PipelineChange => ({
  ...{ before, asked: withoutTalk, remap: [], ...more },
});
const faults = (asked: PipelineChange) => changeProblems(asked).map(({ path, rule }) => [path.join("."), rule]);

describe("a pipeline that replaces another", () => {
  it("has nothing wrong with it when its stages keep their kinds", () => {
    expect(faults(change())).toEqual([]);
    expect(faults(change({ before: null }))).toEqual([]);
    expect(faults(change({ remap: [{ from: "talk", to: "new" }] }))).toEqual([]);
  });

  it("cannot turn a stage into another kind, archived or not", () => {
    const stages = withoutTalk.stages.map((stage) =>
      stage.key === "lost" ? { ...stage, key: "old", kind: "LOST" as const } : stage,
    );
    const transitions = [
      { from: "new", to: "won" },
      { from: "new", to: "old" },
    ];

    expect(changeProblems(change({ asked: { stages, transitions } }))).toEqual([
      {
        path: ["stages", "2", "kind"],
        rule: "fixed",
        message: "old is OPEN for life; give a stage that is LOST another key.",
      },
    ]);
  });

  it.each<[string, { from: string; to: string }[], string[][]]>([
    ["from a stage that it never had", [{ from: "x", to: "new" }], [["remap.0.from", "stage"]]],
    ["from a stage that stays", [{ from: "new", to: "new" }], [["remap.0.from", "closed"]]],
    ["to no stage", [{ from: "talk", to: "x" }], [["remap.0.to", "stage"]]],
    ["to an archived stage", [{ from: "talk", to: "old" }], [["remap.0.to", "stage"]]],
    ["to a stage of another kind", [{ from: "talk", to: "won" }], [["remap.0.to", "kind"]]],
    [
      "twice from one stage",
      [
        { from: "talk", to: "new" },
        { from: "talk", to: "new" },
      ],
      [["remap.1.from", "unique"]],
    ],
  ])("does not remap %s", (_, remap, expected) => {
    expect(faults(change({ remap }))).toEqual(expected);
  });

  it("says everything at once", () => {
    const stages = withoutTalk.stages.filter(({ key }) => key !== "won");

    expect(faults(change({ asked: { stages, transitions: [] }, remap: [{ from: "talk", to: "x" }] }))).toEqual([
      ["stages", "oneWon"],
      ["remap.0.to", "stage"],
    ]);
  });
});

describe("a stage that is left out or archived", () => {
  it("is closed to leads", () => {
    expect(closedStages(change()).map(({ key }) => key)).toEqual(["talk", "old"]);
    expect(closedStages(change({ before: null }))).toEqual([]);
  });

  it("needs a place for the leads in it", () => {
    const standing = new Map([
      ["talk", 3],
      ["new", 5],
    ]);

    expect(strandedProblems(change(), standing)).toEqual([
      {
        path: ["remap"],
        rule: "required",
        message: "3 leads stand in talk; say with remap in which OPEN stage instead, or keep it.",
      },
    ]);
    expect(strandedProblems(change({ remap: [{ from: "talk", to: "new" }] }), standing)).toEqual([]);
    expect(strandedProblems(change(), new Map())).toEqual([]);
  });

  it("says in the history of its leads how it was called, and where they stand now, and is no less open for it", () => {
    expect(remapFacts(change({ remap: [{ from: "talk", to: "new" }] }))).toEqual([
      {
        ...{ from: "talk", fromName: "Talk", to: "new", toName: "New", toKind: "OPEN" },
        ...{ reason: null, cause: "PIPELINE_CHANGED" },
      },
    ]);
    expect(remapFacts(change())).toEqual([]);
  });

  it("cannot be left by more than ten thousand leads at once", () => {
    const asked = change({ remap: [{ from: "talk", to: "new" }] });
    const rulesAt = (count: number) => strandedProblems(asked, new Map([["talk", count]])).map(({ rule }) => rule);

    expect([rulesAt(10_000), rulesAt(10_001)]).toEqual([[], ["max"]]);
  });

  it("is kept, archived, if it was ever used, and gone if not", () => {
    const keysOf = (rules: PipelineRules) => rules.stages.map(({ key, isArchived }) => [key, isArchived === true]);

    expect(keysOf(keptRules(change(), []))).toEqual([
      ["new", false],
      ["won", false],
      ["lost", false],
    ]);
    expect(keysOf(keptRules(change(), ["talk", "new"]))).toEqual([
      ["new", false],
      ["won", false],
      ["lost", false],
      ["talk", true],
    ]);
  });
});
