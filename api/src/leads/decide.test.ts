import {
  after,
  asEnquiry,
  at,
  campaign,
  day,
  enquiry,
  expectRefusal,
  faceOf,
  given,
  kindsOf,
  message,
  moveTo,
  newLead,
  openLead,
  stateAfter,
  wonLead,
} from "../../test/support/lead-builders.js";
import { decide } from "./decide.js";
import { readEvent } from "./events.js";

describe("the life of a lead", () => {
  it("runs from the first enquiry over mistakes and returns to the second win and its mistake", () => {
    const first = newLead(asEnquiry());
    const won = stateAfter(stateAfter(first, moveTo("qualified"), at("09:30")), moveTo("won"), at("10:00"));
    const mistake = stateAfter(won, moveTo("proposal"), after(at("10:00", 1), -1));
    const wonAgain = stateAfter(mistake, moveTo("won"), at("11:00", 1));
    const press = campaign({ isPressed: true, returnStage: "qualified" });
    const returned = stateAfter(wonAgain, enquiry(at("12:00", 1), { campaign: press }), at("12:00", 1));
    const second = stateAfter(returned, moveTo("won"), at("13:00", 1));
    const secondMistake = stateAfter(second, moveTo("proposal"), at("14:00", 1));

    const closed = [["WEB_FORM", "closed", 0]];
    const open = (unread: number) => [["WEB_FORM", "open", unread]];
    const tags = ["won_customer", "repeat_lead"];
    expect([first, won, mistake, wonAgain, returned, second, secondMistake].map(faceOf)).toEqual([
      { stage: "new", tags: [], liveConversions: 0, lifecycle: [1, "open"], threads: open(1) },
      { stage: "won", tags: ["won_customer"], liveConversions: 1, lifecycle: [1, "WON"], threads: closed },
      { stage: "proposal", tags: [], liveConversions: 0, lifecycle: [1, "open"], threads: open(0) },
      { stage: "won", tags: ["won_customer"], liveConversions: 1, lifecycle: [1, "WON"], threads: closed },
      { stage: "qualified", tags, liveConversions: 1, lifecycle: [2, "open"], threads: open(1) },
      { stage: "won", tags, liveConversions: 2, lifecycle: [2, "WON"], threads: closed },
      { stage: "proposal", tags, liveConversions: 1, lifecycle: [2, "open"], threads: open(0) },
    ]);
    expect(second.conversions.map((c) => c.isRepeat)).toEqual([false, true]);
    expect(returned.lifecycle.isRepeat).toBe(true);
  });
});

describe("a tag by hand", () => {
  it("is added once and taken once, and is never the system's", () => {
    const tagged = stateAfter(wonLead(), { kind: "TAG", tag: "vip" }, at("10:10"));

    expect(kindsOf(decide(tagged, { kind: "TAG", tag: "vip" }, given(at("10:11"))))).toEqual([]);
    expect(tagged.contact).toMatchObject({ systemTags: ["won_customer"], memberTags: ["vip"] });
    expect(stateAfter(tagged, { kind: "UNTAG", tag: "vip" }, at("10:12")).contact.memberTags).toEqual([]);
    expect(kindsOf(decide(tagged, { kind: "UNTAG", tag: "won_customer" }, given(at("10:13"))))).toEqual([]);
  });
});

describe("an acknowledgement", () => {
  it("belongs to its lifecycle, and the first one is kept", () => {
    const lead = newLead();
    const acknowledge = (lifecycleId: string) => ({ kind: "ACKNOWLEDGE", lifecycleId, deliveryId: "d" }) as const;
    const twice = stateAfter(
      stateAfter(lead, acknowledge(lead.lifecycle.id), at("09:01")),
      acknowledge(lead.lifecycle.id),
      at("09:02"),
    );

    expect(twice.lifecycle.acknowledgedAt).toEqual(at("09:01"));
    expect(stateAfter(lead, acknowledge("an earlier one"), at("09:01")).lifecycle.acknowledgedAt).toBeNull();
  });
});

describe("a delivery that fails", () => {
  const failed = stateAfter(openLead(), { kind: "FAIL_DELIVERY", deliveryId: "d" }, at("09:40"));

  it("leaves the lead as it is and is shown on it", () => {
    expect(failed).toEqual({
      ...openLead(),
      lifecycle: failed.lifecycle,
      conversations: failed.conversations,
      failedDeliveries: [{ id: "d", failedAt: at("09:40") }],
    });
  });

  it("is gone from it once it is tried again or dismissed, and fails anew with a new time", () => {
    const retried = stateAfter(failed, { kind: "RETRY_DELIVERY", deliveryId: "d" }, at("09:50"));
    const again = stateAfter(retried, { kind: "FAIL_DELIVERY", deliveryId: "d" }, at("09:51"));

    expect(retried.failedDeliveries).toEqual([]);
    expect(again.failedDeliveries).toEqual([{ id: "d", failedAt: at("09:51") }]);
    expect(stateAfter(failed, { kind: "DISMISS_DELIVERY", deliveryId: "d" }, at("09:50")).failedDeliveries).toEqual([]);
  });
});

describe("a correction of an enquiry", () => {
  it("adds a fact beside it and changes nothing", () => {
    const lead = openLead();
    const decision = decide(lead, { kind: "CORRECT_ENQUIRY", enquiryId: "e", correctionId: "c" }, given(at("09:40")));

    expect(decision.events).toEqual([{ kind: "EnquiryCorrected", at: at("09:40"), enquiryId: "e", correctionId: "c" }]);
    expect(decision.state).toEqual(lead);
  });
});

describe("a refusal", () => {
  it("after which the same command is allowed leaves nothing behind", () => {
    const lead = openLead();
    expectRefusal(lead, moveTo("proposal"), given(at("09:40")), "FOLLOW_UP_REQUIRED");

    expect(stateAfter(lead, moveTo("proposal"), at("09:40"), { followUpDefaultMs: day }).stage).toBe("proposal");
  });
});

describe("a stored event", () => {
  it("is read back as it was told, times and all", () => {
    const events = [
      ...decide(openLead(), moveTo("won"), given(at("10:00"))).events,
      ...decide(wonLead(), moveTo("proposal"), given(at("10:05"))).events,
      ...decide(wonLead(), message(at("10:10")), given(at("10:10"))).events,
    ];

    for (const { kind, at: time, ...facts } of events) {
      expect(readEvent({ kind, at: time, facts: JSON.parse(JSON.stringify(facts)) })).toEqual({
        kind,
        at: time,
        ...facts,
      });
    }
  });
});
