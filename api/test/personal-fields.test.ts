import { randomUUID } from "node:crypto";
import type { GraphQLSchema } from "graphql";
import { allAnswersTo } from "./support/all-answers.js";
import { type Belongings, belongingsOf } from "./support/belongings.js";
import { openTestDesk, type TestDesk, type TestMerchant } from "./support/test-desk.js";
import { aLead, anEnquiry, attempt, say } from "./support/verbs.js";
import { watch } from "./support/watch.js";
import { readSchema } from "./support/wire-schema.js";

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

const everyWord = `{ lead(id: "LEAD") {
  contact { name email phone identities { kind value } }
  enquiries { name email phone message fields }
  conversations { messages(first: 50) { nodes { text } } }
  followUps { note }
  history(first: 100) { nodes { kind actor { kind member { name } apiKeyName }
    ... on NoteAdded { note { text } } ... on MessageReceived { message { text } } ... on MessageSent { message { text } }
  } }
} }`;

/** A person of whom every mark is one of a kind, and the words about them. */
async function aPerson() {
  const mark = () => `mark-${randomUUID()}`;
  const marks = { name: mark(), message: mark(), field: mark(), answer: mark(), note: mark(), promise: mark() };
  const email = `${mark()}@example.com`;
  const digits = String(Math.floor(Math.random() * 9000) + 1000);
  const lead = await aLead(studio.admin, {
    contact: { name: marks.name, email, phone: `+1 202 555 ${digits}` },
    ...{ message: marks.message, fields: { question: marks.field } },
  });
  await say(studio.agent, "assignLead", { leadId: lead.id, memberId: studio.agent.memberId });
  await say(studio.agent, "sendMessage", { leadId: lead.id, text: marks.answer });
  await say(studio.agent, "addNote", { leadId: lead.id, text: marks.note });
  const dueAt = new Date(Date.now() + 86_400_000).toISOString();
  await say(studio.agent, "scheduleFollowUp", { leadId: lead.id, dueAt, note: marks.promise });
  return { lead, marks: [...Object.values(marks), email, `+1202555${digits}`] };
}

describe("an analyst", () => {
  it("sees a lead's whole story without a word of a person, and who did it is nobody", async () => {
    const { lead, marks } = await aPerson();
    const document = everyWord.replace("LEAD", lead.id);

    const [shown, hidden] = [await studio.agent.ask(document), await studio.analyst.ask(document)];

    expect(marks.filter((mark) => !JSON.stringify(shown.data).includes(mark))).toEqual([]);
    expect(marks.filter((mark) => JSON.stringify(hidden.data).includes(mark))).toEqual([]);
    expect(hidden.data.lead.history.nodes.map(({ kind }: { kind: string }) => kind)).toEqual(
      shown.data.lead.history.nodes.map(({ kind }: { kind: string }) => kind),
    );
    expect(hidden.data.lead.history.nodes.every(({ actor }: { actor: unknown }) => actor === null)).toBe(true);
  });

  it("finds no personal word in any list, and an address in no refusal", async () => {
    const { marks } = await aPerson();

    const told = await allAnswersTo(schema, studio.analyst, own);

    expect(told).toContain(own.leadId);
    expect(marks.filter((mark) => told.includes(mark))).toEqual([]);
  });

  it.each([
    ["contacts", "ContactFilter", { name: "Person" }],
    ["contacts", "ContactFilter", { email: "person@example.com" }],
    ["contacts", "ContactFilter", { phone: "+12025550101" }],
    ["contacts", "ContactFilter", { name: null }],
  ])("cannot ask %s by what is hidden: %s %j", async (list, type, filter) => {
    const { codes, data } = await studio.analyst.ask(
      `query($filter: ${type}) { ${list}(filter: $filter) { nodes { id } } }`,
      { filter },
    );

    expect([codes, data]).toEqual([["FORBIDDEN"], undefined]);
  });

  it("watches a queue without a name", async () => {
    const { lead, marks } = await aPerson();
    const watching = watch(desk.url, studio.analyst, { queue: "DELIVERY_FAILURES" });
    const snapshot = await watching.next((event) => event.__typename === "QueueSnapshot");
    await watching.stop();

    expect(JSON.stringify(snapshot)).toContain(own.leadId);
    expect(marks.filter((mark) => JSON.stringify(watching.seen).includes(mark))).toEqual([]);
    expect(lead.id).not.toBe(own.leadId);
  });

  it("gets no held enquiry, in a list, a count or a stream", async () => {
    const queue = await studio.analyst.ask("{ queue(name: INTAKE_HELD) { nodes { enteredAt } } }");
    const queues = await studio.analyst.ask("{ queues { name } }");
    const since = await studio.analyst.ask(
      `{ queueChangesSince(queue: INTAKE_HELD, after: "x") { nodes { __typename } } }`,
    );
    const stream = watch(desk.url, studio.analyst, { queue: "INTAKE_HELD" });
    const refused = await stream.next(() => true).catch((errors) => errors);
    await stream.stop();

    expect([queue.codes, since.codes]).toEqual([["FORBIDDEN"], ["FORBIDDEN"]]);
    expect(queues.data.queues.map(({ name }: { name: string }) => name)).not.toContain("INTAKE_HELD");
    expect(JSON.stringify(refused)).toContain("FORBIDDEN");
  });
});

describe("a labelled test", () => {
  it.each(["admin", "manager", "partner"] as const)("is sent by %s", async (role) => {
    const { outcome, lead } = await say(studio[role], "submitEnquiry", anEnquiry({ isTest: true }));

    expect(outcome).toBe("ACCEPTED");
    expect(lead.isTest).toBe(true);
  });

  it.each([true, false, null])("is no word for an agent to say, not even %j", async (isTest) => {
    const before = await desk.rows("SELECT count(*) FROM enquiries");

    const { codes, errors } = await attempt(studio.agent, "submitEnquiry", anEnquiry({ isTest }));

    expect(codes).toEqual(["FORBIDDEN"]);
    expect(errors[0]?.extensions.fields).toMatchObject([{ path: ["input", "isTest"], rule: "role" }]);
    expect(await desk.rows("SELECT count(*) FROM enquiries")).toEqual(before);
  });

  it("is no message of an agent either", async () => {
    const { codes } = await attempt(studio.agent, "receiveMessage", {
      ...{ contact: { email: "x@example.com" }, channel: "WHATSAPP", text: "Hello", isTest: true },
    });

    expect(codes).toEqual(["FORBIDDEN"]);
  });
});
