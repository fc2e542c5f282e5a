import { allowedMoves } from "./allowed-moves.js";
import { defaultPipeline } from "./pipeline-rules.js";

it("offers an agent what the pipeline allows from the stage, with what each move requires", () => {
  expect(allowedMoves(defaultPipeline, "reviewing", "AGENT")).toEqual([
    { to: { key: "qualified", name: "Qualified", kind: "OPEN" }, requires: [] },
    { to: { key: "proposal", name: "Proposal", kind: "OPEN" }, requires: ["FOLLOW_UP"] },
    { to: { key: "declined", name: "Declined", kind: "LOST" }, requires: ["REASON"] },
    { to: { key: "spam", name: "Spam", kind: "SPAM" }, requires: [] },
  ]);
});

it("leaves out a move that is another role's", () => {
  const transitions = [
    { from: "new", to: "won", roles: ["MANAGER" as const] },
    { from: "new", to: "spam" },
  ];
  const keysFor = (role: "AGENT" | "MANAGER") =>
    allowedMoves({ ...defaultPipeline, transitions }, "new", role).map(({ to }) => to.key);

  expect(keysFor("AGENT")).toEqual(["spam"]);
  expect(keysFor("MANAGER")).toEqual(["won", "spam"]);
});

it("offers nothing to those who only read", () => {
  expect(allowedMoves(defaultPipeline, "reviewing", "ANALYST")).toEqual([]);
  expect(allowedMoves(defaultPipeline, "reviewing", "PARTNER")).toEqual([]);
});
