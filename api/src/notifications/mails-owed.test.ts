import type { LeadEvent } from "../leads/events.js";
import { type Happening, mailsOwed, type Scene } from "./mails-owed.js";

const at = new Date("2026-03-02T09:00:00Z");
const ana = { id: "ana", name: "Ana", email: "ana@desk.example", role: "AGENT" as const, isActive: true };
const max = { id: "max", name: "Max", email: "max@desk.example", role: "MANAGER" as const, isActive: true };
const ada = { id: "ada", name: "Ada", email: "ada@desk.example", role: "ADMIN" as const, isActive: true };
const lou = { id: "lou", name: "Lou", email: "lou@desk.example", role: "ANALYST" as const, isActive: true };

const enquiry = {
  id: "enquiry",
  messageId: "message",
  receiptNumber: "R-7",
  name: "Clara",
  email: "clara@guest.example",
  serviceInterest: null,
};

const scene = (changes: Partial<Scene> = {}): Scene => ({
  merchantName: "Hotel Example",
  acknowledgement: { enabled: true, subject: "We have your enquiry", text: "Reference {receiptNumber}" },
  isTest: false,
  isSpam: false,
  ownerId: null,
  contact: { name: "Clara", email: "clara@guest.example", isOptedOut: false },
  members: [ana, max, ada, lou],
  enquiries: [enquiry],
  messages: [{ id: "answer", channel: "WEB_FORM", text: "Gladly.", isByMember: true }],
  leadUrl: null,
  ...changes,
});

const happening = (event: LeadEvent, actorId: string | null = null): Happening => ({
  sequence: 4,
  actor: actorId ? { kind: "MEMBER", id: actorId } : { kind: "SYSTEM", id: null },
  event,
});

const received = happening({
  kind: "EnquiryReceived",
  at,
  enquiryId: "enquiry",
  sourceId: "website",
  channel: "WEB_FORM",
  lifecycleNumber: 1,
});
const returned = happening({
  ...{ kind: "ReEngaged", at, from: "won", fromName: "Won", to: "new", toName: "New" },
  ...{ isRepeat: true, campaignId: null, campaignStageUnused: null },
});
const sent = happening({ kind: "MessageSent", at, messageId: "answer", conversationId: "thread" }, "ana");
const handedTo = (toId: string | null, actorId: string | null) =>
  happening({ kind: "OwnerChanged", at, fromId: null, toId, reason: null }, actorId);

const readersOf = (happenings: Happening[], changes: Partial<Scene> = {}): string[] =>
  mailsOwed(happenings, scene(changes)).map(({ purpose, reader }) => `${purpose} ${reader}`);

describe("an enquiry", () => {
  it("is acknowledged to the visitor and told to every active manager and admin", () => {
    expect(readersOf([received])).toEqual(["ACKNOWLEDGEMENT contact", "STAFF_NOTICE max", "STAFF_NOTICE ada"]);
    expect(mailsOwed([received], scene())[0]).toEqual({
      sequence: 4,
      purpose: "ACKNOWLEDGEMENT",
      recipient: "clara@guest.example",
      reader: "contact",
      messageId: "message",
      subject: "We have your enquiry",
      body: "Reference R-7",
    });
  });

  it("is told to the owner alone where there is one", () => {
    expect(readersOf([received], { ownerId: "ana" })).toEqual(["ACKNOWLEDGEMENT contact", "STAFF_NOTICE ana"]);
  });

  it("is told to managers and admins when the owner is suspended", () => {
    const members = [{ ...ana, isActive: false }, max, { ...ada, isActive: false }];

    expect(readersOf([received], { ownerId: "ana", members })).toEqual(["ACKNOWLEDGEMENT contact", "STAFF_NOTICE max"]);
  });

  it.each<[string, Partial<Scene>]>([
    ["the merchant has switched it off", { acknowledgement: { ...scene().acknowledgement, enabled: false } }],
    ["the contact wants to be left alone", { contact: { ...scene().contact, isOptedOut: true } }],
    ["the visitor left no usable address", { enquiries: [{ ...enquiry, email: null }] }],
  ])("is not acknowledged when %s, and told to staff all the same", (_when, changes) => {
    expect(readersOf([received], changes)).toEqual(["STAFF_NOTICE max", "STAFF_NOTICE ada"]);
  });

  it("in a lead that is spam is answered to nobody and told to nobody", () => {
    expect(readersOf([received], { isSpam: true })).toEqual([]);
  });

  it("of a test goes out labelled", () => {
    expect(mailsOwed([received], scene({ isTest: true })).map(({ subject }) => subject)).toEqual([
      "[TEST] We have your enquiry",
      "[TEST] New enquiry: Clara",
      "[TEST] New enquiry: Clara",
    ]);
  });
});

describe("a customer who returns", () => {
  it("by message is told to staff", () => {
    expect(readersOf([returned], { ownerId: "ana" })).toEqual(["STAFF_NOTICE ana"]);
  });

  it("by enquiry is told once, as a return", () => {
    const mails = mailsOwed([returned, received], scene({ ownerId: "ana" }));

    expect(mails.map(({ purpose }) => purpose)).toEqual(["ACKNOWLEDGEMENT", "STAFF_NOTICE"]);
    expect(mails[1]?.subject).toBe("Back again: Clara");
  });
});

describe("a change of owner", () => {
  it("is told to the new owner", () => {
    expect(mailsOwed([handedTo("ana", "max")], scene())).toMatchObject([
      {
        purpose: "STAFF_NOTICE",
        reader: "ana",
        subject: "Yours now: Clara",
        body: "Max has given you the lead of Clara.",
      },
    ]);
  });

  it.each([
    ["who took the lead", "ana", "ana"],
    ["when it is nobody", null, "max"],
    ["who has left", "gone", "max"],
  ])("is not told to a new owner %s", (_which, toId, actorId) => {
    expect(readersOf([handedTo(toId, actorId)])).toEqual([]);
  });
});

describe("a member's message", () => {
  it("goes to the contact's address in the member's own words", () => {
    expect(mailsOwed([sent], scene())).toMatchObject([
      {
        purpose: "REPLY",
        recipient: "clara@guest.example",
        messageId: "answer",
        subject: "Your enquiry to Hotel Example",
        body: "Gladly.",
      },
    ]);
  });

  it("to a contact who left no address is owed all the same, so that its failure is seen", () => {
    const contact = { ...scene().contact, email: null };

    expect(mailsOwed([sent], scene({ contact }))).toMatchObject([{ purpose: "REPLY", recipient: "" }]);
  });

  it.each(["WHATSAPP", "PHONE"] as const)("on %s is no mail", (channel) => {
    expect(readersOf([sent], { messages: [{ id: "answer", channel, text: "Gladly.", isByMember: true }] })).toEqual([]);
  });

  it.each<[string, Partial<Scene>]>([
    [
      "a colleague sent it from elsewhere",
      { messages: [{ id: "answer", channel: "EMAIL", text: "Gladly.", isByMember: false }] },
    ],
  ])("is no mail when %s", (_when, changes) => {
    expect(readersOf([sent], changes)).toEqual([]);
  });
});
