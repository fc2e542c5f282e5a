import {
  ana,
  at,
  bob,
  campaign,
  contact,
  enquiry,
  eventsOf,
  expectRefusal,
  faceOf,
  given,
  kindsOf,
  message,
  mia,
  moveTo,
  newLead,
  only,
  openLead,
  promise,
  stateAfter,
  wonLead,
} from "../../../test/support/lead-builders.js";
import { decide } from "../decide.js";

describe("a win", () => {
  it("is a row of the ledger, tags the customer, and closes the lifecycle with all threads", () => {
    const two = stateAfter(openLead(), message(at("09:40"), { channel: "EMAIL" }), at("09:40"));
    const decision = decide(two, moveTo("won"), given(at("10:00")));

    expect(kindsOf(decision)).toEqual([
      "StageChanged",
      "ConversionRecorded",
      "TagAdded",
      "LifecycleClosed",
      "ConversationClosed",
      "ConversationClosed",
    ]);
    expect(faceOf(decision.state)).toEqual({
      stage: "won",
      tags: ["won_customer"],
      liveConversions: 1,
      lifecycle: [1, "WON"],
      threads: [
        ["WHATSAPP", "closed", 0],
        ["EMAIL", "closed", 0],
      ],
    });
    expect(decision.state.lifecycle).toMatchObject({ closedAt: at("10:00"), awaitingSince: null, responseDueAt: null });
  });

  it("records who, when, in which stage and for how much", () => {
    const owned = { ...openLead(), ownerId: "bob" };
    const value = { amountMinor: 120_000, currency: "EUR" };
    const lead = stateAfter(owned, moveTo("won", { value }), at("10:00"));

    expect(only(lead.conversions)).toEqual({
      id: only(lead.conversions).id,
      lifecycleId: owned.lifecycle.id,
      stageName: "Won",
      isRepeat: false,
      isAdditional: false,
      campaignId: null,
      campaignName: null,
      sourceId: null,
      valueMinor: 120_000,
      currency: "EUR",
      actorId: "ana",
      convertedAt: at("10:00"),
      reversedAt: null,
    });
    expect(lead.ownerId).toBe("bob");
  });

  it("pressed twice is one: the second finds the live conversion and nothing happens", () => {
    const won = wonLead();
    const again = decide(
      won,
      moveTo("won", { value: { amountMinor: 1, currency: "EUR" } }),
      given(at("10:00:01"), { actor: bob }),
    );

    expect(again).toEqual({ events: [], state: won });
  });

  it("is a repeat when the contact has a live win, in whichever pipeline", () => {
    const elsewhere = wonLead({}, contact({ liveConversions: 1, systemTags: ["won_customer"] }));

    expect(only(elsewhere.conversions).isRepeat).toBe(true);
    expect(faceOf(elsewhere)).toMatchObject({ tags: ["won_customer"], liveConversions: 2 });
  });

  it("keeps its flag when the win that made it a repeat is gone", () => {
    const returned = stateAfter(wonLead(), message(at("11:00")), at("11:00"));
    const second = stateAfter(stateAfter(returned, moveTo("qualified"), at("11:10")), moveTo("won"), at("12:00"));
    const elsewhereVoided = { ...second, contact: { ...second.contact, liveConversions: 1 } };

    expect(second.conversions.map((c) => c.isRepeat)).toEqual([false, true]);
    expect(stateAfter(elsewhereVoided, { kind: "TAG", tag: "vip" }, at("12:01")).conversions).toEqual(
      second.conversions,
    );
  });

  it("cancels what was promised, and a promise made with it stands", () => {
    const promised = stateAfter(openLead(), promise("call", at("12:00", 1)), at("09:40"));
    const followUp = { followUpId: "check", dueAt: at("12:00", 90), assigneeId: null };
    const lead = stateAfter(promised, moveTo("won", { followUp }), at("10:00"));

    expect(lead.followUps.map((f) => [f.id, f.status, f.cancelledByConversionId])).toEqual([
      ["call", "CANCELLED", only(lead.conversions).id],
      ["check", "OPEN", null],
    ]);
  });
});

describe("the campaign of a win", () => {
  const summer = campaign({ id: "summer", name: "Summer sale" });
  const winOf = (lead: Parameters<typeof stateAfter>[0]) =>
    only(stateAfter(stateAfter(lead, moveTo("qualified"), at("10:00")), moveTo("won"), at("10:05")).conversions);

  it("is that of the latest inbound message carrying one", () => {
    const one = stateAfter(newLead({ campaign: campaign() }), message(at("09:10"), { campaign: summer }), at("09:10"));
    const lead = stateAfter(one, message(at("09:20")), at("09:20"));

    expect(winOf(lead)).toMatchObject({ campaignId: "summer", campaignName: "Summer sale" });
  });

  it("is else that of the opening enquiry", () => {
    const lead = newLead({ campaign: campaign(), enquiry: { id: "e", sourceId: "website" } });

    expect(winOf(lead)).toMatchObject({ campaignId: "spring", campaignName: "Spring offer", sourceId: "website" });
  });

  it("is else none, also when an earlier lifecycle had one", () => {
    const won = wonLead({ campaign: campaign() });
    const returned = stateAfter(won, enquiry(at("11:00")), at("11:00"));
    const second = stateAfter(stateAfter(returned, moveTo("qualified"), at("11:10")), moveTo("won"), at("12:00"));

    expect(second.conversions.map((c) => c.campaignId)).toEqual(["spring", null]);
  });
});

describe("a second sale without leaving won", () => {
  const again = (lead = wonLead(), actor = ana) =>
    decide(
      lead,
      { kind: "RECORD_ADDITIONAL_CONVERSION", value: { amountMinor: 5_000, currency: "EUR" } },
      given(at("11:00"), { actor }),
    );

  it("is one more row in the same lifecycle, a repeat, and moves nothing else", () => {
    const won = wonLead({ campaign: campaign() });
    const decision = again(won);

    expect(kindsOf(decision)).toEqual(["ConversionRecorded"]);
    expect(only(eventsOf(decision, "ConversionRecorded"))).toMatchObject({
      lifecycleId: won.lifecycle.id,
      stageName: "Won",
      isRepeat: true,
      isAdditional: true,
      campaignId: "spring",
      valueMinor: 5_000,
      currency: "EUR",
      actorId: "ana",
    });
    expect(faceOf(decision.state)).toEqual({ ...faceOf(won), liveConversions: 2 });
  });

  it("is refused where the lead is not in won", () => {
    const command = { kind: "RECORD_ADDITIONAL_CONVERSION", value: null } as const;

    expectRefusal(openLead(), command, given(at("11:00")), "LEAD_NOT_WON");
  });

  it("is added by an agent to an own win only, by a manager to any", () => {
    const command = { kind: "RECORD_ADDITIONAL_CONVERSION", value: null } as const;

    expectRefusal(wonLead(), command, given(at("11:00"), { actor: bob }), "NOT_YOUR_CONVERSION");
    expect(again(wonLead(), mia).state.conversions).toHaveLength(2);
  });
});
