import { randomUUID } from "node:crypto";
import type { GraphQLSchema } from "graphql";
import type { Belongings } from "./belongings.js";
import { rentals } from "./rentals.js";
import type { Answer, Caller, TestDesk, TestMerchant } from "./test-desk.js";
import { watch } from "./watch.js";
import { type Operation, operationsIn, selectionOf } from "./wire-schema.js";

export interface Place {
  /** Which of the other merchant's ids is tried, or which of its lists gives a cursor. */
  readonly theirs: keyof Belongings | "cursor";
  readonly gives: "NOT_FOUND" | "LEAD_NOT_FOUND" | "EMPTY" | "BAD_CURSOR" | "RESYNC";
  /** What else the call needs. */
  readonly beside?: (ours: Belongings) => object;
}

const later = "2030-01-01T09:00:00.000Z";
const notFound = (theirs: keyof Belongings, beside?: (ours: Belongings) => object): Place => ({
  ...{ theirs, gives: "NOT_FOUND" },
  ...(beside && { beside: (ours: Belongings) => ({ input: beside(ours) }) }),
});
const empty = (theirs: keyof Belongings): Place => ({ theirs, gives: "EMPTY" });
const cursor = (beside: object = {}): Place => ({ theirs: "cursor", gives: "BAD_CURSOR", beside: () => beside });

/** Every place of the schema that takes an id. */
export const places: Record<string, Place> = {
  "Query.lead id": notFound("leadId"),
  "Query.contact id": notFound("contactId"),
  "Query.conversation id": notFound("conversationId"),
  "Query.enquiry receiptNumber": notFound("receiptNumber"),
  "Query.leads filter.ownerId": empty("memberId"),
  "Query.leads filter.contactId": empty("contactId"),
  "Query.leads filter.pipelineId": empty("pipelineId"),
  "Query.conversations filter.ownerId": empty("memberId"),
  "Query.conversions filter.campaignId": empty("campaignId"),
  "Query.conversions filter.actorId": empty("memberId"),
  "Query.conversions filter.leadId": empty("wonLeadId"),
  "Query.conversions filter.contactId": empty("contactId"),
  "Query.deliveries filter.leadId": empty("leadId"),
  "Query.insights filter.campaignId": empty("campaignId"),
  "Query.insights filter.memberId": empty("memberId"),
  "Query.insights filter.sourceId": empty("sourceId"),
  "Query.insights filter.pipelineId": empty("pipelineId"),
  "Query.leads after": cursor(),
  "Query.contacts after": cursor(),
  "Query.conversations after": cursor(),
  "Query.conversions after": cursor(),
  "Query.deliveries after": cursor(),
  "Query.queue after": cursor({ name: "UNASSIGNED" }),
  "Query.queueChangesSince after": { ...cursor({ queue: "UNASSIGNED" }), gives: "RESYNC" },
  "Mutation.submitEnquiry input.sourceKey": notFound("sourceKey", () => ({
    ...{ idempotencyKey: randomUUID(), channel: "WEB_FORM", contact: { email: "visitor@example.com" } },
  })),
  "Mutation.correctEnquiry input.enquiryId": notFound("enquiryId", () => ({ name: "Right" })),
  "Mutation.mergeContacts input.survivorId": notFound("contactId", ({ otherContactId }) => ({
    mergedId: otherContactId,
  })),
  "Mutation.mergeContacts input.mergedId": notFound("contactId", ({ otherContactId }) => ({
    survivorId: otherContactId,
  })),
  "Mutation.mergeContacts input.survivingLeadIds": notFound("leadId", ({ contactId, otherContactId }) => ({
    ...{ survivorId: contactId, mergedId: otherContactId },
  })),
  "Mutation.releaseEnquiry input.enquiryId": notFound("enquiryId", () => ({})),
  "Mutation.rejectEnquiry input.enquiryId": notFound("enquiryId", () => ({ reason: "Ours" })),
  "Mutation.configurePipeline input.pipelineId": notFound("pipelineId", () => ({ ...rentals() })),
  "Mutation.assignLead input.leadId": notFound("leadId", ({ memberId }) => ({ memberId })),
  "Mutation.assignLead input.memberId": notFound("memberId", ({ leadId }) => ({ leadId })),
  "Mutation.moveLead input.leadId": notFound("leadId", () => ({ toStage: "won" })),
  "Mutation.moveLead input.followUp.assigneeId": notFound("memberId", ({ freeLeadId }) => ({
    ...{ leadId: freeLeadId, toStage: "reviewing", followUp: { dueAt: later } },
  })),
  "Mutation.moveLeads input.moves.leadId": {
    ...notFound("leadId", () => ({ moves: { toStage: "won" } })),
    gives: "LEAD_NOT_FOUND",
  },
  "Mutation.moveLeads input.moves.followUp.assigneeId": notFound("memberId", ({ freeLeadId }) => ({
    moves: { leadId: freeLeadId, toStage: "reviewing", followUp: { dueAt: later } },
  })),
  "Mutation.voidConversion input.conversionId": notFound("conversionId", () => ({
    reason: "Ours",
    toStage: "proposal",
  })),
  "Mutation.reverseConversion input.conversionId": notFound("conversionId", () => ({ reason: "Ours" })),
  "Mutation.recordAdditionalConversion input.leadId": notFound("wonLeadId", () => ({ idempotencyKey: randomUUID() })),
  "Mutation.receiveMessage input.leadId": notFound("leadId", () => ({ channel: "WHATSAPP", text: "Hello" })),
  "Mutation.sendMessage input.leadId": notFound("leadId", () => ({ text: "Hello" })),
  "Mutation.sendMessage input.conversationId": notFound("conversationId", () => ({ text: "Hello" })),
  "Mutation.recordResponse input.leadId": notFound("leadId", () => ({ by: "CALL" })),
  "Mutation.addNote input.leadId": notFound("leadId", () => ({ text: "Hello" })),
  "Mutation.closeConversation input.conversationId": notFound("conversationId", () => ({})),
  "Mutation.markConversationRead input.conversationId": notFound("conversationId", () => ({})),
  "Mutation.markConversationRead input.upToMessageId": notFound("messageId", ({ conversationId }) => ({
    conversationId,
  })),
  "Mutation.scheduleFollowUp input.leadId": notFound("leadId", () => ({ dueAt: later })),
  "Mutation.scheduleFollowUp input.assigneeId": notFound("memberId", ({ leadId }) => ({ leadId, dueAt: later })),
  "Mutation.rescheduleFollowUp input.followUpId": notFound("followUpId", () => ({ dueAt: later })),
  "Mutation.completeFollowUp input.followUpId": notFound("followUpId", () => ({})),
  "Mutation.tagContact input.leadId": notFound("leadId", () => ({ tag: "vip" })),
  "Mutation.untagContact input.leadId": notFound("leadId", () => ({ tag: "vip" })),
  "Mutation.retryDelivery input.deliveryId": notFound("deliveryId", () => ({})),
  "Mutation.dismissDelivery input.deliveryId": notFound("deliveryId", () => ({})),
  "Mutation.suspendMember input.memberId": notFound("memberId", () => ({})),
  "Mutation.reinstateMember input.memberId": notFound("memberId", () => ({})),
  "Mutation.changeMemberRole input.memberId": notFound("memberId", () => ({ role: "ANALYST" })),
};

/** Where an unknown id is left out, or a stream begins anew. */
export const lenientPlaces = [
  "Mutation.submitEnquiry input.campaignId",
  "Mutation.receiveMessage input.quickReply.campaignId",
  "Subscription.queueChanges after",
];

export const outcomes = {
  NOT_FOUND: { codes: ["NOT_FOUND"], first: null },
  LEAD_NOT_FOUND: { codes: [], first: { results: [{ __typename: "LeadMoveResult" }] } },
  BAD_CURSOR: { codes: ["BAD_USER_INPUT"], first: null },
  EMPTY: { codes: [] },
  RESYNC: { codes: [], first: { nodes: [{ __typename: "QueueResync" }, { __typename: "QueueSnapshot" }] } },
} satisfies Record<Place["gives"], object>;

export function operationAt(schema: GraphQLSchema, place: string): { operation: Operation; path: string[] } {
  const [coordinate, path = ""] = place.split(" ");
  const operation = operationsIn(schema).find((each) => each.coordinate === coordinate);
  if (!operation) throw new Error(`The schema has no ${coordinate}`);
  return { operation, path: path.split(".") };
}

/** A call that is right but for the id. */
export function askAt(
  schema: GraphQLSchema,
  caller: Caller,
  ours: Belongings,
  place: string,
  id: string,
): Promise<Answer> {
  const { operation, path } = operationAt(schema, place);
  const depth = operation.coordinate.startsWith("Query") ? 0 : 1;
  const variables = withValue(places[place]?.beside?.(ours) ?? {}, path, id);
  return caller.ask(operation.document(selectionOf(schema, operation.result, depth)), variables);
}

function withValue(object: object, [key = "", ...rest]: string[], value: unknown): Record<string, unknown> {
  const inner: unknown = Reflect.get(object, key);
  return { ...object, [key]: rest.length === 0 ? value : withValue(Object(inner ?? {}), rest, value) };
}

/** The id or the cursor of the other merchant that is tried there. */
export async function foreignAt(
  { url }: TestDesk,
  schema: GraphQLSchema,
  { admin }: TestMerchant,
  theirs: Belongings,
  place: string,
): Promise<string> {
  const { theirs: name, beside } = places[place] as Place;
  if (name !== "cursor") return theirs[name];
  const { operation } = operationAt(schema, place);
  if (operation.name === "queueChangesSince") {
    const watching = watch(url, admin, { queue: "UNASSIGNED" });
    const { cursor: after } = await watching.next((event) => event.__typename === "QueueSnapshot");
    await watching.stop();
    return after;
  }
  const variables = { ...beside?.(theirs), first: 1 };
  const answer = await admin.ask(operation.document("{ pageInfo { endCursor } }"), variables);
  return answer.data[operation.name].pageInfo.endCursor;
}
