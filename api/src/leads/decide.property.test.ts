import fc from "fast-check";
import { kindsOf } from "../../test/support/lead-builders.js";
import { type Turn, type Walk, walks } from "../../test/support/lead-walks.js";
import { queuesOf } from "../queues/queues-of.js";
import { decide } from "./decide.js";
import { type LeadEvent, readEvent } from "./events.js";
import { evolve } from "./evolve.js";
import { queueFactsOf } from "./lead-queue-facts.js";
import { type LeadState, repeatLead, wonCustomer } from "./lead-state.js";
import { findStage, mayMake } from "./pipeline-rules.js";

const numRuns = 30;

/** Whatever members, customers and time do to a lead, this is so after each command. */
const always = (claim: (turn: Turn, walk: Walk) => void) =>
  fc.assert(
    fc.property(walks, (walk) => {
      for (const turn of walk.turns) claim(turn, walk);
    }),
    { numRuns },
  );

const eventsOf = (turn: Turn): readonly LeadEvent[] => turn.decision?.events ?? [];

describe("the history of a lead", () => {
  it("folded from its stored form gives the state that the decisions gave", () => {
    const stored = (events: readonly LeadEvent[]): LeadEvent[] =>
      events.map(({ kind, at, ...facts }) => readEvent({ kind, at, facts: JSON.parse(JSON.stringify(facts)) }));

    fc.assert(
      fc.property(walks, ({ unborn, turns, history }) => {
        expect(stored(history).reduce(evolve, unborn)).toEqual(turns.at(-1)?.after);
      }),
      { numRuns },
    );
  });

  it("tells nothing of a command that was refused, and each refusal has a name of its own", () => {
    const codes = [
      "TRANSITION_NOT_ALLOWED",
      "REASON_REQUIRED",
      "FOLLOW_UP_REQUIRED",
      "OWNER_REQUIRED",
      "NOT_YOUR_CONVERSION",
      "NOT_NEWEST_CONVERSION",
      "WINDOW_CLOSED",
      "WINDOW_OPEN",
      "ALREADY_VOIDED",
      "ALREADY_REVERSED",
      "TO_STAGE_REQUIRED",
      "LEAD_NOT_WON",
      "ALREADY_CLAIMED",
      "ASSIGNMENT_NOT_ALLOWED",
    ];

    always(({ refusal, before, after }) => {
      if (refusal === null) return;
      expect(codes).toContain(refusal);
      expect(after).toBe(before);
    });
  });
});

describe("the ledger", () => {
  it("has at most one live win by a stage move in each lifecycle, and the contact's count is the sum", () => {
    always(({ after }, { unborn }) => {
      const lifecycles = after.conversions.filter((c) => !c.isAdditional).map((c) => c.lifecycleId);
      expect(new Set(lifecycles).size).toBe(lifecycles.length);
      expect(after.contact.liveConversions).toBe(unborn.contact.liveConversions + after.conversions.length);
    });
  });

  it("marks a win and a lifecycle as repeat exactly when another win was live before", () => {
    fc.assert(
      fc.property(walks, ({ unborn, history }) => {
        let live = unborn.contact.liveConversions;
        for (const event of history) {
          if (event.kind === "ConversionRecorded" || event.kind === "LifecycleOpened") {
            expect([event.kind, event.isRepeat]).toEqual([event.kind, live > 0]);
          }
          if (event.kind === "ConversionRecorded") live += 1;
          if (event.kind === "ConversionVoided") live -= 1;
        }
      }),
      { numRuns },
    );
  });

  it("loses a row only to a person, within the window, newest first, and to an agent only an own one", () => {
    always((turn) => {
      const { before, after, given } = turn;
      const voided = eventsOf(turn).flatMap((event) => (event.kind === "ConversionVoided" ? [event.conversionId] : []));
      const kept = before.conversions.filter((c) => !voided.includes(c.id));
      // A reversal is the one thing that may be added to a row.
      const asIs = kept.map((c, i) => ({ ...c, reversedAt: c.reversedAt ?? after.conversions[i]?.reversedAt }));
      expect(after.conversions.slice(0, kept.length)).toEqual(asIs);
      if (voided.length === 0) return;

      const newest = before.conversions.at(-1);
      expect(voided).toEqual([newest?.id]);
      expect(given.actor.kind).toBe("MEMBER");
      expect(given.now.getTime() - (newest?.convertedAt.getTime() ?? 0)).toBeLessThan(given.conversionVoidWindowMs);
      if (given.actor.role === "AGENT") expect(newest?.actorId).toBe(given.actor.id);
    });
  });

  it("gives the system's tags: won_customer with a live win and never without, repeat_lead never without", () => {
    always(({ after: { contact } }) => {
      expect(contact.systemTags.includes(wonCustomer)).toBe(contact.liveConversions > 0);
      if (contact.liveConversions === 0) expect(contact.systemTags).not.toContain(repeatLead);
      expect(new Set(contact.systemTags).size).toBe(contact.systemTags.length);
    });
  });
});

describe("the lifecycle", () => {
  it("is open exactly while the stage is", () => {
    always(({ after: { lifecycle, stageKind, conversions } }) => {
      expect([lifecycle.closedAt === null, lifecycle.outcome === null]).toEqual(Array(2).fill(stageKind === "OPEN"));
      if (stageKind !== "WON") return;
      expect(lifecycle.outcome).toBe("WON");
      expect(conversions.some((c) => c.lifecycleId === lifecycle.id && !c.isAdditional)).toBe(true);
    });
  });

  it("has the next number, and a closed one comes back only with the win that is voided", () => {
    always((turn) => {
      const kinds = turn.decision ? kindsOf(turn.decision) : [];
      const { before, after } = turn;
      const opened = kinds.filter((kind) => kind === "LifecycleOpened").length;
      expect(after.lifecycle.number - before.lifecycle.number).toBe(opened);
      expect(opened).toBeLessThanOrEqual(1);
      if (kinds.includes("LifecycleReopened")) expect(kinds).toContain("ConversionVoided");
    });
  });

  it("has somebody waiting only with a promise, and since a time that has come", () => {
    always(({ after: { lifecycle }, given }) => {
      const { awaitingSince, responseDueAt } = lifecycle;
      expect(responseDueAt).toEqual(awaitingSince && given.responseDueAt(awaitingSince));
      if (awaitingSince) expect(awaitingSince.getTime()).toBeLessThanOrEqual(given.now.getTime());
    });
  });
});

describe("the threads", () => {
  it("are never less than read, one on each channel, and closed once the deal is", () => {
    always(({ after: { conversations, stageKind }, given }) => {
      for (const { unreadCount } of conversations) expect(unreadCount).toBeGreaterThanOrEqual(0);
      expect(new Set(conversations.map((c) => c.channel)).size).toBe(conversations.length);
      const mayBeOpen = stageKind === "OPEN" || (stageKind === "WON" && given.reEngagementQuietPeriodMs > 0);
      if (!mayBeOpen) expect(conversations.filter((c) => c.closedAt === null)).toEqual([]);
    });
  });
});

describe("a move", () => {
  const isListed = ({ before, given }: Turn, toStage: string, cause: string | null): boolean => {
    const to = findStage(given.rules, toStage);
    if (!to || to.isArchived) return false;
    if (before.stageKind === "WON" && cause === "NEW_NEED") return to.kind === "OPEN";
    return given.rules.transitions.some(
      (t) => t.from === before.stage && t.to === toStage && mayMake(t, given.actor.role),
    );
  };

  it("is allowed exactly when the table lists it, and a move to the same stage does nothing", () => {
    always((turn) => {
      const { before, command, refusal, after } = turn;
      if (command.kind !== "MOVE") return;
      if (command.toStage === before.stage) return expect(turn.decision).toEqual({ events: [], state: before });
      expect(refusal === "TRANSITION_NOT_ALLOWED").toBe(!isListed(turn, command.toStage, command.cause));
      expect(after.stage).toBe(refusal === null ? command.toStage : before.stage);
    });
  });

  it("lands in a stage that exists, of the kind that the lead says", () => {
    always(({ after, given }) => {
      const stage = findStage(given.rules, after.stage);
      expect(stage?.isArchived ?? false).toBe(false);
      expect(stage?.kind).toBe(after.stageKind);
    });
  });

  it("into won and straight back is as if it never was", () => {
    always(({ after: open, given }) => {
      if (open.stageKind !== "OPEN") return;
      const table = [
        { from: open.stage, to: "sale" },
        { from: "sale", to: open.stage },
      ];
      const stages = [...given.rules.stages, { key: "sale", name: "Sale", kind: "WON" as const }];
      const rules = { stages, transitions: table };
      const move = (state: LeadState, toStage: string) =>
        decide(
          state,
          { kind: "MOVE", toStage, reason: null, cause: null, followUp: null, value: null },
          { ...given, rules },
        ).state;

      expect(unreadApart(move(move(open, "sale"), open.stage))).toEqual(unreadApart(open));
    });
  });

  // Closing a thread reads it, which a void does not undo; and the wait that a late word left behind is taken up again.
  const unreadApart = (lead: LeadState) => ({
    ...lead,
    lifecycle: { ...lead.lifecycle, awaitingAtClose: null },
    conversations: lead.conversations.map((c) => ({ ...c, unreadCount: 0 })),
  });
});

describe("a word of the customer", () => {
  it("leaves an open lead in its stage, its lifecycle and its owner's hands, and spam as it is", () => {
    always(({ before, command, after }) => {
      if (command.kind !== "RECEIVE" || !["OPEN", "SPAM"].includes(before.stageKind)) return;
      expect([after.stage, after.ownerId, after.lifecycle.id]).toEqual([
        before.stage,
        before.ownerId,
        before.lifecycle.id,
      ]);
    });
  });

  it("is heard in any lead: one message comes of it, and one enquiry if it is one", () => {
    always((turn) => {
      if (turn.command.kind !== "RECEIVE") return;
      const kinds = eventsOf(turn).map((event) => event.kind);
      expect(kinds.filter((kind) => kind === "MessageReceived")).toHaveLength(1);
      expect(kinds.filter((kind) => kind === "EnquiryReceived")).toHaveLength(turn.command.enquiry ? 1 : 0);
    });
  });
});

describe("the queues", () => {
  it("follow from the state: unassigned is open and free, spam awaits nobody, what is due is due", () => {
    always(({ after, given: { now } }) => {
      const queues = [...queuesOf(queueFactsOf(after), now).keys()];
      expect(queues.includes("UNASSIGNED")).toBe(after.stageKind === "OPEN" && after.ownerId === null);
      expect(queues.includes("AWAITING_RESPONSE")).toBe(after.lifecycle.awaitingSince !== null);
      expect(queues.includes("FOLLOW_UPS_DUE")).toBe(
        after.followUps.some((f) => f.status === "OPEN" && f.dueAt <= now),
      );
      if (after.stageKind === "SPAM") expect(queues).not.toContain("AWAITING_RESPONSE");
    });
  });
});
