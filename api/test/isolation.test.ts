import { randomUUID } from "node:crypto";
import type { GraphQLSchema } from "graphql";
import { type Belongings, belongingsOf, everythingOf, secretsOf } from "./support/belongings.js";
import { type Answer, openTestDesk, type TestDesk, type TestMerchant } from "./support/test-desk.js";
import { watch } from "./support/watch.js";
import { type Operation, operationsIn, readSchema, selectionOf } from "./support/wire-schema.js";

interface Place {
  /** Which of the other merchant's ids is tried, or which of its lists gives a cursor. */
  readonly theirs: keyof Belongings | "cursor";
  readonly gives: "NOT_FOUND" | "EMPTY" | "BAD_CURSOR";
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

/** Every place of the schema that takes an id. What only names an origin, and is left out when unknown, is tried below. */
const places: Record<string, Place> = {
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
  "Query.queueChangesSince after": cursor({ queue: "UNASSIGNED" }),
  "Mutation.submitEnquiry input.sourceKey": notFound("sourceKey", () => ({
    ...{ idempotencyKey: randomUUID(), channel: "WEB_FORM", contact: { email: "visitor@example.com" } },
  })),
  "Mutation.correctEnquiry input.enquiryId": notFound("enquiryId", () => ({ name: "Right" })),
  "Mutation.assignLead input.leadId": notFound("leadId", ({ memberId }) => ({ memberId })),
  "Mutation.assignLead input.memberId": notFound("memberId", ({ leadId }) => ({ leadId })),
  "Mutation.moveLead input.leadId": notFound("leadId", () => ({ toStage: "won" })),
  "Mutation.moveLead input.followUp.assigneeId": notFound("memberId", ({ freeLeadId }) => ({
    ...{ leadId: freeLeadId, toStage: "reviewing", followUp: { dueAt: later } },
  })),
  "Mutation.voidConversion input.conversionId": notFound("conversionId", () => ({ reason: "Ours", toStage: "proposal" })),
  "Mutation.reverseConversion input.conversionId": notFound("conversionId", () => ({ reason: "Ours" })),
  "Mutation.recordAdditionalConversion input.leadId": notFound("wonLeadId", () => ({ idempotencyKey: randomUUID() })),
  "Mutation.receiveMessage input.leadId": notFound("leadId", () => ({ channel: "WHATSAPP", text: "Hello" })),
  "Mutation.sendMessage input.leadId": notFound("leadId", () => ({ text: "Hello" })),
  "Mutation.sendMessage input.conversationId": notFound("conversationId", () => ({ text: "Hello" })),
  "Mutation.recordResponse input.leadId": notFound("leadId", () => ({ by: "CALL" })),
  "Mutation.addNote input.leadId": notFound("leadId", () => ({ text: "Hello" })),
  "Mutation.closeConversation input.conversationId": notFound("conversationId", () => ({})),
  "Mutation.markConversationRead input.conversationId": notFound("conversationId", () => ({})),
  "Mutation.markConversationRead input.upToMessageId": notFound("messageId", ({ conversationId }) => ({ conversationId })),
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

const triedBelow = [
  "Mutation.submitEnquiry input.campaignId",
  "Mutation.receiveMessage input.quickReply.campaignId",
  "Subscription.queueChanges after",
];

let desk: TestDesk;
let studio: TestMerchant;
let garage: TestMerchant;
let schema: GraphQLSchema;
let operations: Operation[];
let theirs: Belongings;
let ours: Belongings;

beforeAll(async () => {
  desk = await openTestDesk();
  ({ studio, garage } = desk);
  schema = await readSchema(garage.admin);
  operations = operationsIn(schema);
  theirs = await belongingsOf(desk, studio);
  ours = await belongingsOf(desk, garage);
});

afterAll(() => desk.close());

function operationAt(place: string): { operation: Operation; path: string[] } {
  const [coordinate, path = ""] = place.split(" ");
  const operation = operations.find((each) => each.coordinate === coordinate);
  if (!operation) throw new Error(`The schema has no ${coordinate}`);
  return { operation, path: path.split(".") };
}

function ask(caller: TestMerchant["admin"], place: string, id: string): Promise<Answer> {
  const { operation, path } = operationAt(place);
  const depth = operation.coordinate.startsWith("Query") ? 0 : 1;
  const variables = withValue(places[place]?.beside?.(ours) ?? {}, path, id);
  return caller.ask(operation.document(selectionOf(schema, operation.result, depth)), variables);
}

function withValue(object: object, [key = "", ...rest]: string[], value: unknown): Record<string, unknown> {
  const inner: unknown = Reflect.get(object, key);
  return { ...object, [key]: rest.length === 0 ? value : withValue(Object(inner ?? {}), rest, value) };
}

/** What is the same for every request of a kind. */
const told = ({ status, data, errors }: Answer) => ({
  ...{ status, data },
  errors: errors.map(({ message, extensions: { requestId: _, ...rest } }) => ({ message, ...rest })),
});

async function cursorOfTheirs(place: string): Promise<string> {
  const { operation } = operationAt(place);
  if (operation.name === "queueChangesSince") return (await snapshotOf(studio)).cursor;
  const answer = await studio.admin.ask(operation.document("{ pageInfo { endCursor } }"), {
    ...places[place]?.beside?.(theirs),
    first: 1,
  });
  return answer.data[operation.name].pageInfo.endCursor;
}

async function snapshotOf({ admin }: TestMerchant, variables: object = {}) {
  const watching = watch(desk.url, admin, { queue: "UNASSIGNED", ...variables });
  const snapshot = await watching.next((event) => event.__typename === "QueueSnapshot");
  await watching.stop();
  return { ...snapshot, seen: watching.seen };
}

it("knows every place of the schema that takes an id", () => {
  const found = operations.flatMap(({ coordinate, ids }) => ids.map((id) => `${coordinate} ${id}`));

  expect([...Object.keys(places), ...triedBelow].sort()).toEqual(found.sort());
});

describe("an id of another merchant", () => {
  it.each(Object.keys(places))("at %s is the same as one that nobody has, and changes nothing", async (place) => {
    const { theirs: name, gives } = places[place] as Place;
    const foreign = name === "cursor" ? await cursorOfTheirs(place) : theirs[name];
    const unknown = name === "receiptNumber" ? "E-00000-00000" : name.endsWith("Id") ? randomUUID() : "nobody-has-it";
    const before = [await everythingOf(desk, studio.id), await everythingOf(desk, garage.id)];

    const answer = told(await ask(garage.admin, place, foreign));

    expect(answer).toEqual(told(await ask(garage.admin, place, unknown)));
    expect([await everythingOf(desk, studio.id), await everythingOf(desk, garage.id)]).toEqual(before);
    const codes = answer.errors.map((error) => Reflect.get(error, "code"));
    if (gives === "NOT_FOUND") expect([codes, answer.data]).toEqual([["NOT_FOUND"], expect.toBeOneOf([null, undefined])]);
  });
});
