import {
  getNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  isAbstractType,
  isCompositeType,
  isInterfaceType,
  isObjectType,
  isRequiredArgument,
} from "graphql";
import { type Role, roles } from "../src/platform/role.js";
import { type Belongings, belongingsOf } from "./support/belongings.js";
import { minimalCalls } from "./support/minimal-calls.js";
import { openTestDesk, type TestDesk, type TestMerchant } from "./support/test-desk.js";
import { operationsIn, readSchema } from "./support/wire-schema.js";

const readers: readonly Role[] = ["ADMIN", "MANAGER", "AGENT", "ANALYST"];
const staff: readonly Role[] = ["ADMIN", "MANAGER", "AGENT"];
const leaders: readonly Role[] = ["ADMIN", "MANAGER"];
const historyKinds = `LeadCreated EnquiryReceived EnquiryCorrected LifecycleOpened LifecycleClosed LifecycleReopened StageChanged
  ReEngaged OwnerChanged ConversionRecorded ConversionVoided ConversionReversed TagAdded TagRemoved ContactOptedOut
  ConversationStarted ConversationReopened ConversationClosed ConversationRead MessageReceived MessageSent ResponseAwaited
  HumanResponded AcknowledgementSent NoteAdded FollowUpScheduled FollowUpRescheduled FollowUpReassigned FollowUpCompleted
  FollowUpCancelled FollowUpRestored DeliveryFailed DeliveryRetried DeliveryDismissed HistoryEvent`.split(/\s+/);

/** As the contract's table of roles says, row by row; everybody who reaches a record sees its other fields. */
const visible: [readonly Role[], ...string[]][] = [
  // Personal data: name, identities, message and note text.
  [staff, "Contact.name", "Contact.email", "Contact.phone", "Contact.identities", "Contact.doNotContactAt"],
  [staff, "Message.text", "Note.text", "FollowUp.note"],
  [staff, ...["name", "email", "phone", "message", "serviceInterest", "reason"].map((name) => `EnquiryCorrection.${name}`)],
  // The same as sent, for a partner of its own enquiries.
  [[...staff, "PARTNER"], ...["name", "email", "phone", "message", "fields"].map((name) => `Enquiry.${name}`)],
  // Who did it.
  [staff, ...historyKinds.map((kind) => `${kind}.actor`), "Reversal.actor", "Message.member"],
  // Delivery errors, and what is held.
  [staff, "Lead.deliveries", "Enquiry.problem", "Enquiry.corrections", "QueueEntry.enquiry", "DeliveryAttempt.error"],
  [
    staff,
    ...["channel", "purpose", "recipient", "attempts", "attemptLog", "lastError", "nextAttemptAt", "failedAt", "lead"].map(
      (name) => `Delivery.${name}`,
    ),
  ],
  // Reasons.
  [readers, "Conversion.voidReason", "Lifecycle.reason", "StageChanged.reason", "OwnerChanged.reason"],
  [readers, "LifecycleClosed.reason", "ConversionVoided.reason", "ConversionReversed.reason"],
  // For a partner no tags, live counts, history, conversations; of a win count, repeat and time, no actor.
  [readers, "Lead.owner", "Lead.history", "Lead.conversation", "Lead.conversations", "Lead.followUp", "Lead.followUps"],
  [readers, "Contact.tags", "Contact.liveConversionCount", "Enquiry.isContactable", "FollowUp.assignee"],
  [readers, "Message.campaign", "Message.conversation", "QueueSummary.oldestEnteredAt"],
  [
    readers,
    ...["actor", "campaign", "campaignName", "ordinal", "reversal", "value", "voidableUntil"].map((name) => `Conversion.${name}`),
    ...["acknowledgedAt", "awaitingSince", "campaign", "firstHumanResponseAt", "firstResponse", "responseDueAt"].map(
      (name) => `Lifecycle.${name}`,
    ),
  ],
  [
    readers,
    ...["acknowledgement", "byCampaign", "byMember", "bySource", "firstHumanResponse", "funnel"].map((name) => `Insights.${name}`),
    ...["grossValue", "netValue", "reversed", "reversedValue"].map((name) => `Insights.${name}`),
    ...["InsightsBucket", "CampaignFigures", "MemberFigures", "SourceFigures"].map((name) => `${name}.grossValue`),
  ],
  // Pipeline, policies, members, keys, sources, campaigns: an agent reads pipelines and campaigns, a partner its own source.
  [leaders, "Merchant.policies", "Merchant.members", "Merchant.apiKeys", "Member.email", "Member.createdAt"],
  [staff, "Merchant.pipelines", "Merchant.campaigns"],
  [[...leaders, "PARTNER"], "Merchant.sources", "IntakeSource.key"],
];

const visibleTo = new Map(visible.flatMap(([who, ...coordinates]) => coordinates.map((each) => [each, who] as const)));
const sees = (role: Role, coordinate: string): boolean => visibleTo.get(coordinate)?.includes(role) ?? true;

let desk: TestDesk;
let studio: TestMerchant;
let schema: GraphQLSchema;
let own: Belongings;

beforeAll(async () => {
  desk = await openTestDesk();
  ({ studio } = desk);
  schema = await readSchema(studio.admin);
  own = await belongingsOf(desk, studio);
});

afterAll(() => desk.close());

const objectTypes = (): GraphQLObjectType[] => {
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
  return Object.values(schema.getTypeMap()).filter(
    (type): type is GraphQLObjectType =>
      (isObjectType(type) || isInterfaceType(type)) && !type.name.startsWith("__") && !roots.some((root) => root === type),
  );
};

it("a field is restricted exactly if the table says so, and the schema tells it to its readers", () => {
  const told = objectTypes().flatMap((type) =>
    Object.values(type.getFields()).flatMap(({ name, description }) => {
      const who = /Visible to: ([A-Z, ]+)\.$/.exec(description ?? "")?.[1];
      return who ? [`${type}.${name}: ${who}`] : [];
    }),
  );

  expect(told.sort()).toEqual([...visibleTo].map(([coordinate, who]) => `${coordinate}: ${who.join(", ")}`).sort());
});

interface Ask {
  readonly document: string;
  readonly variables: Record<string, unknown>;
}

/** The shortest ways to every type that this role can reach, by what it may see. */
function waysOf(role: Role): Map<string, (inner: string) => Ask> {
  const ways = new Map<string, (inner: string) => Ask>();
  const found: [type: string, way: (inner: string) => Ask][] = operationsIn(schema).flatMap((operation) => {
    const { coordinate, document, result } = operation;
    const variables = { ...minimalCalls[coordinate]?.(own) };
    const type = getNamedType(result);
    const way = (inner: string): Ask => ({ document: document(`{ ${inner} }`), variables });
    return coordinate.startsWith("Query.") && isCompositeType(type) ? [[type.name, way]] : [];
  });
  const next = found.filter(([name]) => name !== "QueueEntryConnection");
  for (let one = next.shift(); one; one = next.shift()) {
    const [name, way] = one;
    if (ways.has(name)) continue;
    ways.set(name, way);
    const type = schema.getType(name);
    if (isAbstractType(type))
      for (const each of schema.getPossibleTypes(type)) next.push([each.name, (inner) => way(`... on ${each} { ${inner} }`)]);
    if (!isObjectType(type) && !isInterfaceType(type)) continue;
    for (const field of Object.values(type.getFields())) {
      const below = getNamedType(field.type);
      if (isCompositeType(below) && !field.args.some(isRequiredArgument) && sees(role, `${name}.${field.name}`))
        next.push([below.name, (inner) => way(`${field.name} { ${inner} }`)]);
    }
  }
  return ways;
}

/** Operations that this role may not call lead nowhere for it. */
async function waysFrom(role: Role) {
  const { data } = await studio[role.toLowerCase() as Lowercase<Role>].ask("{ viewer { operations } }");
  return data.viewer.operations as string[];
}
