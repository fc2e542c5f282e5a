import { type Role, roles } from "../src/platform/role.js";
import { type Belongings, belongingsOf, changedTables, everythingOf } from "./support/belongings.js";
import { aboutNobodys, minimalCalls } from "./support/minimal-calls.js";
import { type Caller, caller, openTestDesk, type TestDesk, type TestMerchant } from "./support/test-desk.js";
import { watch } from "./support/watch.js";
import { type Operation, operationsIn, readSchema } from "./support/wire-schema.js";

const everyone = roles;
const readers: readonly Role[] = ["ADMIN", "MANAGER", "AGENT", "ANALYST"];
const staff: readonly Role[] = ["ADMIN", "MANAGER", "AGENT"];
const leaders: readonly Role[] = ["ADMIN", "MANAGER"];
const administrators: readonly Role[] = ["ADMIN"];

/** As the contract's table of roles says, operation by operation. */
const allowed: Record<string, readonly Role[]> = {
  "Query.viewer": everyone,
  "Query.merchant": everyone,
  // Whose leads are seen; which of them and how much of them is decided for rows and fields.
  "Query.lead": everyone,
  "Query.leads": everyone,
  "Query.enquiry": everyone,
  "Query.contact": readers,
  "Query.contacts": readers,
  "Query.conversation": readers,
  // Queues, inbox and their subscriptions: of the inbox an analyst sees nothing.
  "Query.conversations": staff,
  "Query.queues": readers,
  "Query.queue": readers,
  "Query.queueChangesSince": readers,
  "Subscription.queueChanges": readers,
  "Query.conversions": everyone,
  "Query.insights": everyone,
  // Delivery errors, retry, dismiss: an agent sees and retries.
  "Query.deliveries": staff,
  "Mutation.retryDelivery": staff,
  "Mutation.dismissDelivery": leaders,
  "Mutation.releaseEnquiry": staff,
  "Mutation.rejectEnquiry": leaders,
  "Mutation.submitEnquiry": [...staff, "PARTNER"],
  "Mutation.receiveMessage": [...staff, "PARTNER"],
  // Move, reply, note, follow up, record a response, tag, correct, tend a conversation.
  "Mutation.moveLead": staff,
  "Mutation.moveLeads": staff,
  "Mutation.sendMessage": staff,
  "Mutation.addNote": staff,
  "Mutation.scheduleFollowUp": staff,
  "Mutation.rescheduleFollowUp": staff,
  "Mutation.completeFollowUp": staff,
  "Mutation.recordResponse": staff,
  "Mutation.tagContact": staff,
  "Mutation.untagContact": staff,
  "Mutation.correctEnquiry": staff,
  "Mutation.closeConversation": staff,
  "Mutation.markConversationRead": staff,
  // Assign: anyone, or for an agent to claim or release.
  "Mutation.assignLead": staff,
  "Mutation.claimNextLead": staff,
  // Void in the window, a further conversion: for an agent own wins.
  "Mutation.voidConversion": staff,
  "Mutation.recordAdditionalConversion": staff,
  "Mutation.reverseConversion": leaders,
  "Mutation.mergeContacts": leaders,
  // Policies and members.
  "Mutation.updatePolicies": administrators,
  "Mutation.configurePipeline": administrators,
  "Mutation.suspendMember": administrators,
  "Mutation.reinstateMember": administrators,
  "Mutation.changeMemberRole": administrators,
};

let desk: TestDesk;
let studio: TestMerchant;
let own: Belongings;
let operations: Operation[];

beforeAll(async () => {
  desk = await openTestDesk();
  ({ studio } = desk);
  own = await belongingsOf(desk, studio);
  operations = operationsIn(await readSchema(studio.admin));
});

afterAll(() => desk.close());

const callerOf = (role: Role): Caller => studio[role.toLowerCase() as Lowercase<Role>];
const isStream = ({ coordinate }: Operation): boolean => coordinate.startsWith("Subscription.");

it("every operation of the schema is somebody's, and is tried", () => {
  const known = operations.map(({ coordinate }) => coordinate).sort();

  expect(Object.keys(allowed).sort()).toEqual(known);
  expect([...Object.keys(minimalCalls), "Subscription.queueChanges"].sort()).toEqual(known);
});

describe.each(roles)("%s", (role) => {
  it("is refused what is not theirs, and nothing is changed by it", async () => {
    const before = await everythingOf(desk, studio.id);
    const refused = operations.filter(
      (operation) => !allowed[operation.coordinate]?.includes(role) && !isStream(operation),
    );

    for (const { coordinate, name, document } of refused) {
      const answer = await callerOf(role).ask(document(), { ...minimalCalls[coordinate]?.(own) });

      expect({ coordinate, status: answer.status, codes: answer.codes, data: answer.data }).toEqual({
        ...{ coordinate, status: 403, codes: ["FORBIDDEN"], data: undefined },
      });
      expect(answer.errors[0]?.message).toBe(`Your role, ${role}, may not use ${name}.`);
    }
    expect(changedTables(before, await everythingOf(desk, studio.id))).toEqual([]);
  });

  it("may do what is theirs", async () => {
    const theirs = operations.filter(
      (operation) => allowed[operation.coordinate]?.includes(role) && !isStream(operation),
    );

    for (const { coordinate, document } of theirs) {
      const { codes } = await callerOf(role).ask(document(), aboutNobodys({ ...minimalCalls[coordinate]?.(own) }));

      expect([coordinate, codes.filter((code) => code !== "NOT_FOUND")]).toEqual([coordinate, []]);
    }
  });

  it("is told by the viewer which operations are theirs", async () => {
    const { data } = await callerOf(role).ask("{ viewer { operations } }");

    const theirs = Object.keys(allowed).filter((coordinate) => allowed[coordinate]?.includes(role));
    expect([...data.viewer.operations].sort()).toEqual(theirs.map((coordinate) => coordinate.split(".")[1]).sort());
  });

  it("watches queues exactly if they are theirs", async () => {
    const watching = watch(desk.url, callerOf(role), { queue: "UNASSIGNED" });
    const first = await watching.next((event) => event.__typename === "QueueSnapshot").catch((errors) => errors);
    await watching.stop();

    const isTheirs = allowed["Subscription.queueChanges"]?.includes(role);
    expect(first).toMatchObject(isTheirs ? { __typename: "QueueSnapshot" } : [{ extensions: { code: "FORBIDDEN" } }]);
  });
});

describe("nobody in particular", () => {
  it.each([
    ["without a token", ""],
    ["with a token of somebody else's making", "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ4In0.c2lnbmF0dXJl"],
    ["with a key that nobody was given", `llk_${"0".repeat(16)}_${"A".repeat(43)}`],
  ])("%s is refused every operation", async (_how, token) => {
    const nobody = caller(desk.url, token, "");
    const before = await everythingOf(desk, studio.id);

    for (const { coordinate, document } of operations) {
      const { status, codes, data } = await nobody.ask(document(), { ...minimalCalls[coordinate]?.(own) });

      expect({ coordinate, status, codes, data }).toEqual({
        ...{ coordinate, status: 401, codes: ["UNAUTHENTICATED"], data: undefined },
      });
    }
    expect(changedTables(before, await everythingOf(desk, studio.id))).toEqual([]);
  });

  it("gets no stream", async () => {
    const { code } = await watch(desk.url, caller(desk.url, "nobody", ""), { queue: "UNASSIGNED" }).closed;

    expect(code).toBe(4401);
  });
});
