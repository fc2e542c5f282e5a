import {
  at,
  declinedLead,
  eventsOf,
  expectRefusal,
  faceOf,
  given,
  kindsOf,
  message,
  moveTo,
  newLead,
  nobody,
  only,
  openLead,
  stateAfter,
  threadOn,
  wonLead,
} from "../../../test/support/lead-builders.js";
import { decide } from "../decide.js";
import type { LeadState } from "../lead-state.js";

const replyTo = (lead: LeadState, channel: "WHATSAPP" | "EMAIL" = "WHATSAPP") =>
  ({ kind: "REPLY", messageId: "reply", conversationId: threadOn(lead, channel).id }) as const;
const close = (lead: LeadState, channel: "WHATSAPP" | "EMAIL" = "WHATSAPP") =>
  ({ kind: "CLOSE_CONVERSATION", conversationId: threadOn(lead, channel).id }) as const;
const call = (respondedAt: Date) => ({ kind: "RECORD_RESPONSE", by: "CALL", respondedAt, noteId: null }) as const;

describe("a response target", () => {
  const look = { kind: "MISS_RESPONSE" } as const;

  it("is missed at its very moment, and told once", () => {
    const lead = newLead();
    const missed = decide(lead, look, given(at("10:00"), { actor: nobody }));

    expect(missed.events).toEqual([
      { kind: "ResponseTargetMissed", at: at("10:00"), since: at("09:00"), dueAt: at("10:00") },
    ]);
    expect(kindsOf(decide(missed.state, look, given(at("10:01"))))).toEqual([]);
  });

  it("is not missed a millisecond before, nor once somebody has answered", () => {
    const lead = newLead();
    const answered = stateAfter(lead, replyTo(lead), at("09:20"));

    expect(kindsOf(decide(lead, look, given(at("09:59:59.999"))))).toEqual([]);
    expect(kindsOf(decide(answered, look, given(at("12:00"))))).toEqual([]);
  });

  it("is missed anew by the next wait", () => {
    const missed = stateAfter(newLead(), look, at("10:00"));
    const answered = stateAfter(missed, replyTo(missed), at("10:30"));
    const waiting = stateAfter(answered, message(at("11:00")), at("11:00"));

    expect(kindsOf(decide(waiting, look, given(at("12:00"))))).toEqual(["ResponseTargetMissed"]);
  });
});

describe("the first human response", () => {
  it("is a colleague's first message: both clocks are kept and nobody waits any longer", () => {
    const lead = newLead();
    const decision = decide(lead, replyTo(lead), given(at("09:20")));

    expect(kindsOf(decision)).toEqual(["MessageSent", "HumanResponded"]);
    expect(decision.state.lifecycle).toMatchObject({
      firstHumanResponseAt: at("09:20"),
      firstResponseElapsedMs: 1_200_000,
      firstResponseBusinessMs: 600_000,
      awaitingSince: null,
      responseDueAt: null,
    });
    expect(threadOn(decision.state, "WHATSAPP")).toMatchObject({ lastMessageAt: at("09:20"), unreadCount: 1 });
  });

  it("is a call or a meeting as well, at the time at which it took place", () => {
    const decision = decide(newLead(), { ...call(at("09:10")), noteId: "note" }, given(at("09:45")));

    expect(kindsOf(decision)).toEqual(["NoteAdded", "HumanResponded"]);
    expect(decision.state.lifecycle).toMatchObject({
      firstHumanResponseAt: at("09:10"),
      firstResponseElapsedMs: 600_000,
    });
  });

  it("is neither the acknowledgement nor a note", () => {
    const lead = newLead();
    const acknowledged = stateAfter(
      lead,
      { kind: "ACKNOWLEDGE", lifecycleId: lead.lifecycle.id, deliveryId: "d" },
      at("09:01"),
      { actor: nobody },
    );
    const noted = stateAfter(acknowledged, { kind: "ADD_NOTE", noteId: "n" }, at("09:02"));

    expect(noted.lifecycle).toEqual({ ...lead.lifecycle, acknowledgedAt: at("09:01") });
  });

  it("is never rewritten by a later one", () => {
    const lead = newLead();
    const twice = stateAfter(stateAfter(lead, replyTo(lead), at("09:20")), replyTo(lead), at("09:30"));

    const again = decide(twice, replyTo(lead), given(at("09:40")));
    expect(only(eventsOf(again, "HumanResponded"))).toMatchObject({
      isFirst: false,
      elapsedMs: null,
      businessMs: null,
    });
    expect(twice.lifecycle).toMatchObject({ firstHumanResponseAt: at("09:20"), lastHumanResponseAt: at("09:30") });
  });

  it("has a clock of its own in each lifecycle", () => {
    const lead = openLead();
    const won = stateAfter(stateAfter(lead, replyTo(lead), at("09:40")), moveTo("won"), at("10:00"));
    const returned = stateAfter(won, message(at("10:00", 5)), at("10:00", 5));
    const answered = stateAfter(returned, replyTo(returned), at("10:05", 5));

    expect(returned.lifecycle.firstHumanResponseAt).toBeNull();
    expect(answered.lifecycle.firstResponseElapsedMs).toBe(300_000);
  });

  it("does not lie outside the lifecycle, but a call told after the win that it led to does count", () => {
    const won = wonLead();

    expect(stateAfter(won, replyTo(won), at("10:10")).lifecycle.firstHumanResponseAt).toBeNull();
    expect(stateAfter(newLead(), call(at("08:59")), at("09:10")).lifecycle.firstHumanResponseAt).toBeNull();
    expect(stateAfter(newLead(), call(at("09:00")), at("09:10")).lifecycle.firstHumanResponseAt).toEqual(at("09:00"));
    expect(stateAfter(won, call(at("09:50")), at("10:10")).lifecycle.firstHumanResponseAt).toEqual(at("09:50"));
    expect(stateAfter(won, call(at("10:00")), at("10:10")).lifecycle.firstHumanResponseAt).toEqual(at("10:00"));
  });

  it("opens and reopens nothing, also as the echo of a phone app", () => {
    for (const lead of [wonLead(), declinedLead()]) {
      const decision = decide(lead, replyTo(lead), given(at("11:00"), { actor: nobody }));

      expect(kindsOf(decision)).toEqual(["MessageSent", "HumanResponded"]);
      expect(faceOf(decision.state)).toEqual(faceOf(lead));
    }
  });
});

describe("waiting for an answer", () => {
  it("begins with the first word after the answer, and a later word does not restart the clock", () => {
    const lead = newLead();
    const again = stateAfter(stateAfter(lead, replyTo(lead), at("09:20")), message(at("09:30")), at("09:30"));
    const more = decide(again, message(at("09:40")), given(at("09:40")));

    expect(again.lifecycle).toMatchObject({ awaitingSince: at("09:30"), responseDueAt: at("10:30") });
    expect(kindsOf(more)).toEqual(["MessageReceived"]);
    expect(more.state.lifecycle).toMatchObject({ awaitingSince: at("09:30"), responseDueAt: at("10:30") });
  });

  it("is over for who wrote in the very moment of the answer, and begins once for words of one moment", () => {
    const lead = newLead();
    const replied = stateAfter(lead, replyTo(lead), at("09:20"));
    const again = stateAfter(replied, message(at("09:30")), at("09:30"));

    expect(kindsOf(decide(replied, message(at("09:20")), given(at("09:21"))))).toEqual(["MessageReceived"]);
    expect(kindsOf(decide(again, message(at("09:30")), given(at("09:31"))))).toEqual(["MessageReceived"]);
  });

  it("goes by the provider's time, in whatever order the words arrive", () => {
    const lead = newLead();
    const replied = stateAfter(lead, replyTo(lead), at("09:20"));
    const later = stateAfter(replied, message(at("09:40")), at("09:50"));
    const earlier = stateAfter(later, message(at("09:30")), at("09:51"));
    const beforeReply = decide(replied, message(at("09:10")), given(at("09:50")));

    expect(earlier.lifecycle).toMatchObject({ awaitingSince: at("09:30"), responseDueAt: at("10:30") });
    expect(threadOn(earlier, "WHATSAPP")).toMatchObject({ lastMessageAt: at("09:40"), lastInboundAt: at("09:40") });
    expect(kindsOf(beforeReply)).toEqual(["MessageReceived"]);
    expect(beforeReply.state.lifecycle.awaitingSince).toBeNull();
  });

  it("goes on for who wrote after a call that is told late", () => {
    const lead = stateAfter(newLead(), message(at("09:40")), at("09:40"));
    const decision = decide(lead, call(at("09:30")), given(at("09:50")));

    expect(kindsOf(decision)).toEqual(["HumanResponded", "ResponseAwaited"]);
    expect(decision.state.lifecycle).toMatchObject({ awaitingSince: at("09:40"), responseDueAt: at("10:40") });
  });

  it("is not begun by a call that is told late, where the later word asked for no answer or its thread was closed", () => {
    const lead = newLead();
    const replied = stateAfter(lead, replyTo(lead), at("09:20"));
    const optedOut = stateAfter(replied, message(at("09:40"), { isOptOut: true }), at("09:40"));
    const mailed = stateAfter(lead, message(at("09:40"), { channel: "EMAIL" }), at("09:40"));
    const closed = stateAfter(mailed, close(mailed, "EMAIL"), at("09:45"));

    expect(closed.lifecycle.awaitingSince).toEqual(at("09:00"));
    for (const each of [optedOut, closed]) {
      expect(kindsOf(decide(each, call(at("09:30")), given(at("09:50"))))).toEqual(["HumanResponded"]);
    }
  });

  it("is not ended by a call from before it began", () => {
    const lead = newLead();
    const waiting = stateAfter(stateAfter(lead, replyTo(lead), at("09:20")), message(at("09:40")), at("09:40"));

    expect(stateAfter(waiting, call(at("09:30")), at("09:50")).lifecycle.awaitingSince).toEqual(at("09:40"));
  });
});

describe("closing a conversation by hand", () => {
  it("sets unread to 0 and ends the wait, and the lifecycle goes on", () => {
    const lead = newLead();
    const closed = stateAfter(lead, close(lead), at("09:30"));

    expect(faceOf(closed)).toEqual({ ...faceOf(lead), threads: [["WHATSAPP", "closed", 0]] });
    expect(closed.lifecycle).toMatchObject({ awaitingSince: null, responseDueAt: null, closedAt: null });
  });

  it("twice is once", () => {
    const lead = newLead();
    const closed = stateAfter(lead, close(lead), at("09:30"));

    expect(decide(closed, close(lead), given(at("09:40")))).toEqual({ events: [], state: closed });
  });

  it("does not end the wait of a customer who wrote on another channel", () => {
    const lead = stateAfter(newLead(), message(at("09:10"), { channel: "EMAIL" }), at("09:10"));
    const one = stateAfter(lead, close(lead, "WHATSAPP"), at("09:30"));
    const both = stateAfter(one, close(one, "EMAIL"), at("09:31"));

    expect(one.lifecycle.awaitingSince).toEqual(at("09:00"));
    expect(both.lifecycle.awaitingSince).toBeNull();
  });

  it("ends the wait in the quiet time after a win too", () => {
    const quiet = stateAfter(wonLead(), message(at("10:10")), at("10:10"), { reEngagementQuietPeriodMs: 3_600_000 });

    expect(quiet.lifecycle.awaitingSince).toEqual(at("10:10"));
    expect(stateAfter(quiet, close(quiet), at("10:20")).lifecycle.awaitingSince).toBeNull();
  });

  it("is not undone by a word that was on its way: it is unread, but nobody waits since before the close", () => {
    const lead = newLead();
    const closed = stateAfter(lead, close(lead), at("09:30"));
    const late = stateAfter(closed, message(at("09:29")), at("09:31"));

    expect(threadOn(late, "WHATSAPP")).toMatchObject({ closedAt: null, unreadCount: 1 });
    expect(late.lifecycle.awaitingSince).toBeNull();
  });
});

describe("reading a conversation", () => {
  const three = [at("09:01"), at("09:02")].reduce((lead, time) => stateAfter(lead, message(time), time), newLead());
  const read = (unreadCount: number) =>
    ({ kind: "MARK_READ", conversationId: threadOn(three, "WHATSAPP").id, unreadCount }) as const;

  it("leaves unread what came after the message that was read last", () => {
    const decision = decide(three, read(1), given(at("09:10")));

    expect(only(eventsOf(decision, "ConversationRead")).unreadCount).toBe(1);
    expect(threadOn(decision.state, "WHATSAPP").unreadCount).toBe(1);
  });

  it("never makes anything unread again", () => {
    expect(kindsOf(decide(three, read(3), given(at("09:10"))))).toEqual([]);
    expect(kindsOf(decide(three, read(9), given(at("09:10"))))).toEqual([]);
  });

  it("of another lead is as if it did not exist, as is writing in it or closing it", () => {
    const now = given(at("09:10"));

    expectRefusal(three, { kind: "MARK_READ", conversationId: "x", unreadCount: 0 }, now, "NOT_FOUND");
    expectRefusal(three, { kind: "REPLY", conversationId: "x", messageId: "m" }, now, "NOT_FOUND");
    expectRefusal(three, { kind: "CLOSE_CONVERSATION", conversationId: "x" }, now, "NOT_FOUND");
  });
});
