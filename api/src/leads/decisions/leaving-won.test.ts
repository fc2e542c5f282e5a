import {
  after,
  ana,
  at,
  bob,
  day,
  eventsOf,
  expectRefusal,
  faceOf,
  given,
  hour,
  kindsOf,
  message,
  mia,
  moveTo,
  newLead,
  only,
  openLead,
  promise,
  stateAfter,
  threadOn,
  wonLead,
} from "../../../test/support/lead-builders.js";
import { decide } from "../decide.js";
import { defaultPipeline, type PipelineRules } from "../pipeline-rules.js";

describe("leaving won within the window", () => {
  const justInside = after(at("10:00", 1), -1);

  it("is a correction without being told so: the win is voided and the same lifecycle goes on", () => {
    const won = wonLead();
    const decision = decide(won, moveTo("proposal"), given(justInside));

    expect(kindsOf(decision)).toEqual([
      "StageChanged",
      "ConversionVoided",
      "TagRemoved",
      "LifecycleReopened",
      "ConversationReopened",
    ]);
    expect(only(eventsOf(decision, "StageChanged")).cause).toBe("CORRECTION");
    expect(only(eventsOf(decision, "ConversionVoided"))).toMatchObject({
      conversionId: only(won.conversions).id,
      reason: "Moved to Proposal",
    });
    expect(faceOf(decision.state)).toEqual({
      stage: "proposal",
      tags: [],
      liveConversions: 0,
      lifecycle: [1, "open"],
      threads: [["WHATSAPP", "open", 0]],
    });
    expect(decision.state.lifecycle.id).toBe(won.lifecycle.id);
    expect(decision.state.conversions).toEqual([]);
  });

  it("to declined voids too, closes the lifecycle as lost and leaves the conversation closed", () => {
    const decision = decide(wonLead(), moveTo("declined", { reason: "Cancelled at once" }), given(justInside));

    expect(kindsOf(decision)).toEqual(["StageChanged", "ConversionVoided", "TagRemoved", "LifecycleClosed"]);
    expect(only(eventsOf(decision, "ConversionVoided")).reason).toBe("Cancelled at once");
    expect(faceOf(decision.state)).toEqual({
      stage: "declined",
      tags: [],
      liveConversions: 0,
      lifecycle: [1, "LOST"],
      threads: [["WHATSAPP", "closed", 0]],
    });
  });

  it("takes nothing that a person added, and no tag that another win supports", () => {
    const hand = stateAfter(wonLead(), { kind: "TAG", tag: "won_customer" }, at("10:05"));
    const corrected = stateAfter(hand, moveTo("proposal"), at("10:06"));
    const repeat = wonLead(
      {},
      { ...newLead().contact, liveConversions: 1, systemTags: ["won_customer", "repeat_lead"] },
    );

    expect(corrected.contact).toMatchObject({ systemTags: [], memberTags: ["won_customer"] });
    expect(faceOf(stateAfter(repeat, moveTo("proposal"), at("10:06")))).toMatchObject({
      tags: ["won_customer", "repeat_lead"],
      liveConversions: 1,
    });
  });

  it("restores the promises that the win cancelled, and those meet a requirement", () => {
    const promised = stateAfter(openLead(), promise("call", at("12:00", 1)), at("09:40"));
    const won = stateAfter(promised, moveTo("won"), at("10:00"));
    const rules: PipelineRules = {
      ...defaultPipeline,
      transitions: [{ from: "won", to: "proposal", needs: ["FOLLOW_UP"] }],
    };

    expect(only(won.followUps)).toMatchObject({ status: "CANCELLED" });
    for (const changes of [{}, { rules }, { rules, followUpDefaultMs: day }]) {
      expect(only(stateAfter(won, moveTo("proposal"), at("10:05"), changes).followUps)).toEqual(
        only(promised.followUps),
      );
    }
  });

  it("opens no conversation that a person had closed before the win", () => {
    const two = stateAfter(openLead(), message(at("09:40"), { channel: "EMAIL" }), at("09:40"));
    const closed = stateAfter(
      two,
      { kind: "CLOSE_CONVERSATION", conversationId: threadOn(two, "EMAIL").id },
      at("09:50"),
    );
    const won = stateAfter(closed, moveTo("won"), at("10:00"));
    const late = stateAfter(won, message(at("09:59"), { channel: "EMAIL" }), at("10:01"));
    const lead = stateAfter(late, moveTo("proposal"), at("10:05"));

    expect(faceOf(won).threads).toEqual([
      ["WHATSAPP", "closed", 0],
      ["EMAIL", "closed", 0],
    ]);
    expect(faceOf(lead).threads).toEqual([
      ["WHATSAPP", "open", 0],
      ["EMAIL", "closed", 1],
    ]);
  });

  it("leaves the owner and what is unread as they are", () => {
    const late = stateAfter({ ...wonLead(), ownerId: "bob" }, message(at("09:59")), at("10:01"));
    const lead = stateAfter(late, moveTo("proposal"), at("10:05"));

    expect(lead.ownerId).toBe("bob");
    expect(faceOf(lead).threads).toEqual([["WHATSAPP", "open", 1]]);
  });

  it("is refused to an agent whose win it is not, and allowed to a manager", () => {
    expectRefusal(wonLead(), moveTo("proposal"), given(at("11:00"), { actor: bob }), "NOT_YOUR_CONVERSION");
    expect(stateAfter(wonLead(), moveTo("proposal"), at("11:00"), { actor: mia }).conversions).toEqual([]);
    expect(stateAfter(wonLead(), moveTo("proposal"), at("11:00"), { actor: ana }).conversions).toEqual([]);
  });

  it("is refused while a later additional win stands", () => {
    const two = stateAfter(wonLead(), { kind: "RECORD_ADDITIONAL_CONVERSION", value: null }, at("10:30"));
    const newestConversionId = two.conversions[1]?.id;

    expectRefusal(two, moveTo("proposal"), given(at("11:00")), "NOT_NEWEST_CONVERSION", { newestConversionId });
    expectRefusal(two, moveTo("declined", { reason: "x" }), given(at("11:00")), "NOT_NEWEST_CONVERSION", {
      newestConversionId,
    });
  });

  it("voids only the win of this lifecycle, when there were two within a day", () => {
    const returned = stateAfter(wonLead(), message(at("11:00")), at("11:00"));
    const second = stateAfter(stateAfter(returned, moveTo("qualified"), at("11:10")), moveTo("won"), at("13:00"));
    const lead = stateAfter(second, moveTo("proposal"), at("14:00"));

    expect(second.conversions.map((c) => c.isRepeat)).toEqual([false, true]);
    expect(lead.conversions).toEqual([second.conversions[0]]);
    expect(faceOf(lead)).toMatchObject({ tags: ["won_customer", "repeat_lead"], lifecycle: [2, "open"] });
  });

  it("can be won again as a new row with its own time", () => {
    const won = wonLead();
    const again = stateAfter(stateAfter(won, moveTo("proposal"), at("10:00:20")), moveTo("won"), at("10:00:40"));

    expect(only(again.conversions)).toMatchObject({ convertedAt: at("10:00:40"), isRepeat: false });
    expect(only(again.conversions).id).not.toBe(only(won.conversions).id);
    expect(only(again.conversions).lifecycleId).toBe(won.lifecycle.id);
    expect(faceOf(again)).toEqual(faceOf(won));
  });

  it("is counted in elapsed time: a merchant's own window ends as exactly", () => {
    const changes = { conversionVoidWindowMs: hour };

    expect(stateAfter(wonLead(), moveTo("proposal"), after(at("11:00"), -1), changes).conversions).toEqual([]);
    expect(stateAfter(wonLead(), moveTo("proposal"), at("11:00"), changes).conversions).toHaveLength(1);
  });
});

describe("leaving won at or after the window", () => {
  const exactly24Hours = at("10:00", 1);

  it("to an open stage keeps the win and the tags and begins a new lifecycle", () => {
    const won = wonLead();
    const decision = decide(won, moveTo("proposal"), given(exactly24Hours, { actor: bob }));

    expect(kindsOf(decision)).toEqual(["StageChanged", "LifecycleOpened"]);
    expect(only(eventsOf(decision, "StageChanged")).cause).toBeNull();
    expect(faceOf(decision.state)).toEqual({
      stage: "proposal",
      tags: ["won_customer"],
      liveConversions: 1,
      lifecycle: [2, "open"],
      threads: [["WHATSAPP", "closed", 0]],
    });
    expect(decision.state.conversions).toEqual(won.conversions);
    expect(decision.state.lifecycle).toMatchObject({ openedBy: "STAGE_MOVE", isRepeat: true });
  });

  it("to declined keeps the win and opens no lifecycle", () => {
    const won = wonLead();
    const decision = decide(won, moveTo("declined", { reason: "Refunded" }), given(exactly24Hours));

    expect(kindsOf(decision)).toEqual(["StageChanged"]);
    expect(decision.state).toEqual({ ...won, stage: "declined", stageKind: "LOST" });
  });

  it("to declined closes what was opened since the win", () => {
    const quiet = stateAfter(wonLead(), message(at("10:10")), at("10:10"), { reEngagementQuietPeriodMs: day });
    const promised = stateAfter(quiet, promise("call", at("12:00", 3)), at("10:20"));
    const lead = stateAfter(promised, moveTo("declined", { reason: "Refunded" }), exactly24Hours);

    expect(faceOf(lead).threads).toEqual([["WHATSAPP", "closed", 0]]);
    expect(lead.lifecycle).toMatchObject({ outcome: "WON", awaitingSince: null, responseDueAt: null });
    expect(only(lead.followUps).status).toBe("CANCELLED");
  });

  it("is no error, whatever cause is given", () => {
    const decision = decide(wonLead(), moveTo("proposal", { cause: "CORRECTION" }), given(exactly24Hours));

    expect(eventsOf(decision, "ConversionVoided")).toEqual([]);
  });

  it("is not refused by an additional win", () => {
    const two = stateAfter(wonLead(), { kind: "RECORD_ADDITIONAL_CONVERSION", value: null }, at("20:00"));

    expect(stateAfter(two, moveTo("proposal"), exactly24Hours).conversions).toHaveLength(2);
  });
});

describe("leaving won for a new need", () => {
  it("is like a customer's return, within the window too: the win stands and the asked stage is taken", () => {
    const won = wonLead();
    const decision = decide(won, moveTo("reviewing", { cause: "NEW_NEED" }), given(at("10:10"), { actor: bob }));

    expect(kindsOf(decision)).toEqual(["StageChanged", "TagAdded", "LifecycleOpened", "ConversationReopened"]);
    expect(only(eventsOf(decision, "StageChanged")).cause).toBe("NEW_NEED");
    expect(faceOf(decision.state)).toEqual({
      stage: "reviewing",
      tags: ["won_customer", "repeat_lead"],
      liveConversions: 1,
      lifecycle: [2, "open"],
      threads: [["WHATSAPP", "open", 0]],
    });
    expect(decision.state.lifecycle).toMatchObject({ openedBy: "NEW_NEED", isRepeat: true });
  });

  it("reaches every open stage without its requirements, and no other", () => {
    const open = ["new", "reviewing", "qualified", "proposal"];
    for (const to of open) {
      const lead = stateAfter(wonLead(), moveTo(to, { cause: "NEW_NEED" }), at("10:10"), { followUpDefaultMs: day });
      expect([lead.stage, lead.followUps]).toEqual([to, []]);
    }
    for (const to of ["declined", "spam", "nowhere"]) {
      const command = moveTo(to, { cause: "NEW_NEED", reason: "x" });
      const details = { from: "won", to, allowed: open };
      expectRefusal(wonLead(), command, given(at("10:10")), "TRANSITION_NOT_ALLOWED", details);
    }
  });

  it("is no way around the table from any other stage, and leaves no cause in its history", () => {
    const decision = decide(newLead(), moveTo("reviewing", { cause: "NEW_NEED" }), given(at("09:10")));

    expectRefusal(newLead(), moveTo("proposal", { cause: "NEW_NEED" }), given(at("09:10")), "TRANSITION_NOT_ALLOWED", {
      from: "new",
      to: "proposal",
      allowed: ["reviewing", "qualified", "declined", "spam"],
    });
    expect(only(eventsOf(decision, "StageChanged")).cause).toBeNull();
  });
});
