import { randomUUID } from "node:crypto";
import type { Belongings } from "./belongings.js";
import { rentals } from "./rentals.js";

const later = "2030-01-01T09:00:00.000Z";
const input =
  (make: (own: Belongings) => object) =>
  (own: Belongings): object => ({ input: make(own) });
const onLead = (more: object = {}) => input(({ leadId }) => ({ leadId, ...more }));

/** For each operation the least that makes it a right call of the merchant with these belongings. */
export const minimalCalls: Record<string, (own: Belongings) => object> = {
  "Query.viewer": () => ({}),
  "Query.merchant": () => ({}),
  "Query.lead": ({ leadId }) => ({ id: leadId }),
  "Query.leads": () => ({}),
  "Query.contact": ({ contactId }) => ({ id: contactId }),
  "Query.contacts": () => ({}),
  "Query.conversation": ({ conversationId }) => ({ id: conversationId }),
  "Query.conversations": () => ({}),
  "Query.enquiry": ({ receiptNumber }) => ({ receiptNumber }),
  "Query.queues": () => ({}),
  "Query.queue": () => ({ name: "UNASSIGNED" }),
  "Query.queueChangesSince": () => ({ queue: "UNASSIGNED", after: "none" }),
  "Query.conversions": () => ({}),
  "Query.insights": () => ({}),
  "Query.deliveries": () => ({}),
  "Mutation.submitEnquiry": input(() => ({
    ...{ idempotencyKey: randomUUID(), channel: "WEB_FORM", contact: { email: `${randomUUID()}@example.com` } },
  })),
  "Mutation.receiveMessage": input(({ leadId }) => ({ leadId, channel: "WHATSAPP", text: "Hello" })),
  "Mutation.correctEnquiry": input(({ enquiryId }) => ({ enquiryId, name: "Right" })),
  "Mutation.moveLead": onLead({ toStage: "won" }),
  "Mutation.moveLeads": input(({ leadId }) => ({ moves: [{ leadId, toStage: "won" }] })),
  "Mutation.sendMessage": onLead({ text: "Hello" }),
  "Mutation.addNote": onLead({ text: "Hello" }),
  "Mutation.recordResponse": onLead({ by: "CALL" }),
  "Mutation.tagContact": onLead({ tag: "vip" }),
  "Mutation.untagContact": onLead({ tag: "vip" }),
  "Mutation.scheduleFollowUp": onLead({ dueAt: later }),
  "Mutation.rescheduleFollowUp": input(({ followUpId }) => ({ followUpId, dueAt: later })),
  "Mutation.completeFollowUp": input(({ followUpId }) => ({ followUpId })),
  "Mutation.closeConversation": input(({ conversationId }) => ({ conversationId })),
  "Mutation.markConversationRead": input(({ conversationId }) => ({ conversationId })),
  "Mutation.assignLead": onLead({ memberId: null }),
  "Mutation.claimNextLead": input(() => ({ queue: "UNASSIGNED" })),
  "Mutation.voidConversion": input(({ conversionId }) => ({ conversionId, reason: "Mistake", toStage: "proposal" })),
  "Mutation.recordAdditionalConversion": input(({ wonLeadId }) => ({
    leadId: wonLeadId,
    idempotencyKey: randomUUID(),
  })),
  "Mutation.reverseConversion": input(({ conversionId }) => ({ conversionId, reason: "Refund" })),
  "Mutation.retryDelivery": input(({ deliveryId }) => ({ deliveryId })),
  "Mutation.dismissDelivery": input(({ deliveryId }) => ({ deliveryId })),
  "Mutation.releaseEnquiry": input(({ enquiryId }) => ({ enquiryId })),
  "Mutation.rejectEnquiry": input(({ enquiryId }) => ({ enquiryId, reason: "Spam" })),
  "Mutation.mergeContacts": input(({ contactId, otherContactId }) => ({
    survivorId: contactId,
    mergedId: otherContactId,
  })),
  "Mutation.suspendMember": input(({ memberId }) => ({ memberId })),
  "Mutation.reinstateMember": input(({ memberId }) => ({ memberId })),
  "Mutation.changeMemberRole": input(({ memberId }) => ({ memberId, role: "ANALYST" })),
  "Mutation.configurePipeline": input(() => ({ ...rentals() })),
  "Mutation.updatePolicies": input(() => ({ responseTarget: "PT2H" })),
};

/** The same call about things that nobody has: whether it is allowed shows, and nothing comes of it. */
export const aboutNobodys = (variables: object): Record<string, unknown> =>
  JSON.parse(
    JSON.stringify(variables).replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|E-\w{5}-\w{5}/g, () => randomUUID()),
  );
