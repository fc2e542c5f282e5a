import {
  at,
  day,
  declinedLead,
  eventsOf,
  expectRefusal,
  faceOf,
  given,
  mia,
  moveTo,
  newLead,
  only,
  openLead,
  promise,
  spamLead,
  stateAfter,
  wonLead,
} from "../../../test/support/lead-builders.js";
import { decide } from "../decide.js";
import { defaultPipeline, type PipelineRules } from "../pipeline-rules.js";

describe("a move", () => {
  it("that the table lists changes the stage and nothing else", () => {
    const before = newLead();
    const decision = decide(before, moveTo("reviewing"), given(at("09:10")));

    expect(decision.events).toEqual([
      {
        kind: "StageChanged",
        at: at("09:10"),
        from: "new",
        fromName: "New",
        to: "reviewing",
        toName: "Reviewing",
        toKind: "OPEN",
        reason: null,
        cause: null,
      },
    ]);
    expect(decision.state).toEqual({ ...before, stage: "reviewing" });
  });

  it("to the stage in which the lead is does nothing", () => {
    for (const lead of [openLead(), wonLead(), declinedLead(), spamLead()]) {
      expect(decide(lead, moveTo(lead.stage), given(at("11:00")))).toEqual({ events: [], state: lead });
    }
  });

  it("that the table does not list is refused with the moves there are", () => {
    const allowed = ["reviewing", "qualified", "declined", "spam"];
    for (const to of ["won", "proposal", "nowhere"]) {
      expectRefusal(newLead(), moveTo(to), given(at("09:10")), "TRANSITION_NOT_ALLOWED", { from: "new", to, allowed });
    }
  });

  it("to an archived stage is refused", () => {
    const stages = defaultPipeline.stages.map((s) => (s.key === "reviewing" ? { ...s, isArchived: true } : s));
    const changes = { rules: { ...defaultPipeline, stages } };
    const allowed = ["qualified", "declined", "spam"];

    expectRefusal(newLead(), moveTo("reviewing"), given(at("09:10"), changes), "TRANSITION_NOT_ALLOWED", {
      from: "new",
      to: "reviewing",
      allowed,
    });
  });

  it("that is kept for a role is refused to the others", () => {
    const rules: PipelineRules = {
      ...defaultPipeline,
      transitions: [{ from: "new", to: "qualified", roles: ["MANAGER"] }],
    };
    const details = { from: "new", to: "qualified", allowed: [] };
    expect(() => stateAfter(newLead(), moveTo("qualified"), at("09:10"), { rules })).toThrow("it may move nowhere.");

    expectRefusal(newLead(), moveTo("qualified"), given(at("09:10"), { rules }), "TRANSITION_NOT_ALLOWED", details);
    expect(stateAfter(newLead(), moveTo("qualified"), at("09:10"), { rules, actor: mia }).stage).toBe("qualified");
  });
});

describe("what a move needs", () => {
  it("is a reason for declining, which history and lifecycle keep", () => {
    expectRefusal(openLead(), moveTo("declined"), given(at("10:00")), "REASON_REQUIRED");
    expectRefusal(openLead(), moveTo("declined", { reason: "" }), given(at("10:00")), "REASON_REQUIRED");

    const decision = decide(openLead(), moveTo("declined", { reason: "No budget" }), given(at("10:00")));
    expect(only(eventsOf(decision, "StageChanged")).reason).toBe("No budget");
    expect(decision.state.lifecycle).toMatchObject({ outcome: "LOST", reason: "No budget", closedAt: at("10:00") });
  });

  it("is a promise for a proposal, which the move itself can make", () => {
    expectRefusal(openLead(), moveTo("proposal"), given(at("10:00")), "FOLLOW_UP_REQUIRED");

    const followUp = { followUpId: "call", dueAt: at("12:00", 1), assigneeId: null };
    const lead = stateAfter(openLead(), moveTo("proposal", { followUp }), at("10:00"));
    expect(lead.stage).toBe("proposal");
    expect(only(lead.followUps)).toMatchObject({
      id: "call",
      dueAt: at("12:00", 1),
      assigneeId: "ana",
      status: "OPEN",
    });
  });

  it("is met by a promise that is open already, and then none is added", () => {
    const promised = stateAfter(openLead(), promise("call", at("12:00", 1)), at("09:40"));
    const changes = { followUpDefaultMs: day };

    expect(stateAfter(promised, moveTo("proposal"), at("10:00"), changes).followUps).toEqual(promised.followUps);
  });

  it("is met by the merchant's default, which gives the date", () => {
    const lead = stateAfter(openLead(), moveTo("proposal"), at("10:00"), { followUpDefaultMs: 2 * day });

    expect(only(lead.followUps).dueAt).toEqual(at("10:00", 2));
  });

  it("is an owner where the table says so", () => {
    const rules: PipelineRules = {
      ...defaultPipeline,
      transitions: [{ from: "new", to: "qualified", needs: ["OWNER"] }],
    };

    expectRefusal(newLead(), moveTo("qualified"), given(at("09:10"), { rules }), "OWNER_REQUIRED");
    expect(stateAfter({ ...newLead(), ownerId: "bob" }, moveTo("qualified"), at("09:10"), { rules }).stage).toBe(
      "qualified",
    );
  });

  it("is no promise that closing the lead would cancel at once", () => {
    const rules: PipelineRules = {
      ...defaultPipeline,
      transitions: [{ from: "qualified", to: "declined", needs: ["FOLLOW_UP"] }],
    };
    const promised = stateAfter(openLead(), promise("call", at("12:00", 1)), at("09:40"));

    expectRefusal(promised, moveTo("declined"), given(at("10:00"), { rules }), "FOLLOW_UP_REQUIRED");
    const followUp = { followUpId: "in-a-year", dueAt: at("12:00", 365), assigneeId: null };
    const lead = stateAfter(promised, moveTo("declined", { followUp }), at("10:00"), { rules });
    expect(lead.followUps.map((f) => [f.id, f.status])).toEqual([
      ["call", "CANCELLED"],
      ["in-a-year", "OPEN"],
    ]);
  });
});

describe("declining or marking as spam", () => {
  it.each([
    ["declined", moveTo("declined", { reason: "No budget" }), "LOST"],
    ["spam", moveTo("spam"), "SPAM"],
  ])(
    "%s ends the lifecycle: threads closed, nothing unread, nobody waiting, promises cancelled",
    (_, command, outcome) => {
      const promised = stateAfter(newLead(), promise("call", at("12:00", 1)), at("09:40"));
      const lead = stateAfter(promised, command, at("10:00"));

      expect(faceOf(lead)).toMatchObject({
        lifecycle: [1, outcome],
        threads: [["WHATSAPP", "closed", 0]],
        liveConversions: 0,
      });
      expect(lead.lifecycle).toMatchObject({ awaitingSince: null, responseDueAt: null });
      expect(only(lead.followUps)).toMatchObject({ status: "CANCELLED", cancelledByConversionId: null });
    },
  );

  it("is left by a person with a reason, and a new lifecycle begins", () => {
    expectRefusal(declinedLead(), moveTo("reviewing"), given(at("11:00")), "REASON_REQUIRED");
    expectRefusal(spamLead(), moveTo("new"), given(at("11:00")), "REASON_REQUIRED");

    const lead = stateAfter(declinedLead(), moveTo("reviewing", { reason: "They called" }), at("11:00"));
    expect(faceOf(lead)).toMatchObject({
      stage: "reviewing",
      lifecycle: [2, "open"],
      threads: [["WHATSAPP", "closed", 0]],
    });
    expect(lead.lifecycle).toMatchObject({ openedBy: "STAGE_MOVE", openedAt: at("11:00"), isRepeat: false });
    expect(stateAfter(spamLead(), moveTo("new", { reason: "Real" }), at("11:00")).lifecycle.number).toBe(2);
  });
});

describe("a pipeline in which a closed lead may be won at once", () => {
  const rules: PipelineRules = {
    ...defaultPipeline,
    transitions: [...defaultPipeline.transitions, { from: "declined", to: "won" }],
  };

  it("gives the win a lifecycle of its own", () => {
    const refunded = stateAfter(wonLead(), moveTo("declined", { reason: "Refunded" }), at("10:00", 1));
    const lead = stateAfter(refunded, moveTo("won"), at("11:00", 1), { rules });

    expect(faceOf(lead)).toMatchObject({ stage: "won", lifecycle: [2, "WON"], liveConversions: 2 });
    expect(new Set(lead.conversions.map((c) => c.lifecycleId)).size).toBe(2);
  });
});
