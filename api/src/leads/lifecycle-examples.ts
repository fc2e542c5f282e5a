import { Refusal } from "../platform/errors.js";
import { type Command, type Decision, decide } from "./decide.js";
import type { Move } from "./decisions/moving.js";
import type { CampaignTouch, Inbound } from "./decisions/receiving.js";
import type { Given } from "./decisions/story.js";
import { type LeadState, unbornLead } from "./lead-state.js";
import { defaultPipeline, findTransition, type StageKind, stageKinds } from "./pipeline-rules.js";

/** Something that happens to a lead, some hours after its first word. */
export interface Happening {
  readonly name: string;
  readonly atHour: number;
  readonly command: Command;
  readonly policies?: Partial<Given>;
}

export interface Outcome {
  readonly name: string;
  readonly before: LeadState;
  /** Null where a rule said no. */
  readonly decision: Decision | null;
  readonly refusal: string | null;
}

export interface Situation {
  readonly title: string;
  readonly lead: LeadState;
  readonly outcomes: readonly Outcome[];
}

const rules = defaultPipeline;
const windowHours = 24;

/** One lead from its first word on: won by mistake, won, returned, won again, and so on. */
export function lifeOfALead(): Outcome[] {
  const outcomes: Outcome[] = [];
  for (const happening of life) outcomes.push(happen(outcomes.at(-1)?.decision?.state ?? unborn, happening));
  return outcomes;
}

/** Leads of every kind of stage, and what each event does to them. */
export function situations(): Situation[] {
  return starts.map(({ title, past, fromHour }) => {
    const lead = past.reduce((state, happening) => stateAfter(state, happening), unborn);
    const outcomes = happeningsFor(lead, fromHour).map((happening) => happen(lead, happening));
    return { title, lead, outcomes };
  });
}

/** The open stages into which a new need may bring a lead from this stage. */
export function newNeedsFrom(stage: string): string[] {
  const stages = rules.stages.filter((each) => each.key !== stage);
  const lead = starts.map(({ past }) => past.reduce(stateAfter, unborn)).find((each) => each.stage === stage);
  if (lead?.stageKind !== "WON") return [];
  const isAllowed = (to: string) => happen(lead, move("", 10, to, { cause: "NEW_NEED" })).decision !== null;
  return stages.map((each) => each.key).filter(isAllowed);
}

function happen(before: LeadState, { name, atHour, command, policies }: Happening): Outcome {
  try {
    return { name, before, decision: decide(before, command, given(atHour, policies)), refusal: null };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { name, before, decision: null, refusal: error.code };
  }
}

function stateAfter(lead: LeadState, happening: Happening): LeadState {
  const { decision, refusal } = happen(lead, happening);
  if (!decision) throw new Error(`An example cannot be built, as its step was refused: ${refusal}`);
  return decision.state;
}

const at = (hour: number): Date => new Date(Date.UTC(2026, 0, 5, 9) + hour * 3_600_000);

let idsMade = 0;
const newId = (): string => String(++idsMade);

const given = (hour: number, policies: Partial<Given> = {}): Given => ({
  now: at(hour),
  newId,
  actor: { kind: "MEMBER", id: "manager", role: "MANAGER" },
  rules,
  conversionVoidWindowMs: windowHours * 3_600_000,
  reEngagementQuietPeriodMs: 0,
  followUpDefaultMs: 86_400_000,
  responseDueAt: (since) => since,
  businessMsBetween: (start, end) => end.getTime() - start.getTime(),
  ...policies,
});

const unborn = unbornLead(
  { id: newId(), pipelineId: newId(), isTest: false },
  { id: newId(), systemTags: [], memberTags: [], liveConversions: 0, doNotContactAt: null },
  rules,
  at(0),
);

const inbound = (sentAtHour: number, changes: Partial<Inbound>): Inbound => ({
  messageId: newId(),
  channel: "WHATSAPP",
  sentAt: at(sentAtHour),
  isProviderTimed: true,
  enquiry: null,
  campaign: null,
  isOptOut: false,
  ownerUnavailable: null,
  ...changes,
});

const word = (name: string, atHour: number, changes: Partial<Inbound> = {}): Happening => ({
  name,
  atHour,
  command: { kind: "RECEIVE", ...inbound(atHour, changes) },
});

const move = (name: string, atHour: number, toStage: string, changes: Partial<Move> = {}): Happening => ({
  name,
  atHour,
  command: { kind: "MOVE", toStage, reason: "given", cause: null, followUp: null, value: null, ...changes },
});

const asEnquiry = (): Partial<Inbound> => ({ enquiry: { id: newId(), sourceId: newId() }, isProviderTimed: false });

const button: CampaignTouch = {
  id: newId(),
  name: "Campaign",
  pipelineId: null,
  returnStage: "proposal",
  isArchived: false,
  isPressed: true,
};

const firstEnquiry: Happening = {
  name: "first enquiry",
  atHour: 0,
  command: { kind: "RECEIVE_FIRST", ...inbound(0, asEnquiry()) },
};
const qualified = move("qualified", 1, "qualified");
const won = move("won", 2, "won");
const declinedAfterWindow = move("declined", 30, "declined");

const life: readonly Happening[] = [
  firstEnquiry,
  qualified,
  move("first win", 2, "won"),
  move(`mistake, inside ${windowHours} h`, 3, "proposal"),
  move("won again", 4, "won"),
  word("customer returns, by a campaign's button", 100, { campaign: button }),
  move("second win", 101, "won"),
  move(`mistake on the second, inside ${windowHours} h`, 102, "proposal"),
  move("won again", 103, "won"),
  word("customer returns", 200),
  move("taken up again", 201, "qualified"),
  move("third win", 202, "won"),
];

const starts: readonly { title: string; past: readonly Happening[]; fromHour: number }[] = [
  { title: "Open, never won", past: [firstEnquiry, qualified], fromHour: 2 },
  { title: "Open again, as a won customer returned", past: [firstEnquiry, qualified, won, word("", 3)], fromHour: 4 },
  { title: `Won, less than ${windowHours} hours ago`, past: [firstEnquiry, qualified, won], fromHour: 10 },
  { title: `Won, ${windowHours} hours ago or more`, past: [firstEnquiry, qualified, won], fromHour: 2 + windowHours },
  { title: "Declined, never won", past: [firstEnquiry, qualified, move("declined", 2, "declined")], fromHour: 3 },
  {
    title: "Declined, with a win that stands",
    past: [firstEnquiry, qualified, won, declinedAfterWindow],
    fromHour: 31,
  },
  { title: "Spam", past: [firstEnquiry, move("spam", 1, "spam")], fromHour: 2 },
];

function happeningsFor(lead: LeadState, hour: number): Happening[] {
  const isWon = lead.stageKind === "WON";
  const win = lead.conversions.at(-1);
  const quiet = { reEngagementQuietPeriodMs: 48 * 3_600_000 };
  return [
    word("a message", hour),
    ...(isWon ? [{ ...word("a message, in a merchant's quiet period", hour), policies: quiet }] : []),
    ...(isWon ? [word("a message that was sent before the win", hour, { sentAt: at(1.5) })] : []),
    word("another enquiry", hour, asEnquiry()),
    word(`the button of a campaign that names ${button.returnStage}`, hour, { campaign: button }),
    word("an opt-out word", hour, { isOptOut: true }),
    ...stageKinds.map((kind) => moveToKind(lead, kind, hour)),
    move("moved to reviewing, for a new need", hour, "reviewing", { cause: "NEW_NEED" }),
    ...(win
      ? [
          voided("the win is voided by hand", hour, win.id, isWon ? "proposal" : null),
          reversed("the win is reversed", hour, win.id),
        ]
      : []),
    { name: "an additional sale", atHour: hour, command: { kind: "RECORD_ADDITIONAL_CONVERSION", value: null } },
  ];
}

/** To a stage of this kind that the table lists from here, else to one that it does not list. */
function moveToKind(lead: LeadState, kind: StageKind, hour: number): Happening {
  const stages = rules.stages.filter((stage) => stage.kind === kind);
  const to = stages.find((stage) => findTransition(rules, lead.stage, stage.key)) ?? stages[0];
  if (!to) throw new Error(`The default pipeline has no stage of the kind ${kind}`);
  return move(`moved to ${to.key}`, hour, to.key);
}

const voided = (name: string, atHour: number, conversionId: string, toStage: string | null): Happening => ({
  name,
  atHour,
  command: { kind: "VOID_CONVERSION", conversionId, reason: "given", toStage },
});

const reversed = (name: string, atHour: number, conversionId: string): Happening => ({
  name,
  atHour,
  command: { kind: "REVERSE_CONVERSION", conversionId, reversalId: newId(), reason: "given" },
});
