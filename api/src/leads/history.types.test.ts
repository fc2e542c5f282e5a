import type { GraphQLSchema } from "graphql";
import { isInterfaceType, isNonNullType } from "graphql";
import { buildSchema, Query, Resolver } from "type-graphql";
import { Allow } from "../platform/allow.js";
import type { Policy } from "../platform/permission-table.js";
import { applyPolicy } from "../platform/policy.js";
import { historyEventOf, historyTypes } from "./history.types.js";
import { HistoryEvent } from "./history-event.js";
import { historyKinds } from "./history-kinds.js";
import type { LeadEventRow } from "./lead-event.js";

@Resolver()
class Teller {
  @Allow("EVERYONE")
  @Query(() => HistoryEvent, { nullable: true })
  event(): HistoryEvent | null {
    return null;
  }
}

let schema: GraphQLSchema;
let policy: Policy;
beforeAll(async () => {
  const orphanedTypes = Object.values(historyTypes);
  ({ schema, policy } = applyPolicy(await buildSchema({ resolvers: [Teller], orphanedTypes, validate: false })));
});

const row: LeadEventRow = {
  leadId: "01a2302d-2c23-79ee-b35d-2c8e6e474b34",
  sequence: 7,
  merchantId: "01a2302d-0000-79ee-b35d-2c8e6e474b34",
  kind: "OwnerChanged",
  at: new Date("2026-03-01T09:30:00.000Z"),
  actorKind: "MEMBER",
  actorId: "ana",
  cause: null,
  facts: { fromId: null, toId: "bob", reason: "Speaks German" },
};

it("tells every kind of event by a type of its own, and by a kind in the same words", () => {
  const base = schema.getType("HistoryEvent");
  const types = isInterfaceType(base) ? schema.getPossibleTypes(base).map(({ name }) => name) : [];

  expect(types.toSorted()).toEqual(Object.keys(historyKinds).toSorted());
  expect(kindNames()).toContain("OWNER_CHANGED");
  expect(kindNames()).toContain("RE_ENGAGED");
  expect(kindNames()).toHaveLength(types.length);
});

it("gives a field of one name one type, so that a client may ask for all events at once", () => {
  const types = new Map<string, Set<string>>();
  for (const name of Object.keys(historyTypes)) {
    for (const field of fieldsOf(name))
      types.set(field.name, (types.get(field.name) ?? new Set()).add(String(field.type)));
  }

  expect([...types].filter(([, different]) => different.size > 1)).toEqual([]);
});

it("keeps from an analyst who did it, and from a partner the reasons too", () => {
  expect(policy.fields["OwnerChanged.actor"]).toEqual(["ADMIN", "MANAGER", "AGENT"]);
  const reasons = Object.keys(policy.fields).filter((coordinate) => /^(?!Lifecycle\.).+\.reason$/.test(coordinate));

  expect(reasons).toContain("StageChanged.reason");
  for (const reason of reasons) expect(policy.fields[reason]).toEqual(["ADMIN", "MANAGER", "AGENT", "ANALYST"]);
});

it("leaves every restricted field nullable", () => {
  const restricted = Object.keys(historyTypes).flatMap((name) =>
    fieldsOf(name).filter((field) => policy.fields[`${name}.${field.name}`]?.length !== 5),
  );

  expect(restricted.filter(({ type }) => isNonNullType(type))).toEqual([]);
});

it("makes of a stored event an instance of the class of its kind, with an id that names lead and place", () => {
  const event = historyEventOf(row);

  expect(event).toBeInstanceOf(historyTypes.OwnerChanged);
  expect(event).toMatchObject({ sequence: 7, kind: "OwnerChanged", at: row.at, reason: "Speaks German" });
  expect(Buffer.from(event.id, "base64url").toString()).toBe(`${row.leadId}:7`);
});

it("reads the times inside an event back as times, and tells a stage as it was called then", () => {
  const facts = {
    from: "won",
    fromName: "Gewonnen",
    to: "new",
    toName: "Neu",
    toKind: "OPEN",
    reason: null,
    cause: "NEW_NEED",
  };
  const since = "2026-03-01T09:00:00.000Z";

  expect(historyEventOf({ ...row, kind: "StageChanged", facts })).toMatchObject({
    fromStage: { key: "won", name: "Gewonnen" },
    toStage: { key: "new", name: "Neu" },
    cause: "NEW_NEED",
  });
  expect(historyEventOf({ ...row, kind: "ResponseAwaited", facts: { since, dueAt: since } })).toMatchObject({
    since: new Date(since),
    dueAt: new Date(since),
  });
});

it("tells the clocks of a first response in hours, and none for a later one", () => {
  const facts = {
    lifecycleId: "y",
    by: "CALL",
    messageId: null,
    respondedAt: row.at,
    isFirst: true,
    elapsedMs: 5_400_000,
    businessMs: 60_000,
  };

  expect(historyEventOf({ ...row, kind: "HumanResponded", facts })).toMatchObject({
    elapsed: "PT1H30M",
    businessHours: "PT1M",
  });
  expect(
    historyEventOf({
      ...row,
      kind: "HumanResponded",
      facts: { ...facts, isFirst: false, elapsedMs: null, businessMs: null },
    }),
  ).toMatchObject({ elapsed: null, businessHours: null });
});

function kindNames(): string[] {
  const type = schema.getType("HistoryEventKind");
  return type && "getValues" in type ? type.getValues().map(({ name }) => name) : [];
}

function fieldsOf(name: string) {
  const type = schema.getType(name);
  return type && "getInterfaces" in type ? Object.values(type.getFields()) : [];
}
