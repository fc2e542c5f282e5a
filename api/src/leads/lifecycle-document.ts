import type { LeadState } from "./lead-state.js";
import { lifeOfALead, newNeedsFrom, type Outcome, type Situation, situations } from "./lifecycle-examples.js";
import { defaultPipeline, type Requirement, type TransitionRule } from "./pipeline-rules.js";

/** docs/lifecycle.md: every line below the headings is asked of the rules, so that a changed rule is a changed line. */
export function drawLifecycle(): string {
  const examples = situations();
  return `${[
    "# The lifecycle of a lead",
    "Drawn from the rules by `npm run generate`, with the default pipeline and a window of 24 hours in which a win can be voided. Each merchant may have other stages and moves; the rules of the kinds OPEN, WON, LOST and SPAM are the same for all.",
    "## Stages",
    diagram(examples),
    "Words on an arrow are what the move needs. A customer's return is made by the system and asks no table.",
    "## Moves that people make",
    table(["From", "Kind", "To"], defaultPipeline.stages.map(movesOf)),
    "## The life of a lead",
    table(
      ["Moment", ...aspects],
      lifeOfALead().map((outcome) => [outcome.name, ...whole(outcome)]),
    ),
    "## What each event does",
    "An empty cell is as it was before. History names the events that are written, in their order.",
    ...examples.flatMap(({ title, lead, outcomes }) => [
      `### ${title}`,
      `Before: ${aspects.map((aspect, i) => `${aspect.toLowerCase()} ${faceOf(lead, 0)[i]}`).join("; ")}.`,
      table(["Event", ...aspects, "History"], outcomes.map(changes)),
    ]),
  ].join("\n\n")}\n`;
}

const aspects = ["Stage", "Tags", "Live conversions", "Lifecycle", "Conversation"];
const nothing = "–";

function diagram(examples: readonly Situation[]): string {
  const moves = defaultPipeline.transitions.map((t) => arrow(t.from, t.to, labelOf(t)));
  const returns = examples.flatMap(({ outcomes }) =>
    outcomes.filter(isReturn).map(({ before, decision }) => [before.stage, decision?.state.stage ?? ""]),
  );
  const systemMoves = new Set(returns.map(([from = "", to = ""]) => arrow(from, to, "customer returns")));
  const begin = defaultPipeline.stages.filter((s) => s.isInitial).map((s) => arrow("[*]", s.key, ""));
  return ["```mermaid", "stateDiagram-v2", ...begin, ...moves, ...systemMoves, "```"].join("\n");
}

/** Only the plain message: a campaign's button may lead anywhere. */
const isReturn = ({ name, decision }: Outcome): boolean =>
  name === "a message" && decision?.events.some((event) => event.kind === "ReEngaged") === true;

const arrow = (from: string, to: string, label: string): string => `    ${from} --> ${to}${label && `: ${label}`}`;

const words = { REASON: "reason", FOLLOW_UP: "follow-up", OWNER: "owner" } satisfies Record<Requirement, string>;

const labelOf = ({ needs = [], roles }: TransitionRule): string =>
  [...needs.map((need) => words[need]), ...(roles ? [roles.join(" or ")] : [])].join(", ");

function movesOf({ key, kind }: { key: string; kind: string }): string[] {
  const listed = defaultPipeline.transitions
    .filter((t) => t.from === key)
    .map((t) => (labelOf(t) ? `${t.to} (${labelOf(t)})` : t.to));
  const newNeeds = newNeedsFrom(key);
  const forNewNeed = newNeeds.length > 0 ? `; for a new need ${newNeeds.join(", ")}` : "";
  return [key, kind, `${listed.join(", ")}${forNewNeed}`];
}

function whole({ decision, refusal }: Outcome): string[] {
  if (!decision) return [`refused: ${refusal}`];
  return faceOf(decision.state, voidsIn(decision.events));
}

/** What is other than before. */
function changes({ name, before, decision, refusal }: Outcome): string[] {
  if (!decision) return [name, ...aspects.map(() => ""), `refused: ${refusal}`];
  const old = faceOf(before, 0);
  const cells = faceOf(decision.state, voidsIn(decision.events)).map((cell, i) => (cell === old[i] ? "" : cell));
  return [name, ...cells, decision.events.map((event) => event.kind).join(", ") || "nothing"];
}

const voidsIn = (events: readonly { kind: string }[]): number =>
  events.filter((event) => event.kind === "ConversionVoided").length;

function faceOf({ stage, contact, lifecycle, conversations }: LeadState, voided: number): string[] {
  const { systemTags: tags, liveConversions, doNotContactAt } = contact;
  const labels = [...tags, ...(doNotContactAt ? ["do not contact"] : [])];
  return [
    stage,
    labels.join(", ") || nothing,
    `${liveConversions}${voided > 0 ? ` (${voided} voided)` : ""}`,
    `${lifecycle.number} ${lifecycle.outcome ? `closed ${lifecycle.outcome}` : "open"}`,
    conversations
      .map((c) => `${c.closedAt ? "closed" : "open"}${c.unreadCount > 0 ? `, unread ${c.unreadCount}` : ""}`)
      .join(" / "),
  ];
}

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
