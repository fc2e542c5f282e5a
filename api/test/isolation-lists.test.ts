import { randomUUID } from "node:crypto";
import type { GraphQLSchema } from "graphql";
import { allAnswersTo } from "./support/all-answers.js";
import { type Belongings, belongingsOf, secretsOf } from "./support/belongings.js";
import { postJson, storedEnquiry } from "./support/form-door.js";
import { type Caller, openTestDesk, type TestDesk, type TestMerchant } from "./support/test-desk.js";
import { aLead, anEnquiry, say } from "./support/verbs.js";
import { type Watching, watch } from "./support/watch.js";
import { readSchema } from "./support/wire-schema.js";

let desk: TestDesk;
let studio: TestMerchant;
let garage: TestMerchant;
let schema: GraphQLSchema;
let theirs: Belongings;
let ours: Belongings;

beforeAll(async () => {
  desk = await openTestDesk();
  ({ studio, garage } = desk);
  schema = await readSchema(garage.admin);
  theirs = await belongingsOf(desk, studio);
  ours = await belongingsOf(desk, garage);
});

afterAll(() => desk.close());

describe("what a merchant is told", () => {
  it.each(["admin", "manager", "agent", "analyst"] as const)(
    "by any list, count or record, as %s, is its own",
    async (role) => {
      const secrets = await secretsOf(desk, studio.id);

      const told = await allAnswersTo(schema, garage[role], ours);

      expect(told).toContain(ours.leadId);
      expect(secrets).toContain(theirs.leadId);
      expect(secrets.filter((secret) => told.includes(secret))).toEqual([]);
    },
  );

  it("by a partner's lists is its own", async () => {
    const secrets = await secretsOf(desk, studio.id);

    const { data } = await garage.partner.ask(
      `{ leads(first: 100) { nodes { id contact { id } enquiries { id name email message source { key } } } } viewer { merchant { id sources { key } } } }`,
    );

    const told = JSON.stringify(data);
    expect(told).toContain(ours.leadId);
    expect(secrets.filter((secret) => told.includes(secret))).toEqual([]);
  });

  it("by counts does not move with what happens elsewhere", async () => {
    const counts =
      "{ queues(includeTest: true) { name count } insights { wonDeals returnedLeads funnel { key count } } }";
    const before = await garage.admin.ask(counts);

    await aLead(studio.admin);
    await aLead(studio.admin, { isTest: true });

    expect((await garage.admin.ask(counts)).data).toEqual(before.data);
  });
});

describe("an origin of another merchant", () => {
  it("is left out of an enquiry, as one that nobody knows", async () => {
    const document = `mutation($input: SubmitEnquiryInput!) { submitEnquiry(input: $input) {
      outcome enquiry { campaign { id } } lead { currentLifecycle { campaign { id } } } } }`;
    const told = (campaignId: string) => garage.admin.ask(document, { input: anEnquiry({ campaignId }) });

    const { data, errors } = await told(theirs.campaignId);

    expect(errors).toEqual([]);
    expect(data.submitEnquiry).toEqual({
      outcome: "ACCEPTED",
      enquiry: { campaign: null },
      lead: { currentLifecycle: { campaign: null } },
    });
    expect((await told(randomUUID())).data).toEqual(data);
    expect((await told("nonsense")).data).toEqual(data);
  });

  it("is left out of a message that presses its button", async () => {
    const document = `mutation($input: ReceiveMessageInput!) { receiveMessage(input: $input) {
      userErrors { code } message { campaign { id } } lead { stage { key } } } }`;
    const press = (campaignId: string) =>
      garage.admin.ask(document, {
        input: { leadId: ours.wonLeadId, channel: "WHATSAPP", quickReply: { payload: "yes", campaignId } },
      });

    const { data, errors } = await press(theirs.campaignId);

    expect(errors).toEqual([]);
    expect(data.receiveMessage).toEqual({
      userErrors: [],
      message: { campaign: null },
      lead: { stage: { key: "new" } },
    });
    expect((await press(randomUUID())).data).toEqual(data);
  });
});

describe("a stream", () => {
  const isSnapshot = (event: { __typename: string }) => event.__typename === "QueueSnapshot";
  const open: Watching[] = [];
  afterEach(async () => {
    await Promise.all(open.splice(0).map((watching) => watching.stop()));
  });
  const watched = (caller: Caller, more: object = {}): Watching => {
    const watching = watch(desk.url, caller, { queue: "UNASSIGNED", ...more });
    open.push(watching);
    return watching;
  };

  it("that is given another merchant's cursor starts over with what is its own", async () => {
    const { cursor: after } = await watched(studio.admin).next(isSnapshot);

    const watching = watched(garage.admin, { after });
    const snapshot = await watching.next(isSnapshot);

    expect(watching.seen.map((event) => event.__typename)).toEqual(["QueueResync", "QueueSnapshot"]);
    expect(snapshot.entries.map((entry: { lead: { id: string } }) => entry.lead.id)).toContain(ours.freeLeadId);
    expect(JSON.stringify(watching.seen)).not.toContain(theirs.freeLeadId);
  });
});

describe("the same person at two merchants", () => {
  it("is two contacts, and what they say to one is not heard by the other", async () => {
    const contact = { name: "Ines", email: `ines-${randomUUID()}@example.com`, phone: "+1 202 555 0188" };
    const one = await aLead(studio.admin, { contact });

    const other = await aLead(garage.admin, { contact });

    expect(other.contact.id).not.toBe(one.contact.id);
    expect(other).toMatchObject({ version: 1, isRepeat: false, conversation: { unreadCount: 1 } });
    expect(
      await desk.rows("SELECT DISTINCT merchant_id FROM contact_identities WHERE contact_id = $1", [other.contact.id]),
    ).toEqual([{ merchant_id: garage.id }]);
  });

  it("may use the same keys and message ids without meeting", async () => {
    const enquiry = anEnquiry();
    const first = await say(studio.admin, "submitEnquiry", enquiry);

    const second = await say(garage.admin, "submitEnquiry", { ...enquiry, message: "Other words" });

    expect([first.replayed, second.replayed]).toEqual([false, false]);
    expect(second.enquiry.receiptNumber).not.toBe(first.enquiry.receiptNumber);
    const externalId = `wamid-${randomUUID()}`;
    const [theirMessage, ourMessage] = await Promise.all([
      say(studio.admin, "receiveMessage", { leadId: theirs.leadId, channel: "WHATSAPP", text: "Theirs", externalId }),
      say(garage.admin, "receiveMessage", { leadId: ours.leadId, channel: "WHATSAPP", text: "Ours", externalId }),
    ]);
    expect([theirMessage.message.text, ourMessage.message.text]).toEqual(["Theirs", "Ours"]);
  });
});

describe("a form's address", () => {
  it("leads to its own merchant, whoever is known at the other", async () => {
    const body = { name: "Known", email: theirs.email, message: "Hello" };

    const [known, unknown] = await Promise.all([
      postJson(desk.url, garage.sourceKey, body, { "idempotency-key": "the-same" }),
      postJson(desk.url, studio.sourceKey, body, { "idempotency-key": "the-same" }),
    ]);

    const [one, other] = [known.json.receiptNumber, unknown.json.receiptNumber];
    expect([known.status, known.json]).toEqual([200, { receiptNumber: one, replayed: false }]);
    expect([unknown.status, unknown.json]).toEqual([200, { receiptNumber: other, replayed: false }]);
    expect((await storedEnquiry(desk, one)).merchant_id).toBe(garage.id);
    expect((await storedEnquiry(desk, other)).merchant_id).toBe(studio.id);
    const { codes } = await garage.admin.ask(`{ enquiry(receiptNumber: "${other}") { id } }`);
    expect(codes).toEqual(["NOT_FOUND"]);
  });
});
