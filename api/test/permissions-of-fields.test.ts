import {
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isCompositeType,
  isInterfaceType,
  isObjectType,
  isRequiredArgument,
} from "graphql";
import { type Role, roles } from "../src/platform/role.js";
import { type Belongings, belongingsOf } from "./support/belongings.js";
import { minimalCalls } from "./support/minimal-calls.js";
import { type Answer, openTestDesk, type TestDesk, type TestMerchant } from "./support/test-desk.js";
import { operationsIn, readSchema } from "./support/wire-schema.js";

const readers: readonly Role[] = ["ADMIN", "MANAGER", "AGENT", "ANALYST"];
const staff: readonly Role[] = ["ADMIN", "MANAGER", "AGENT"];
const leaders: readonly Role[] = ["ADMIN", "MANAGER"];
const historyKinds =
  `LeadCreated EnquiryReceived EnquiryCorrected LifecycleOpened LifecycleClosed LifecycleReopened StageChanged
  ReEngaged OwnerChanged ConversionRecorded ConversionVoided ConversionReversed TagAdded TagRemoved ContactOptedOut
  ConversationStarted ConversationReopened ConversationClosed ConversationRead MessageReceived MessageSent ResponseAwaited
  ResponseTargetMissed ContactMerged LeadMerged LeadAbsorbed
  HumanResponded AcknowledgementSent NoteAdded FollowUpScheduled FollowUpRescheduled FollowUpReassigned FollowUpCompleted
  FollowUpCancelled FollowUpRestored DeliveryFailed DeliveryRetried DeliveryDismissed HistoryEvent`.split(/\s+/);

/** As the contract's table of roles says, row by row; everybody who reaches a record sees its other fields. */
const visible: [readonly Role[], ...string[]][] = [
  // Personal data: name, identities, message and note text.
  [staff, "Contact.name", "Contact.email", "Contact.phone", "Contact.identities", "Contact.doNotContactAt"],
  [staff, "Message.text", "Note.text", "FollowUp.note"],
  [
    staff,
    ...["name", "email", "phone", "message", "serviceInterest", "reason"].map((name) => `EnquiryCorrection.${name}`),
  ],
  // The same as sent, for a partner of its own enquiries.
  [[...staff, "PARTNER"], ...["name", "email", "phone", "message", "fields"].map((name) => `Enquiry.${name}`)],
  // Who did it.
  [staff, ...historyKinds.map((kind) => `${kind}.actor`), "Reversal.actor", "Message.member"],
  // Delivery errors, and what is held.
  [staff, "Lead.deliveries", "Enquiry.problem", "Enquiry.corrections", "QueueEntry.enquiry", "DeliveryAttempt.error"],
  [
    staff,
    ...[
      "channel",
      "purpose",
      "recipient",
      "attempts",
      "attemptLog",
      "lastError",
      "nextAttemptAt",
      "failedAt",
      "lead",
    ].map((name) => `Delivery.${name}`),
  ],
  // Reasons.
  [readers, "Conversion.voidReason", "Lifecycle.reason", "StageChanged.reason", "OwnerChanged.reason"],
  [readers, "LifecycleClosed.reason", "ConversionVoided.reason", "ConversionReversed.reason"],
  // For a partner no tags, live counts, history, conversations; of a win count, repeat and time, no actor.
  [readers, "Lead.owner", "Lead.history", "Lead.conversation", "Lead.conversations", "Lead.followUp", "Lead.followUps"],
  [readers, "LeadMerged.absorbedHistory"],
  [readers, "Contact.tags", "Contact.liveConversionCount", "Enquiry.isContactable", "FollowUp.assignee"],
  [readers, "Message.campaign", "Message.conversation", "QueueSummary.oldestEnteredAt"],
  [
    readers,
    ...["actor", "campaign", "campaignName", "ordinal", "reversal", "value", "voidableUntil"].map(
      (name) => `Conversion.${name}`,
    ),
    ...["acknowledgedAt", "awaitingSince", "campaign", "firstHumanResponseAt", "firstResponse", "responseDueAt"].map(
      (name) => `Lifecycle.${name}`,
    ),
  ],
  [
    readers,
    ...["acknowledgement", "byCampaign", "byMember", "bySource", "firstHumanResponse", "funnel"].map(
      (name) => `Insights.${name}`,
    ),
    ...["grossValue", "netValue", "reversed", "reversedValue"].map((name) => `Insights.${name}`),
    ...["InsightsBucket", "CampaignFigures", "MemberFigures", "SourceFigures"].map((name) => `${name}.grossValue`),
  ],
  // Pipeline, policies, members, keys, sources, campaigns: an agent reads pipelines and campaigns, a partner its own source.
  [leaders, "Merchant.policies", "Merchant.members", "Merchant.apiKeys", "Member.email", "Member.createdAt"],
  [staff, "Merchant.pipelines", "Merchant.campaigns", "Pipeline.stages", "Pipeline.transitions", "Pipeline.version"],
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
      (isObjectType(type) || isInterfaceType(type)) &&
      !type.name.startsWith("__") &&
      !roots.some((root) => root === type),
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

type Way = (inner: string) => Promise<Answer>;

/** The shortest way to every type that this role reaches through what it may see. */
async function waysOf(role: Role): Promise<Map<string, Way>> {
  const caller = studio[role.toLowerCase() as Lowercase<Role>];
  const { data } = await caller.ask("{ viewer { operations } }");
  const ways = new Map<string, Way>();
  const next = operationsIn(schema)
    .filter(({ coordinate, name }) => coordinate.startsWith("Query.") && data.viewer.operations.includes(name))
    .map(({ coordinate, document, result }): [string, Way] => [
      getNamedType(result).name,
      (inner) => caller.ask(document(`{ ${inner} }`), { ...minimalCalls[coordinate]?.(own) }),
    ]);
  for (let one = next.shift(); one; one = next.shift()) {
    const [name, way] = one;
    if (ways.has(name)) continue;
    ways.set(name, way);
    const type = schema.getType(name);
    if (isAbstractType(type))
      for (const each of schema.getPossibleTypes(type))
        next.push([each.name, (inner) => way(`... on ${each} { ${inner} }`)]);
    if (isObjectType(type) || isInterfaceType(type))
      for (const step of Object.values(type.getFields())) {
        const below = getNamedType(step.type);
        const isOpen =
          isCompositeType(below) && !step.args.some(isRequiredArgument) && sees(role, `${name}.${step.name}`);
        if (isOpen) next.push([below.name, (inner) => way(`${step.name} { ${inner} }`)]);
      }
  }
  return ways;
}

const asked = (coordinate: string): { type: string; selection: string } => {
  const [type = "", name = ""] = coordinate.split(".");
  const parent = schema.getType(type);
  const field = isObjectType(parent) || isInterfaceType(parent) ? parent.getFields()[name] : undefined;
  if (!field) throw new Error(`The schema has no ${coordinate}`);
  return { type, selection: `asked: ${name} ${isCompositeType(getNamedType(field.type)) ? "{ __typename }" : ""}` };
};

/** Every value under the name, however deep. */
const valuesOf = (data: unknown): unknown[] =>
  typeof data !== "object" || data === null
    ? []
    : Object.entries(data).flatMap(([key, value]) => (key === "asked" ? [value] : valuesOf(value)));

/** Of which records each role is refused fields; what it never reaches needs no refusal. */
const refusedIn = {
  ADMIN: [],
  MANAGER: [],
  AGENT: ["IntakeSource", "Member", "Merchant"],
  ANALYST:
    "Contact Delivery Enquiry FollowUp IntakeSource Lead Member Merchant Message Note Pipeline QueueEntry Reversal".split(
      " ",
    ),
  PARTNER: "Contact Conversion Enquiry Insights InsightsBucket Lead Lifecycle Member Merchant Pipeline".split(" "),
} satisfies Record<Role, string[]>;

describe.each(roles)("%s", (role) => {
  it("gets null and one notice for each hidden field, however many rows it has", async () => {
    const ways = await waysOf(role);
    const reached = new Set<string>();
    for (const coordinate of [...visibleTo.keys()].filter((each) => !sees(role, each))) {
      const { type, selection } = asked(coordinate);
      const way = ways.get(type);
      if (!way) continue;
      const { data, errors } = await way(selection);
      expect({ coordinate, told: errors.map(({ extensions }) => [extensions.code, extensions.coordinate]) }).toEqual({
        ...{ coordinate, told: [["FORBIDDEN_FIELD", coordinate]] },
      });
      expect([coordinate, valuesOf(data).filter((value) => value !== null)]).toEqual([coordinate, []]);
      if (!historyKinds.includes(type)) reached.add(type);
    }
    expect([...reached].sort()).toEqual(refusedIn[role]);
  });

  it("gets the rest without a notice", async () => {
    const ways = await waysOf(role);
    for (const coordinate of [...visibleTo.keys()].filter((each) => sees(role, each))) {
      const { type, selection } = asked(coordinate);
      const answer = await ways.get(type)?.(selection);
      expect([coordinate, answer?.codes ?? []]).toEqual([coordinate, []]);
    }
  });
});
