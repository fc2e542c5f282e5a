import {
  after,
  at,
  campaign,
  day,
  declinedLead,
  enquiry,
  eventsOf,
  faceOf,
  given,
  kindsOf,
  message,
  minute,
  moveTo,
  nobody,
  only,
  openLead,
  stateAfter,
  threadOn,
  wonLead,
} from "../../../test/support/lead-builders.js";
import { decide } from "../decide.js";

const fromNobody = (now: Date) => given(now, { actor: nobody });

describe("a word that was sent before the win and delivered after it", () => {
  const wonAt = at("10:00:00.700");
  const won = stateAfter(openLead(), moveTo("won"), wonAt);

  it("is stored and unread, but the conversation stays closed and nobody returns", () => {
    const decision = decide(won, message(at("09:59:59")), fromNobody(at("10:05")));

    expect(kindsOf(decision)).toEqual(["MessageReceived"]);
    expect(only(eventsOf(decision, "MessageReceived"))).toMatchObject({ isCounted: true, isFromBeforeClose: true });
    expect(faceOf(decision.state)).toEqual({ ...faceOf(won), threads: [["WHATSAPP", "closed", 1]] });
    expect(decision.state.lifecycle.awaitingSince).toBeNull();
  });

  it.each([
    ["the last millisecond of the second before the win is earlier", at("09:59:59.999"), "won"],
    ["the second of the win, as providers cut it, is a return", at("10:00:00"), "new"],
    ["the millisecond of the win is a return", wonAt, "new"],
  ])("%s", (_, sentAt, stage) => {
    expect(stateAfter(won, message(sentAt), at("10:05"), { actor: nobody }).stage).toBe(stage);
  });

  it("is a return where nobody vouches for its time", () => {
    const lead = stateAfter(won, enquiry(at("09:59:00")), at("10:05"), { actor: nobody });

    expect(lead.stage).toBe("new");
  });

  it("begins its own thread closed, which opens with the others if the win is taken back", () => {
    const late = stateAfter(won, message(at("09:59"), { channel: "EMAIL" }), at("10:05"), { actor: nobody });
    const corrected = stateAfter(late, moveTo("proposal"), at("10:06"));

    expect(threadOn(late, "EMAIL")).toMatchObject({ closedAt: at("10:05"), unreadCount: 1 });
    expect(faceOf(corrected).threads).toEqual([
      ["WHATSAPP", "open", 0],
      ["EMAIL", "open", 1],
    ]);
  });

  it("stands no longer in the count once the customer really returns: unread is 1", () => {
    const late = stateAfter(won, message(at("09:59")), at("10:05"), { actor: nobody });
    const lead = stateAfter(late, message(at("10:30")), at("10:30"), { actor: nobody });

    expect(faceOf(lead).threads).toEqual([["WHATSAPP", "open", 1]]);
  });

  it("carries its campaign to the lifecycle to which it belongs", () => {
    const late = stateAfter(won, message(at("09:59"), { campaign: campaign() }), at("10:05"), { actor: nobody });
    const corrected = stateAfter(late, moveTo("proposal"), at("10:06"));
    const again = stateAfter(corrected, moveTo("won"), at("10:07"));

    expect(only(won.conversions).campaignName).toBeNull();
    expect(only(again.conversions).campaignName).toBe("Spring offer");
  });
});

describe("the quiet time after a win", () => {
  const policy = { actor: nobody, reEngagementQuietPeriodMs: 30 * minute };
  const last = after(at("10:30"), -1);

  it("lets a message open the conversation and be unread, and leaves stage and tags alone", () => {
    const won = wonLead();
    const decision = decide(won, message(last), given(last, policy));

    expect(kindsOf(decision)).toEqual(["ConversationReopened", "MessageReceived", "ResponseAwaited"]);
    expect(faceOf(decision.state)).toEqual({ ...faceOf(won), threads: [["WHATSAPP", "open", 1]] });
  });

  it("is over to the millisecond, by the time at which the message was sent", () => {
    const sentInside = stateAfter(wonLead(), message(last), at("12:00"), policy);
    const sentAfter = stateAfter(wonLead(), message(at("10:30")), at("12:00"), policy);

    expect([sentInside.stage, sentAfter.stage]).toEqual(["won", "new"]);
  });

  it("never applies to forms", () => {
    expect(stateAfter(wonLead(), enquiry(at("10:10")), at("10:10"), policy).stage).toBe("new");
  });

  it("begins anew with a second sale", () => {
    const again = stateAfter(wonLead(), { kind: "RECORD_ADDITIONAL_CONVERSION", value: null }, at("11:00"));

    expect(stateAfter(again, message(at("11:29")), at("11:29"), policy).stage).toBe("won");
    expect(stateAfter(again, message(at("11:30")), at("11:30"), policy).stage).toBe("new");
  });

  it("leaves who wrote in it waiting, also into the lifecycle that a new need opens", () => {
    const quiet = stateAfter(wonLead(), message(at("10:10")), at("10:10"), policy);
    const returned = stateAfter(quiet, message(at("12:00")), at("12:00"), policy);
    const newNeed = stateAfter(quiet, moveTo("qualified", { cause: "NEW_NEED" }), at("10:20"));

    for (const lead of [quiet, returned, newNeed]) {
      expect(lead.lifecycle).toMatchObject({ awaitingSince: at("10:10"), responseDueAt: at("11:10") });
    }
    expect(faceOf(returned).threads).toEqual([["WHATSAPP", "open", 1]]);
  });
});

describe("the campaign whose button brings a customer back", () => {
  const press = (changes: Parameters<typeof campaign>[0] = {}) =>
    message(at("11:00"), { campaign: campaign({ isPressed: true, returnStage: "proposal", ...changes }) });
  const returnOf = (changes?: Parameters<typeof campaign>[0], lead = wonLead()) =>
    decide(lead, press(changes), fromNobody(at("11:00")));

  it("chooses the stage, from won and from declined", () => {
    expect(returnOf().state.stage).toBe("proposal");
    expect(returnOf({}, declinedLead()).state.stage).toBe("proposal");
    expect(returnOf({ pipelineId: "sales" }).state.stage).toBe("proposal");
  });

  it("chooses nothing when it was only mentioned, not pressed", () => {
    const decision = returnOf({ isPressed: false });

    expect(decision.state.stage).toBe("new");
    expect(only(eventsOf(decision, "ReEngaged"))).toMatchObject({ campaignId: "spring", campaignStageUnused: null });
  });

  it.each([
    ["is archived itself", { isArchived: true }, "the campaign is archived"],
    ["lies in another pipeline", { pipelineId: "service" }, "the campaign's stage is in another pipeline"],
    ["names a stage that is gone", { returnStage: "gone" }, "the campaign's stage is archived"],
    ["names a stage that is not open", { returnStage: "won" }, "the campaign's stage is not an open one"],
  ])("falls back to new when it %s, and history says so", (_, changes, why) => {
    const decision = returnOf(changes);

    expect(decision.state.stage).toBe("new");
    expect(only(eventsOf(decision, "ReEngaged")).campaignStageUnused).toBe(why);
  });

  it("falls back to new when its stage is archived", () => {
    const rules = given(at("11:00")).rules;
    const stages = rules.stages.map((s) => (s.key === "proposal" ? { ...s, isArchived: true } : s));
    const decision = decide(wonLead(), press(), given(at("11:00"), { actor: nobody, rules: { ...rules, stages } }));

    expect(decision.state.stage).toBe("new");
    expect(only(eventsOf(decision, "ReEngaged")).campaignStageUnused).toBe("the campaign's stage is archived");
  });
});

describe("the owner of a returning customer", () => {
  const owned = { ...wonLead(), ownerId: "ana" };

  it("is the previous one", () => {
    const decision = decide(owned, message(at("11:00")), fromNobody(at("11:00")));

    expect(decision.state.ownerId).toBe("ana");
    expect(eventsOf(decision, "OwnerChanged")).toEqual([]);
  });

  it("is nobody when the previous one is gone, and history says why", () => {
    const word = message(at("11:00"), { ownerUnavailable: "Ana is suspended" });
    const decision = decide(owned, word, fromNobody(at("11:00")));

    expect(decision.state.ownerId).toBeNull();
    expect(only(eventsOf(decision, "OwnerChanged"))).toMatchObject({
      fromId: "ana",
      toId: null,
      reason: "Ana is suspended",
    });
  });

  it("is left alone by a word in an open lead", () => {
    const word = message(at("09:40"), { ownerUnavailable: "Ana is suspended" });

    expect(stateAfter({ ...openLead(), ownerId: "ana" }, word, at("09:40")).ownerId).toBe("ana");
  });

  it("has no promises restored by the return", () => {
    const promised = stateAfter(
      openLead(),
      { kind: "SCHEDULE_FOLLOW_UP", followUpId: "call", dueAt: at("09:00", 1), assigneeId: null },
      at("09:40"),
    );
    const won = stateAfter(promised, moveTo("won"), at("10:00"));
    const lead = stateAfter(won, message(after(at("10:00"), day)), after(at("10:00"), day), { actor: nobody });

    expect(only(lead.followUps)).toMatchObject({ status: "CANCELLED" });
  });
});
