import fc from "fast-check";
import { channels } from "../../src/conversations/conversation.js";
import { type Command, type Decision, decide } from "../../src/leads/decide.js";
import type { Given } from "../../src/leads/decisions/story.js";
import { type LeadEvent, moveCauses } from "../../src/leads/events.js";
import type { LeadState } from "../../src/leads/lead-state.js";
import { defaultPipeline, findStage, type PipelineRules } from "../../src/leads/pipeline-rules.js";
import {
  after,
  ana,
  assignTo,
  at,
  bob,
  campaign,
  contact,
  day,
  firstWord,
  given,
  hour,
  message,
  mia,
  minute,
  moveTo,
  newId,
  nobody,
  promise,
  second,
  unborn,
  voidWin,
} from "./lead-builders.js";

/** One command and what came of it. */
export interface Turn {
  readonly before: LeadState;
  readonly command: Command;
  readonly given: Given;
  /** Null where a rule said no. */
  readonly decision: Decision | null;
  readonly refusal: string | null;
  readonly after: LeadState;
}

export interface Walk {
  readonly unborn: LeadState;
  readonly turns: readonly Turn[];
  readonly history: readonly LeadEvent[];
}

/** With everything that the default pipeline has not: two lost stages, roles, an archived stage, wins from a closed stage. */
const customPipeline: PipelineRules = {
  stages: [
    { key: "in", name: "In", kind: "OPEN", isInitial: true },
    { key: "talk", name: "Talk", kind: "OPEN" },
    { key: "offer", name: "Offer", kind: "OPEN" },
    { key: "old", name: "Old", kind: "OPEN", isArchived: true },
    { key: "sold", name: "Sold", kind: "WON" },
    { key: "lost", name: "Lost", kind: "LOST" },
    { key: "later", name: "Later", kind: "LOST" },
    { key: "junk", name: "Junk", kind: "SPAM" },
  ],
  transitions: [
    { from: "in", to: "talk" },
    { from: "in", to: "lost", needs: ["REASON"] },
    { from: "in", to: "junk" },
    { from: "talk", to: "offer", needs: ["FOLLOW_UP", "OWNER"] },
    { from: "talk", to: "sold", roles: ["MANAGER"] },
    { from: "offer", to: "sold" },
    { from: "offer", to: "later", needs: ["FOLLOW_UP"] },
    { from: "sold", to: "offer", needs: ["FOLLOW_UP"] },
    { from: "sold", to: "lost", needs: ["REASON"] },
    { from: "sold", to: "junk" },
    { from: "lost", to: "talk", needs: ["REASON"] },
    { from: "lost", to: "sold" },
    { from: "lost", to: "later" },
    { from: "later", to: "in" },
    { from: "junk", to: "in" },
    { from: "junk", to: "lost" },
  ],
};

const waits = [0, second - 1, second, minute, minute, hour, hour, 5 * hour, day - 1, day];
const members = [ana, bob, mia];

/** What a step does to a lead as it stands then; `pick` chooses among what there is. */
type Act = (lead: LeadState, now: Date, pick: number) => Command;

const among = <T>(list: readonly T[], pick: number): T | undefined => list[pick % Math.max(list.length, 1)];

const acts = (rules: PipelineRules): fc.Arbitrary<Act> => {
  const stage = fc.constantFrom(...rules.stages.map((s) => s.key));
  const move = fc
    .record({
      reason: fc.constantFrom("Because", "Because", null),
      cause: fc.constantFrom(null, ...moveCauses),
      promised: fc.boolean(),
    })
    .map(({ promised, ...words }) => ({
      ...words,
      followUp: (now: Date) => (promised ? { followUpId: newId(), dueAt: after(now, hour), assigneeId: null } : null),
    }));
  const word = fc.record({
    channel: fc.constantFrom(...channels.slice(0, 3)),
    lateness: fc.constantFrom(0, 500, second, minute, 2 * hour),
    isForm: fc.boolean(),
    isOptOut: fc.constantFrom(false, false, false, true),
    returnStage: fc.option(stage),
    ownerUnavailable: fc.constantFrom(null, "Suspended"),
  });
  // Left to chance, few leads would be won, and it is in won that the rules are many.
  const towardsWon: Act = (lead, now, pick) => {
    const listed = rules.transitions.filter((t) => t.from === lead.stage && findStage(rules, t.to)?.kind !== "SPAM");
    const to = listed.find((t) => findStage(rules, t.to)?.kind === "WON") ?? among(listed, pick);
    const followUp = { followUpId: newId(), dueAt: after(now, hour), assigneeId: null };
    return moveTo(to?.to ?? lead.stage, { reason: "Because", followUp });
  };
  const acts: [number, fc.Arbitrary<Act>][] = [
    [8, fc.constant(towardsWon)],
    [
      4,
      fc.tuple(stage, move).map(
        ([toStage, { followUp, ...words }]): Act =>
          (_, now) =>
            moveTo(toStage, { ...words, followUp: followUp(now) }),
      ),
    ],
    [
      8,
      move.map(
        ({ followUp, ...words }): Act =>
          (lead, now, pick) => {
            const listed = rules.transitions.filter((t) => t.from === lead.stage);
            return moveTo(among(listed, pick)?.to ?? lead.stage, { ...words, followUp: followUp(now) });
          },
      ),
    ],
    [
      6,
      word.map(
        ({ lateness, isForm, returnStage, ...words }): Act =>
          (_, now) => {
            const touch = returnStage ? campaign({ returnStage, isPressed: true }) : null;
            const enquiry = isForm ? { id: newId(), sourceId: "website" } : null;
            const sentAt = isForm ? now : after(now, -lateness);
            return message(sentAt, { ...words, campaign: touch, enquiry, isProviderTimed: !isForm });
          },
      ),
    ],
    [
      2,
      fc.constantFrom(null, "ana", "bob").map(
        (memberId): Act =>
          () =>
            assignTo(memberId),
      ),
    ],
    [
      3,
      fc.option(stage).map(
        (toStage): Act =>
          (lead, _, pick) =>
            voidWin(among(lead.conversions, pick)?.id ?? "unknown", toStage),
      ),
    ],
    [
      1,
      fc.constant((lead, _, pick) => {
        const conversionId = among(lead.conversions, pick)?.id ?? "unknown";
        return { kind: "REVERSE_CONVERSION", conversionId, reversalId: newId(), reason: "Refunded" };
      }),
    ],
    [3, fc.constant(() => ({ kind: "RECORD_ADDITIONAL_CONVERSION", value: null }))],
    [2, fc.constant((lead, _, pick) => ({ kind: "REPLY", messageId: newId(), conversationId: threadOf(lead, pick) }))],
    [
      1,
      fc.constantFrom(minute, day).map(
        (ago): Act =>
          (_, now) => ({ kind: "RECORD_RESPONSE", by: "CALL", respondedAt: after(now, -ago), noteId: null }),
      ),
    ],
    [1, fc.constant((lead, _, pick) => ({ kind: "CLOSE_CONVERSATION", conversationId: threadOf(lead, pick) }))],
    [
      1,
      fc.constant((lead, _, pick) => ({ kind: "MARK_READ", conversationId: threadOf(lead, pick), unreadCount: pick })),
    ],
    [
      2,
      fc.constantFrom(minute, day).map(
        (ms): Act =>
          (_, now) =>
            promise(newId(), after(now, ms)),
      ),
    ],
    [
      1,
      fc.constant((lead, _, pick) => ({
        kind: "COMPLETE_FOLLOW_UP",
        followUpId: among(lead.followUps, pick)?.id ?? "",
      })),
    ],
    [
      1,
      fc.constantFrom("won_customer", "vip").map(
        (tag): Act =>
          () => ({ kind: "TAG", tag }),
      ),
    ],
    [
      1,
      fc.constantFrom("won_customer", "vip").map(
        (tag): Act =>
          () => ({ kind: "UNTAG", tag }),
      ),
    ],
  ];
  return fc.oneof(...acts.map(([weight, arbitrary]) => ({ weight, arbitrary })));
};

const threadOf = (lead: LeadState, pick: number): string => among(lead.conversations, pick)?.id ?? "unknown";

/** A lead's days: several members, time passing, a customer who writes when it is least convenient. */
export const walks: fc.Arbitrary<Walk> = fc
  .record({
    rules: fc.constantFrom(defaultPipeline, customPipeline),
    liveElsewhere: fc.constantFrom(0, 0, 1),
    reEngagementQuietPeriodMs: fc.constantFrom(0, 0, hour),
    followUpDefaultMs: fc.constantFrom(null, day),
  })
  .chain(({ rules, liveElsewhere, ...policies }) => {
    const step = fc.record({
      wait: fc.constantFrom(...waits),
      member: fc.constantFrom(...members),
      pick: fc.nat(7),
      act: acts(rules),
    });
    const systemTags = liveElsewhere > 0 ? ["won_customer"] : [];
    const person = contact({ liveConversions: liveElsewhere, systemTags });
    return fc
      .array(step, { minLength: 10, maxLength: 40, size: "max" })
      .map((steps) => walk(unborn(person, rules), steps, { rules, ...policies }));
  });

interface Step {
  readonly wait: number;
  readonly member: Given["actor"];
  readonly pick: number;
  readonly act: Act;
}

function walk(lead: LeadState, steps: readonly Step[], policies: Partial<Given>): Walk {
  const turns = [take(lead, firstWord(), given(at("09:00"), { ...policies, actor: nobody }))];
  let now = at("09:00");
  for (const { wait, member, pick, act } of steps) {
    now = after(now, wait);
    const before = turns.at(-1)?.after ?? lead;
    const command = act(before, now, pick);
    const actor = command.kind === "RECEIVE" ? nobody : member;
    turns.push(take(before, command, given(now, { ...policies, actor })));
  }
  return { unborn: lead, turns, history: turns.flatMap((turn) => turn.decision?.events ?? []) };
}

/** The lead and the command are frozen, so that a decision that changes them in place throws something that is no refusal. */
function take(before: LeadState, command: Command, now: Given): Turn {
  const asked = { before: deepFreeze(before), command: deepFreeze(command), given: now };
  try {
    const decision = decide(before, command, now);
    return { ...asked, decision, refusal: null, after: decision.state };
  } catch (error) {
    if (!(error instanceof Error && "code" in error && typeof error.code === "string")) throw error;
    return { ...asked, decision: null, refusal: error.code, after: before };
  }
}

function deepFreeze<T>(value: T): T {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    Object.values(value).forEach(deepFreeze);
  }
  return value;
}
