import {
  after,
  asEnquiry,
  at,
  campaign,
  contact,
  declinedLead,
  enquiry,
  eventsOf,
  faceOf,
  firstWord,
  given,
  kindsOf,
  message,
  moveTo,
  newLead,
  nobody,
  only,
  openLead,
  second,
  spamLead,
  stateAfter,
  threadOn,
  unborn,
  wonLead,
} from "../../../test/support/lead-builders.js";
import { decide } from "../decide.js";

const fromNobody = (now: Date) => given(now, { actor: nobody });

describe("the first word of a contact", () => {
  it("makes a lead in new, with one open lifecycle and one unread message that links to the enquiry", () => {
    const decision = decide(unborn(), firstWord(asEnquiry()), fromNobody(at("09:00")));

    expect(kindsOf(decision)).toEqual([
      "LeadCreated",
      "LifecycleOpened",
      "ConversationStarted",
      "EnquiryReceived",
      "MessageReceived",
      "ResponseAwaited",
    ]);
    expect(faceOf(decision.state)).toEqual({
      stage: "new",
      tags: [],
      liveConversions: 0,
      lifecycle: [1, "open"],
      threads: [["WEB_FORM", "open", 1]],
    });
    const received = only(eventsOf(decision, "MessageReceived"));
    expect(received.enquiryId).toBe(only(eventsOf(decision, "EnquiryReceived")).enquiryId);
    expect(decision.state.lifecycle).toMatchObject({ openedBy: "ENQUIRY", sourceId: "website", isRepeat: false });
  });

  it("starts a message's clock at the provider's time and promises the answer from there", () => {
    const lead = stateAfter(newLead({ sentAt: at("08:59:30") }), message(at("09:10")), at("09:10"), { actor: nobody });

    expect(lead.lifecycle).toMatchObject({
      openedBy: "MESSAGE",
      openedAt: at("08:59:30"),
      awaitingSince: at("08:59:30"),
      responseDueAt: at("09:59:30"),
    });
    expect(threadOn(lead, "WHATSAPP").lastMessageAt).toEqual(at("09:10"));
  });

  it("is all that the lead knows", () => {
    const lead = newLead({ sentAt: at("08:59:30") });

    expect(lead).toEqual({
      ...unborn(),
      lifecycleCount: 1,
      lifecycle: {
        ...unborn().lifecycle,
        id: lead.lifecycle.id,
        number: 1,
        openedAt: at("08:59:30"),
        awaitingSince: at("08:59:30"),
        responseDueAt: at("09:59:30"),
      },
      conversations: [
        {
          id: only(lead.conversations).id,
          channel: "WHATSAPP",
          closedAt: null,
          closedByConversionId: null,
          unreadCount: 1,
          lastMessageAt: at("08:59:30"),
          lastInboundAt: at("08:59:30"),
          createdAt: at("09:00"),
        },
      ],
    });
  });

  it("opens a lifecycle that is a repeat when the contact has a live win in another pipeline", () => {
    expect(newLead({}, contact({ liveConversions: 1 })).lifecycle.isRepeat).toBe(true);
  });
});

describe("an inbound message", () => {
  it("in an open lead changes neither stage, owner nor lifecycle, and counts as one more unread", () => {
    const owned = { ...openLead(), ownerId: "ana" };
    const press = campaign({ isPressed: true, returnStage: "proposal" });
    const lead = stateAfter(owned, message(at("09:40"), { campaign: press }), at("09:40"), { actor: nobody });

    expect(faceOf(lead)).toEqual({ ...faceOf(owned), threads: [["WHATSAPP", "open", 2]] });
    expect(lead.ownerId).toBe("ana");
    expect(lead.lifecycle).toEqual({ ...owned.lifecycle, campaignId: "spring", campaignName: "Spring offer" });
  });

  it("in an open lead opens a conversation again that was closed by hand", () => {
    const lead = openLead();
    const conversationId = only(lead.conversations).id;
    const closed = stateAfter(lead, { kind: "CLOSE_CONVERSATION", conversationId }, at("09:35"));
    const decision = decide(closed, message(at("09:40")), fromNobody(at("09:40")));

    expect(threadOn(closed, "WHATSAPP")).toMatchObject({ closedAt: at("09:35"), unreadCount: 0 });
    expect(kindsOf(decision)).toEqual(["ConversationReopened", "MessageReceived", "ResponseAwaited"]);
    expect(threadOn(decision.state, "WHATSAPP")).toMatchObject({ closedAt: null, unreadCount: 1 });
  });

  it("ten minutes after the win never voids: the win stands, and a repeat lead begins in new", () => {
    const decision = decide(wonLead(), message(at("10:10")), fromNobody(at("10:10")));

    expect(kindsOf(decision)).toEqual([
      "ReEngaged",
      "TagAdded",
      "LifecycleOpened",
      "ConversationReopened",
      "MessageReceived",
      "ResponseAwaited",
    ]);
    expect(faceOf(decision.state)).toEqual({
      stage: "new",
      tags: ["won_customer", "repeat_lead"],
      liveConversions: 1,
      lifecycle: [2, "open"],
      threads: [["WHATSAPP", "open", 1]],
    });
    expect(only(eventsOf(decision, "ReEngaged"))).toMatchObject({
      from: "won",
      fromName: "Won",
      to: "new",
      toName: "New",
      isRepeat: true,
    });
    expect(decision.state.lifecycle).toMatchObject({
      isRepeat: true,
      openedAt: at("10:10"),
      awaitingSince: at("10:10"),
    });
  });

  it("ten months after the win does the same", () => {
    const lead = stateAfter(wonLead(), message(at("10:00", 300)), at("10:00", 300), { actor: nobody });

    expect(faceOf(lead)).toMatchObject({ stage: "new", liveConversions: 1, lifecycle: [2, "open"] });
  });

  it("five times in a burst after the win is one return with five unread", () => {
    const burst = [0, 1, 2, 3, 4].map((n) => after(at("10:10"), n * second));
    const kinds: string[] = [];
    let lead = wonLead();
    for (const sentAt of burst) {
      const decision = decide(lead, message(sentAt), fromNobody(sentAt));
      kinds.push(...kindsOf(decision));
      lead = decision.state;
    }

    expect(kinds.filter((kind) => ["ReEngaged", "TagAdded", "LifecycleOpened"].includes(kind))).toHaveLength(3);
    expect(faceOf(lead).threads).toEqual([["WHATSAPP", "open", 5]]);
  });

  it("in a declined lead brings it back to new, with repeat_lead only if a win stands", () => {
    const decision = decide(declinedLead(), message(at("11:00")), fromNobody(at("11:00")));
    const never = decision.state;
    const declinedLater = stateAfter(wonLead(), moveTo("declined", { reason: "Moved away" }), at("10:00", 1));
    const once = stateAfter(declinedLater, message(at("11:00", 1)), at("11:00", 1), { actor: nobody });

    expect(faceOf(never)).toMatchObject({ stage: "new", tags: [], lifecycle: [2, "open"] });
    expect(only(eventsOf(decision, "ReEngaged")).isRepeat).toBe(false);
    expect(never.lifecycle.isRepeat).toBe(false);
    expect(threadOn(never, "WHATSAPP")).toMatchObject({ closedAt: null, unreadCount: 1 });
    expect(faceOf(once)).toMatchObject({ stage: "new", tags: ["won_customer", "repeat_lead"], lifecycle: [2, "open"] });
    expect(once.lifecycle.isRepeat).toBe(true);
  });

  it("that was on its way while the lead was declined is a return like any other, and waits", () => {
    const lead = stateAfter(declinedLead(), message(at("09:59")), at("10:01"), { actor: nobody });

    expect(faceOf(lead)).toMatchObject({ stage: "new", lifecycle: [2, "open"], threads: [["WHATSAPP", "open", 1]] });
    expect(lead.lifecycle.awaitingSince).toEqual(at("09:59"));
  });

  it("after the only win was voided is an ordinary message", () => {
    const corrected = stateAfter(wonLead(), moveTo("proposal"), at("10:05"));
    const declined = stateAfter(corrected, moveTo("declined", { reason: "No budget" }), at("10:06"));
    const lead = stateAfter(declined, message(at("11:00")), at("11:00"), { actor: nobody });

    expect(faceOf(lead)).toMatchObject({ stage: "new", tags: [], liveConversions: 0 });
  });

  it("in spam is stored, and nothing reopens or counts", () => {
    const spam = spamLead();
    const decision = decide(spam, message(at("11:00")), fromNobody(at("11:00")));

    expect(kindsOf(decision)).toEqual(["MessageReceived"]);
    expect(only(eventsOf(decision, "MessageReceived"))).toMatchObject({ isCounted: false, isFromBeforeClose: false });
    expect(faceOf(decision.state)).toEqual(faceOf(spam));
    expect(decision.state.lifecycle.awaitingSince).toBeNull();
  });

  it("in spam on a new channel begins a thread that is closed", () => {
    const lead = stateAfter(spamLead(), message(at("11:00"), { channel: "EMAIL" }), at("11:00"), { actor: nobody });

    expect(faceOf(lead).threads).toEqual([
      ["WHATSAPP", "closed", 0],
      ["EMAIL", "closed", 0],
    ]);
  });

  it("on another channel than the won deal opens only that channel's thread", () => {
    const lead = stateAfter(wonLead(), message(at("11:00"), { channel: "EMAIL" }), at("11:00"), { actor: nobody });

    expect(faceOf(lead).threads).toEqual([
      ["WHATSAPP", "closed", 0],
      ["EMAIL", "open", 1],
    ]);
  });
});

describe("another enquiry from a known contact", () => {
  it("is one more enquiry and exactly one message on the lead, with the rule of its stage", () => {
    const inOpen = decide(openLead(), enquiry(at("11:00")), fromNobody(at("11:00")));
    const inWon = decide(wonLead(), enquiry(at("11:00")), fromNobody(at("11:00")));
    const inSpam = decide(spamLead(), enquiry(at("11:00")), fromNobody(at("11:00")));

    for (const decision of [inOpen, inWon, inSpam]) {
      expect(eventsOf(decision, "EnquiryReceived")).toHaveLength(1);
      expect(eventsOf(decision, "MessageReceived")).toHaveLength(1);
    }
    expect(faceOf(inOpen.state)).toMatchObject({ stage: "qualified", lifecycle: [1, "open"] });
    expect(faceOf(inWon.state)).toMatchObject({
      stage: "new",
      lifecycle: [2, "open"],
      tags: ["won_customer", "repeat_lead"],
    });
    expect(only(eventsOf(inWon, "EnquiryReceived")).lifecycleNumber).toBe(2);
    expect(inWon.state.lifecycle).toMatchObject({ openedBy: "ENQUIRY", sourceId: "website" });
    expect(faceOf(inSpam.state)).toMatchObject({ stage: "spam", lifecycle: [1, "SPAM"] });
  });
});

describe("an opt-out word", () => {
  const stop = (time: Date) => message(time, { isOptOut: true, messageId: "stop" });

  it.each([
    ["open", openLead()],
    ["won", wonLead()],
    ["declined", declinedLead()],
    ["spam", spamLead()],
  ])("in a lead that is %s is stored and marks the contact, and reopens, tags and counts nothing", (_, lead) => {
    const decision = decide(lead, stop(at("11:00")), fromNobody(at("11:00")));

    expect(kindsOf(decision)).toEqual(["MessageReceived", "ContactOptedOut"]);
    expect(faceOf(decision.state)).toEqual(faceOf(lead));
    expect(decision.state.contact.doNotContactAt).toEqual(at("11:00"));
    expect(decision.state.lifecycle).toEqual(lead.lifecycle);
  });

  it("on a new channel of a won lead begins a thread that is closed", () => {
    const word = message(at("11:00"), { isOptOut: true, channel: "EMAIL" });

    expect(faceOf(stateAfter(wonLead(), word, at("11:00"))).threads).toEqual([
      ["WHATSAPP", "closed", 0],
      ["EMAIL", "closed", 0],
    ]);
  });

  it("a second time keeps the first mark", () => {
    const once = stateAfter(openLead(), stop(at("11:00")), at("11:00"));
    const decision = decide(once, stop(at("12:00")), fromNobody(at("12:00")));

    expect(kindsOf(decision)).toEqual(["MessageReceived"]);
    expect(decision.state.contact.doNotContactAt).toEqual(at("11:00"));
  });

  it("carries no campaign to a later win", () => {
    const stopped = stateAfter(openLead(), message(at("09:40"), { isOptOut: true, campaign: campaign() }), at("09:40"));

    expect(only(stateAfter(stopped, moveTo("won"), at("10:00")).conversions).campaignId).toBeNull();
  });
});
