import type { ChannelName } from "../conversations/conversation.js";
import type { DeliveryPurpose } from "../deliveries/delivery.js";
import type { Actor, EventOf, LeadEvent, LeadEventKind } from "../leads/events.js";
import type { MemberRole } from "../people/member.js";
import type { Policies } from "../people/policies.js";
import { arrivalNotice, fillIn, handoverNotice, type Words } from "./wording.js";

/** Everything about a lead that decides who hears of what happened, as plain values. */
export interface Scene {
  readonly merchantName: string;
  readonly acknowledgement: Policies["acknowledgement"];
  readonly isTest: boolean;
  readonly isSpam: boolean;
  readonly ownerId: string | null;
  readonly contact: { readonly name: string | null; readonly email: string | null; readonly isOptedOut: boolean };
  readonly members: readonly Colleague[];
  readonly enquiries: readonly SentEnquiry[];
  readonly messages: readonly WrittenMessage[];
  readonly leadUrl: string | null;
}

export interface Colleague {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly role: MemberRole;
  readonly isActive: boolean;
}

export interface SentEnquiry {
  readonly id: string;
  /** The message by which it stands in the lead's conversation. */
  readonly messageId: string | null;
  readonly receiptNumber: string;
  readonly name: string | null;
  /** Normalised; null when nobody can be answered by it. */
  readonly email: string | null;
  readonly serviceInterest: string | null;
}

export interface WrittenMessage {
  readonly id: string;
  readonly channel: ChannelName;
  readonly text: string | null;
  readonly isByMember: boolean;
}

export interface Happening<Event extends LeadEvent = LeadEvent> {
  readonly sequence: number;
  readonly actor: Actor;
  readonly event: Event;
}

export interface OwedMail extends Words {
  readonly sequence: number;
  readonly purpose: DeliveryPurpose;
  readonly recipient: string;
  /** Whom it reaches, in a word that is no personal data: a member's id, or the contact. */
  readonly reader: string;
  readonly messageId: string | null;
}

/** Which mails one command's events call for. */
export function mailsOwed(happenings: readonly Happening[], scene: Scene): OwedMail[] {
  const owed = happenings.flatMap((happening) => {
    const rule = rules[happening.event.kind as keyof Rules] as Rule<LeadEventKind> | undefined;
    return rule ? rule(happening, scene, happenings) : [];
  });
  return scene.isTest ? owed.map((mail) => ({ ...mail, subject: `[TEST] ${mail.subject}` })) : owed;
}

type Rule<Kind extends LeadEventKind> = (
  happening: Happening<EventOf<Kind>>,
  scene: Scene,
  all: readonly Happening[],
) => OwedMail[];
type Rules = { [Kind in "EnquiryReceived" | "ReEngaged" | "OwnerChanged" | "MessageSent"]: Rule<Kind> };

const rules: Rules = {
  EnquiryReceived: (happening, scene, all) => {
    const enquiry = scene.enquiries.find((e) => e.id === happening.event.enquiryId);
    if (!enquiry || scene.isSpam) return [];
    const isReturning = all.some(({ event }) => event.kind === "ReEngaged");
    const { receiptNumber, serviceInterest } = enquiry;
    const who = enquiry.name ?? scene.contact.name;
    const notice = arrivalNotice({ who, isReturning, receiptNumber, serviceInterest, leadUrl: scene.leadUrl });
    return [...acknowledgementsOf(happening.sequence, enquiry, scene), ...toStaff(happening.sequence, scene, notice)];
  },
  ReEngaged: ({ sequence }, scene, all) => {
    // The enquiry that brought the customer back tells more.
    if (all.some(({ event }) => event.kind === "EnquiryReceived")) return [];
    const unknown = { receiptNumber: null, serviceInterest: null };
    const notice = arrivalNotice({ who: scene.contact.name, isReturning: true, ...unknown, leadUrl: scene.leadUrl });
    return toStaff(sequence, scene, notice);
  },
  OwnerChanged: ({ sequence, actor, event }, scene) => {
    const owner = activeMember(scene, event.toId);
    if (!owner || owner.id === actor.id) return [];
    const by = scene.members.find((member) => member.id === actor.id)?.name ?? null;
    const notice = handoverNotice({ who: scene.contact.name, by, reason: event.reason, leadUrl: scene.leadUrl });
    return [toColleague(sequence, owner, notice)];
  },
  MessageSent: ({ sequence, event }, { contact, messages, merchantName }) => {
    const message = messages.find((m) => m.id === event.messageId);
    if (!message?.isByMember || !message.text || !answeredByMail[message.channel]) return [];
    const words = { subject: `Your enquiry to ${merchantName}`, body: message.text };
    return [
      // Without an address it fails at once, and is seen where failures are seen: silence would pass for an answer.
      {
        sequence,
        purpose: "REPLY",
        recipient: contact.email ?? "",
        reader: theContact,
        messageId: message.id,
        ...words,
      },
    ];
  },
};

/** On which channels a member's answer leaves as mail. */
const answeredByMail = {
  EMAIL: true,
  WEB_FORM: true,
  ADS: true,
  API: true,
  WHATSAPP: false,
  PHONE: false,
} satisfies Record<ChannelName, boolean>;

const theContact = "contact";

function acknowledgementsOf(sequence: number, enquiry: SentEnquiry, { acknowledgement, contact }: Scene): OwedMail[] {
  const { email, messageId } = enquiry;
  if (!acknowledgement.enabled || contact.isOptedOut || email === null) return [];
  const words = { subject: fillIn(acknowledgement.subject, enquiry), body: fillIn(acknowledgement.text, enquiry) };
  return [{ sequence, purpose: "ACKNOWLEDGEMENT", recipient: email, reader: theContact, messageId, ...words }];
}

/** Whoever is responsible; where nobody is, those who can make somebody responsible. */
function toStaff(sequence: number, scene: Scene, notice: Words): OwedMail[] {
  const owner = activeMember(scene, scene.ownerId);
  const leaders = scene.members.filter(({ role, isActive }) => isActive && (role === "MANAGER" || role === "ADMIN"));
  return (owner ? [owner] : leaders).map((reader) => toColleague(sequence, reader, notice));
}

const toColleague = (sequence: number, { id, email }: Colleague, notice: Words): OwedMail => ({
  ...{ sequence, purpose: "STAFF_NOTICE" as const, recipient: email, reader: id, messageId: null },
  ...notice,
});

const activeMember = ({ members }: Scene, id: string | null): Colleague | null =>
  members.find((member) => member.id === id && member.isActive) ?? null;
