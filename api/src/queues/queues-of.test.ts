import { type QueueFacts, queuesOf } from "./queues-of.js";

const at = (time: string): Date => new Date(`2026-03-02T${time}Z`);
const now = at("10:00:00.000");
const calm: QueueFacts = {
  isAbsorbed: false,
  isOpen: true,
  isSpam: false,
  ownerId: "ana",
  waitingSince: at("09:00:00"),
  awaitingSince: null,
  responseDueAt: null,
  earliestFollowUpDueAt: null,
  oldestFailureAt: null,
};
const standings = (changes: Partial<QueueFacts>, time = now) =>
  Object.fromEntries(queuesOf({ ...calm, ...changes }, time));

describe("a lead stands", () => {
  it("in no queue while nothing is to be done", () => {
    expect(standings({})).toEqual({});
  });

  it("in UNASSIGNED while it is open and has no owner, since its lifecycle began", () => {
    expect(standings({ ownerId: null })).toEqual({ UNASSIGNED: { orderAt: at("09:00:00"), dueAt: null } });
    expect(standings({ ownerId: null, isOpen: false })).toEqual({});
  });

  it("in AWAITING_RESPONSE while somebody waits, soonest due first, unless it is spam", () => {
    const waits = { awaitingSince: at("09:10:00"), responseDueAt: at("10:10:00") };

    expect(standings(waits)).toEqual({ AWAITING_RESPONSE: { orderAt: at("10:10:00"), dueAt: at("10:10:00") } });
    expect(standings({ ...waits, isOpen: false })).toHaveProperty("AWAITING_RESPONSE");
    expect(standings({ ...waits, isOpen: false, isSpam: true })).toEqual({});
    expect(standings({ ...waits, responseDueAt: null })).toEqual({
      AWAITING_RESPONSE: { orderAt: at("09:10:00"), dueAt: null },
    });
  });

  it("in FOLLOW_UPS_DUE from the very moment at which its earliest promise is due", () => {
    const standing = { orderAt: now, dueAt: now };

    expect(standings({ earliestFollowUpDueAt: now }, at("09:59:59.999"))).toEqual({});
    expect(standings({ earliestFollowUpDueAt: now })).toEqual({ FOLLOW_UPS_DUE: standing });
    expect(standings({ earliestFollowUpDueAt: now, isOpen: false }, at("23:00:00"))).toEqual({
      FOLLOW_UPS_DUE: standing,
    });
  });

  it("in DELIVERY_FAILURES since its oldest failure", () => {
    expect(standings({ oldestFailureAt: at("08:00:00") })).toEqual({
      DELIVERY_FAILURES: { orderAt: at("08:00:00"), dueAt: null },
    });
  });

  it("in several at once, each for its own reason", () => {
    const all = standings({
      ownerId: null,
      awaitingSince: at("09:10:00"),
      responseDueAt: at("10:10:00"),
      earliestFollowUpDueAt: at("09:30:00"),
      oldestFailureAt: at("08:00:00"),
    });

    expect(Object.keys(all)).toEqual(["UNASSIGNED", "AWAITING_RESPONSE", "FOLLOW_UPS_DUE", "DELIVERY_FAILURES"]);
    expect(all.UNASSIGNED).toEqual({ orderAt: at("09:00:00"), dueAt: at("10:10:00") });
  });
});
