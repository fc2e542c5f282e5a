import {
  ana,
  assignTo,
  at,
  bob,
  eventsOf,
  expectRefusal,
  given,
  kindsOf,
  mia,
  moveTo,
  only,
  openLead,
  promise,
  stateAfter,
} from "../../../test/support/lead-builders.js";
import { decide } from "../decide.js";

const free = openLead();
const anas = { ...free, ownerId: "ana" };

describe("an owner", () => {
  it("is set by a manager, and history keeps from whom, to whom and why", () => {
    const decision = decide(anas, assignTo("bob", "Ana is on leave"), given(at("10:00"), { actor: mia }));

    expect(decision.events).toEqual([
      { kind: "OwnerChanged", at: at("10:00"), fromId: "ana", toId: "bob", reason: "Ana is on leave" },
    ]);
    expect(decision.state).toEqual({ ...anas, ownerId: "bob" });
  });

  it("who is set already is no change", () => {
    expect(decide(anas, assignTo("ana"), given(at("10:00"), { actor: bob }))).toEqual({ events: [], state: anas });
  });

  it("is an agent who claims a free lead, and who may release it", () => {
    expect(stateAfter(free, assignTo("ana"), at("10:00"), { actor: ana }).ownerId).toBe("ana");
    expect(stateAfter(anas, assignTo(null), at("10:00"), { actor: ana }).ownerId).toBeNull();
  });

  it("is the faster of two agents; the slower is told which lead it was", () => {
    expectRefusal(anas, assignTo("bob"), given(at("10:00"), { actor: bob }), "ALREADY_CLAIMED", { leadId: "lead" });
  });

  it("is no agent's gift, and nobody's lead is taken away by an agent", () => {
    expectRefusal(free, assignTo("bob"), given(at("10:00"), { actor: ana }), "ASSIGNMENT_NOT_ALLOWED");
    expectRefusal(anas, assignTo("bob"), given(at("10:00"), { actor: ana }), "ASSIGNMENT_NOT_ALLOWED");
    expectRefusal(anas, assignTo(null), given(at("10:00"), { actor: bob }), "ASSIGNMENT_NOT_ALLOWED");
  });

  it("is kept on win, void and decline", () => {
    const won = stateAfter(anas, moveTo("won"), at("10:00"));
    const corrected = stateAfter(won, moveTo("proposal"), at("10:01"));
    const declined = stateAfter(corrected, moveTo("declined", { reason: "No budget" }), at("10:02"));

    expect([won, corrected, declined].map((lead) => lead.ownerId)).toEqual(["ana", "ana", "ana"]);
  });
});

describe("promises when the owner changes", () => {
  const withTwo = stateAfter(
    stateAfter(anas, promise("hers", at("12:00")), at("09:40")),
    promise("his", at("13:00"), "bob"),
    at("09:41"),
  );

  it("go with the lead where they were the old owner's, and stay where they were a colleague's", () => {
    const decision = decide(withTwo, assignTo("cem"), given(at("10:00"), { actor: mia }));

    expect(kindsOf(decision)).toEqual(["OwnerChanged", "FollowUpReassigned"]);
    expect(only(eventsOf(decision, "FollowUpReassigned"))).toMatchObject({
      followUpId: "hers",
      fromId: "ana",
      toId: "cem",
    });
    expect(decision.state.followUps.map((f) => f.assigneeId)).toEqual(["cem", "bob"]);
  });

  it("go with it too when a win has cancelled them and may give them back", () => {
    const won = stateAfter(withTwo, moveTo("won"), at("10:00"));
    const given = stateAfter(won, assignTo("cem"), at("10:01"), { actor: mia });
    const lead = stateAfter(given, moveTo("proposal"), at("10:02"), { actor: mia });

    expect(lead.followUps.map((f) => [f.status, f.assigneeId])).toEqual([
      ["OPEN", "cem"],
      ["OPEN", "bob"],
    ]);
  });

  it("that are done stay with who did them", () => {
    const done = stateAfter(withTwo, { kind: "COMPLETE_FOLLOW_UP", followUpId: "hers" }, at("09:50"));

    expect(stateAfter(done, assignTo("cem"), at("10:00"), { actor: mia }).followUps[0]?.assigneeId).toBe("ana");
  });
});
