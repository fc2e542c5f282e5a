import {
  assignTo,
  at,
  declinedLead,
  mia,
  moveTo,
  newLead,
  only,
  openLead,
  promise,
  spamLead,
  stateAfter,
  wonLead,
} from "../../test/support/lead-builders.js";
import { queuesOf } from "../queues/queues-of.js";
import { queueFactsOf } from "./lead-queue-facts.js";
import type { LeadState } from "./lead-state.js";

const queuesAt = (lead: LeadState, now: Date) => [...queuesOf(queueFactsOf(lead), now).keys()];

describe("the queues of a lead", () => {
  it("are left one by one as it is claimed, answered and won", () => {
    const lead = newLead();
    const claimed = stateAfter(lead, assignTo("ana"), at("09:10"));
    const conversationId = only(lead.conversations).id;
    const answered = stateAfter(claimed, { kind: "REPLY", messageId: "r", conversationId }, at("09:20"));

    expect(queuesAt(lead, at("09:10"))).toEqual(["UNASSIGNED", "AWAITING_RESPONSE"]);
    expect(queuesAt(claimed, at("09:20"))).toEqual(["AWAITING_RESPONSE"]);
    expect(queuesAt(answered, at("09:30"))).toEqual([]);
  });

  it("are none for a lead that is won, declined or spam, though nobody owns it", () => {
    for (const lead of [wonLead(), declinedLead(), spamLead()]) expect(queuesAt(lead, at("12:00"))).toEqual([]);
  });

  it("hold one entry for several promises, ordered by the earliest that is still open", () => {
    const two = stateAfter(
      stateAfter(openLead(), promise("late", at("15:00")), at("09:40")),
      promise("early", at("12:00")),
      at("09:41"),
    );
    const done = stateAfter(two, { kind: "COMPLETE_FOLLOW_UP", followUpId: "early" }, at("12:30"));
    const dueOf = (lead: LeadState) => queueFactsOf(lead).earliestFollowUpDueAt;

    expect([dueOf(two), dueOf(done), dueOf(openLead())]).toEqual([at("12:00"), at("15:00"), null]);
    expect(dueOf(stateAfter(two, moveTo("won"), at("10:00"), { actor: mia }))).toBeNull();
  });

  it("keep the failure that is oldest", () => {
    const one = stateAfter(openLead(), { kind: "FAIL_DELIVERY", deliveryId: "a" }, at("09:40"));
    const two = stateAfter(one, { kind: "FAIL_DELIVERY", deliveryId: "b" }, at("09:50"));

    expect(queueFactsOf(two).oldestFailureAt).toEqual(at("09:40"));
    expect(queuesAt(two, at("10:00"))).toEqual(["UNASSIGNED", "AWAITING_RESPONSE", "DELIVERY_FAILURES"]);
  });
});
