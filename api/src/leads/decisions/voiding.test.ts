import {
  after,
  at,
  bob,
  day,
  eventsOf,
  expectRefusal,
  faceOf,
  given,
  kindsOf,
  message,
  mia,
  moveTo,
  only,
  openLead,
  promise,
  stateAfter,
  voidWin,
  wonLead,
} from "../../../test/support/lead-builders.js";
import { decide } from "../decide.js";
import type { LeadState } from "../lead-state.js";

const won = wonLead();
const win = only(won.conversions);
const returned = stateAfter(won, message(at("10:10")), at("10:10"));

describe("voiding a win by hand", () => {
  it("needs to be told where the lead goes while it is in won", () => {
    expectRefusal(won, voidWin(win.id), given(at("11:00")), "TO_STAGE_REQUIRED");
    expectRefusal(won, voidWin(win.id, "won"), given(at("11:00")), "TO_STAGE_REQUIRED");

    const decision = decide(won, voidWin(win.id, "proposal"), given(at("11:00")));
    expect(only(eventsOf(decision, "ConversionVoided"))).toMatchObject({
      conversionId: win.id,
      reason: "Pressed by mistake",
    });
    expect(faceOf(decision.state)).toEqual(faceOf(stateAfter(won, moveTo("proposal"), at("11:00"))));
  });

  it("goes only where the table leads", () => {
    const details = { from: "won", to: "new", allowed: ["proposal", "declined"] };

    expectRefusal(won, voidWin(win.id, "new"), given(at("11:00")), "TRANSITION_NOT_ALLOWED", details);
  });

  it("is bookkeeping once the customer has returned: stage, lifecycle, owner and unread stay", () => {
    const owned = { ...returned, ownerId: "bob" };
    const decision = decide(owned, voidWin(win.id, "proposal"), given(at("11:00")));

    expect(kindsOf(decision)).toEqual(["ConversionVoided", "TagRemoved", "TagRemoved"]);
    expect(decision.state.lifecycle).toEqual(owned.lifecycle);
    expect(decision.state.ownerId).toBe("bob");
    expect(faceOf(decision.state)).toEqual({ ...faceOf(returned), tags: [], liveConversions: 0 });
  });

  it("restores what the win had cancelled, unless the lead is closed by now", () => {
    const promised = stateAfter(openLead(), promise("call", at("12:00", 1)), at("09:40"));
    const wonPromised = stateAfter(promised, moveTo("won"), at("10:00"));
    const { id } = only(wonPromised.conversions);
    const back = stateAfter(wonPromised, message(at("10:10")), at("10:10"));
    const declined = stateAfter(back, moveTo("declined", { reason: "No budget" }), at("10:20"));

    expect(only(stateAfter(back, voidWin(id), at("11:00")).followUps).status).toBe("OPEN");
    expect(only(stateAfter(declined, voidWin(id), at("11:00")).followUps).status).toBe("CANCELLED");
  });

  it("works until the last millisecond of the window, and not at its end", () => {
    const end = at("10:00", 1);

    for (const lead of [won, returned]) {
      expect(stateAfter(lead, voidWin(win.id, "proposal"), after(end, -1)).conversions).toEqual([]);
      expectRefusal(lead, voidWin(win.id, "proposal"), given(end), "WINDOW_CLOSED", { closedAt: end });
      expectRefusal(lead, voidWin(win.id, "proposal"), given(after(end, day)), "WINDOW_CLOSED", { closedAt: end });
    }
  });

  it("twice is the same as once", () => {
    const once = stateAfter(returned, voidWin(win.id), at("11:00"));

    expect(decide(once, voidWin(win.id), given(at("11:01"), { actor: bob }))).toEqual({ events: [], state: once });
  });

  it("is for whoever won it, for managers and administrators", () => {
    expectRefusal(won, voidWin(win.id, "proposal"), given(at("11:00"), { actor: bob }), "NOT_YOUR_CONVERSION");
    expectRefusal(returned, voidWin(win.id), given(at("11:00"), { actor: bob }), "NOT_YOUR_CONVERSION");
    expect(stateAfter(returned, voidWin(win.id), at("11:00"), { actor: mia }).conversions).toEqual([]);
  });

  it("takes the newest live win first", () => {
    const second = stateAfter(stateAfter(returned, moveTo("qualified"), at("10:20")), moveTo("won"), at("10:30"));
    const newestConversionId = second.conversions[1]?.id ?? "";

    expectRefusal(second, voidWin(win.id), given(at("11:00")), "NOT_NEWEST_CONVERSION", { newestConversionId });
    const first = stateAfter(second, voidWin(newestConversionId, "proposal"), at("11:00"));
    const both = stateAfter(first, voidWin(win.id), at("11:01"));
    expect(faceOf(first)).toMatchObject({ tags: ["won_customer", "repeat_lead"], liveConversions: 1 });
    expect(faceOf(both)).toMatchObject({ stage: "proposal", tags: [], liveConversions: 0, lifecycle: [2, "open"] });
  });

  it("of an additional win leaves the lead in won", () => {
    const two = stateAfter(won, { kind: "RECORD_ADDITIONAL_CONVERSION", value: null }, at("10:30"));
    const decision = decide(two, voidWin(two.conversions[1]?.id ?? ""), given(at("11:00")));

    expect(kindsOf(decision)).toEqual(["ConversionVoided"]);
    expect(faceOf(decision.state)).toEqual(faceOf(won));
  });
});

describe("who waits after a void", () => {
  const replyTo = (lead: LeadState) =>
    ({ kind: "REPLY", messageId: "reply", conversationId: only(lead.conversations).id }) as const;

  it("is the customer whose answer the win had ended", () => {
    const waiting = stateAfter(won, moveTo("proposal"), at("10:05"));

    expect(openLead().lifecycle.awaitingSince).toEqual(at("09:00"));
    expect(won.lifecycle).toMatchObject({ awaitingSince: null, responseDueAt: null });
    expect(waiting.lifecycle).toMatchObject({
      awaitingSince: at("09:00"),
      responseDueAt: at("10:00"),
      awaitingAtClose: null,
    });
  });

  it("is nobody when a colleague answered, before or after the win", () => {
    const lead = openLead();
    const reply = replyTo(lead);
    const before = stateAfter(stateAfter(lead, reply, at("09:40")), moveTo("won"), at("10:00"));
    const afterwards = stateAfter(stateAfter(lead, moveTo("won"), at("10:00")), reply, at("10:02"));

    for (const each of [before, afterwards]) {
      expect(stateAfter(each, moveTo("proposal"), at("10:05")).lifecycle.awaitingSince).toBeNull();
    }
  });

  it("is who wrote before the win and was delivered after it", () => {
    const lead = openLead();
    const reply = replyTo(lead);
    const answered = stateAfter(stateAfter(lead, reply, at("09:40")), moveTo("won"), at("10:00"));
    const late = stateAfter(answered, message(at("09:50")), at("10:01"));

    expect(stateAfter(late, moveTo("proposal"), at("10:05")).lifecycle.awaitingSince).toEqual(at("09:50"));
  });

  it("is who wrote in the quiet time after the win", () => {
    const lead = openLead();
    const reply = replyTo(lead);
    const answered = stateAfter(stateAfter(lead, reply, at("09:40")), moveTo("won"), at("10:00"));
    const quiet = stateAfter(answered, message(at("10:02")), at("10:02"), { reEngagementQuietPeriodMs: day });

    expect(stateAfter(quiet, moveTo("proposal"), at("10:05")).lifecycle.awaitingSince).toEqual(at("10:02"));
  });

  it("has had the first answer, if it was given while the lead was won by mistake", () => {
    const answered = stateAfter(won, replyTo(won), at("10:02"));
    const lead = stateAfter(answered, moveTo("proposal"), at("10:05"));

    expect(answered.lifecycle.firstHumanResponseAt).toBeNull();
    expect(lead.lifecycle).toMatchObject({
      firstHumanResponseAt: at("10:02"),
      firstResponseElapsedMs: 3_720_000,
      firstResponseBusinessMs: 1_860_000,
    });
  });
});
