import {
  at,
  bob,
  expectRefusal,
  given,
  kindsOf,
  nobody,
  only,
  openLead,
  promise,
  stateAfter,
} from "../../../test/support/lead-builders.js";
import { decide } from "../decide.js";

const lead = openLead();
const promised = stateAfter(lead, promise("call", at("12:00")), at("09:40"));

describe("a follow-up", () => {
  it("belongs to who is named, else to the owner, else to the colleague who promises it, else to nobody", () => {
    const owned = { ...lead, ownerId: "mia" };
    const assignee = (from: typeof lead, named: string | null, actor = bob) =>
      only(stateAfter(from, promise("call", at("12:00"), named), at("09:40"), { actor }).followUps).assigneeId;

    expect(assignee(owned, "ana")).toBe("ana");
    expect(assignee(owned, null)).toBe("mia");
    expect(assignee(lead, null)).toBe("bob");
    expect(assignee(lead, null, nobody)).toBeNull();
  });

  it("moves to another time, and to the same time not at all", () => {
    const moved = stateAfter(
      promised,
      { kind: "RESCHEDULE_FOLLOW_UP", followUpId: "call", dueAt: at("15:00") },
      at("09:50"),
    );
    const same = decide(
      promised,
      { kind: "RESCHEDULE_FOLLOW_UP", followUpId: "call", dueAt: at("12:00") },
      given(at("09:50")),
    );

    expect(only(moved.followUps).dueAt).toEqual(at("15:00"));
    expect(same).toEqual({ events: [], state: promised });
  });

  it("done twice is done once", () => {
    const command = { kind: "COMPLETE_FOLLOW_UP", followUpId: "call" } as const;
    const done = stateAfter(promised, command, at("09:50"));

    expect(only(done.followUps)).toEqual({ ...only(promised.followUps), status: "DONE" });
    expect(kindsOf(decide(done, command, given(at("09:51"))))).toEqual([]);
  });

  it("that is done or unknown has no other time", () => {
    const done = stateAfter(promised, { kind: "COMPLETE_FOLLOW_UP", followUpId: "call" }, at("09:50"));
    const command = (followUpId: string) => ({ kind: "RESCHEDULE_FOLLOW_UP", followUpId, dueAt: at("15:00") }) as const;

    expectRefusal(done, command("call"), given(at("09:51")), "NOT_FOUND");
    expectRefusal(promised, command("other"), given(at("09:51")), "NOT_FOUND");
  });
});
