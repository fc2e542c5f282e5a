import { customerReturns } from "./support/customer-returns.js";
import { clockOf, type DeskClock } from "./support/desk-clock.js";
import { type MailServer, startMailServer } from "./support/mail-server.js";
import { type Caller, openTestDesk, type TestDesk, type TestMerchant, type Wire } from "./support/test-desk.js";
import { until } from "./support/until.js";
import { anEnquiry, say } from "./support/verbs.js";

const dayMs = 24 * 60 * 60 * 1000;
// The wall's clock, by which mails go out, has not come there yet.
const dayZero = (Math.floor(Date.now() / dayMs) + 3) * dayMs;
const euros = (amountMinor: number) => ({ amountMinor, currency: "EUR" });

let mails: MailServer;
let desk: TestDesk;
let studio: TestMerchant;
let clock: DeskClock;

beforeAll(async () => {
  mails = await startMailServer();
  desk = await openTestDesk({ mail: { smtpUrl: mails.url, mailFrom: "desk@example.com" } });
  studio = desk.studio;
  clock = clockOf(desk);
});

afterAll(async () => {
  await desk.close();
  await mails.close();
});

const facts = `
  ... on LeadCreated { firstStage { name } }
  ... on EnquiryReceived { channel lifecycleNumber }
  ... on LifecycleOpened { number openedBy isRepeat campaignName }
  ... on LifecycleClosed { number outcome reason }
  ... on LifecycleReopened { number awaitingSince }
  ... on StageChanged { fromStage { name } toStage { name } toKind reason }
  ... on ReEngaged { fromStage { name } toStage { name } isRepeat campaign { name } campaignStageUnused }
  ... on OwnerChanged { from { id } to { id } reason }
  ... on ConversionRecorded { isRepeat isAdditional campaignName conversion { ordinal } }
  ... on ConversionVoided { reason conversion { voidReason } }
  ... on TagAdded { tag origin }
  ... on ConversationStarted { channel }
  ... on ConversationClosed { conversation { channel } conversion { isRepeat } }
  ... on ConversationReopened { conversation { channel } }
  ... on MessageReceived { isCounted campaignName message { text } }
  ... on MessageSent { message { text } }
  ... on HumanResponded { by isFirst elapsed }
  ... on ResponseAwaited { since dueAt }
  ... on AcknowledgementSent { delivery { status } }
  ... on FollowUpScheduled { dueAt assignee { id } }
  ... on FollowUpCancelled { followUp { status } }`;

const history = `query($id: ID!, $first: Int!, $after: String, $orderBy: HistoryOrder!) {
  lead(id: $id) { history(first: $first, after: $after, orderBy: $orderBy) {
    nodes { __typename id sequence kind at cause actor { kind member { id } apiKeyName } ${facts} }
    pageInfo { endCursor hasNextPage } } } }`;

interface Page {
  readonly nodes: Wire[];
  readonly pageInfo: { endCursor: string | null; hasNextPage: boolean };
}

async function pageOf(leadId: string, about: object, who: Caller = studio.manager): Promise<Page> {
  const { data, errors } = await who.ask(history, { id: leadId, first: 100, orderBy: "OLDEST_FIRST", ...about });
  expect(errors).toEqual([]);
  return data.lead.history;
}

/** A line as it would be read aloud: when, what, by whom, and what is to be said of it. */
function lineOf({ __typename, id: _, sequence: __, kind: ___, at, cause, actor, ...rest }: Wire): unknown[] {
  const said = Object.entries({ ...(cause === null ? {} : { cause }), ...rest });
  return [
    `day ${timeOf(at)}`,
    __typename,
    actor.member ? nameOf(actor.member.id) : (actor.apiKeyName ?? actor.kind),
    Object.fromEntries(said.map(([key, value]) => [key, plain(value)])),
  ];
}

const timeOf = (at: string): string => `${Math.floor((Date.parse(at) - dayZero) / dayMs)} ${at.slice(11, 16)}`;
const nameOf = (id: string): string => (id === studio.agent.memberId ? "agent" : id);

function plain(value: Wire): Wire {
  if (typeof value === "object" && value !== null) return plain(Object.values(value)[0]);
  if (typeof value !== "string") return value;
  return /^\d{4}-.*Z$/.test(value) ? `day ${timeOf(value)}` : nameOf(value);
}

/** On that day at that time somebody does something, and what it leaves to be done is done. */
async function on(day: number, time: string, does: () => Promise<Wire>): Promise<Wire> {
  await clock.standAt(new Date(dayZero + day * dayMs + Date.parse(`1970-01-01T${time}Z`)));
  const answer = await does();
  expect(answer.userErrors).toEqual([]);
  const isIdle = async () => (await desk.rows("SELECT FROM graphile_worker.jobs WHERE run_at <= now()")).length === 0;
  await until("all mails are sent", isIdle);
  return answer;
}

async function figures(): Promise<Wire> {
  const { data, errors } = await studio.admin.ask(
    "{ insights { wonDeals repeatLeads repeatRate returnedLeads wonContacts voided netValue { amountMinor currency } } }",
  );
  expect(errors).toEqual([]);
  return data.insights;
}

describe("the story of a customer who comes back", () => {
  let leadId: string;
  /** The figures after the win, the second win, its being taken back, and at the end. */
  const told: Wire[] = [];

  beforeAll(async () => {
    const { agent, partner } = studio;
    const [spring] = studio.made.campaigns;
    const enquiry = anEnquiry({ contact: { name: "Ines", email: "ines@example.com" }, message: "A kitchen, please" });
    leadId = (await on(1, "09:00", () => say(partner, "submitEnquiry", enquiry))).lead.id;
    const move = (toStage: string, more: object = {}) => say(agent, "moveLead", { leadId, toStage, ...more });

    await on(1, "09:10", () => say(agent, "assignLead", { leadId, memberId: agent.memberId }));
    await on(1, "09:20", () => say(agent, "sendMessage", { leadId, text: "Gladly. When may I call?" }));
    await on(1, "10:00", () => move("qualified"));
    const dueAt = new Date(dayZero + 9 * dayMs).toISOString();
    await on(2, "11:00", () => move("proposal", { followUp: { dueAt } }));
    await on(3, "15:00", () => move("won", { value: euros(1_200_000) }));
    told.push(await figures());
    const quickReply = { payload: "yes", campaignId: spring?.id };
    const pressed = { channel: "WHATSAPP", contact: { email: "ines@example.com" }, text: "Yes, please", quickReply };
    await on(24, "08:00", () => say(partner, "receiveMessage", pressed));
    await on(24, "08:30", () => say(agent, "sendMessage", { leadId, text: "Welcome back!" }));
    await on(25, "12:00", () => move("won", { value: euros(300_000) }));
    told.push(await figures());
    await on(25, "12:05", () => move("proposal", { reason: "Wrong lead" }));
    told.push(await figures());
    await on(26, "09:00", () => move("won", { value: euros(350_000) }));
    told.push(await figures());
  }, 60_000);

  it("is told event by event, each of its own type, in the order in which it happened", async () => {
    const { nodes } = await pageOf(leadId, {});

    expect(nodes.map(lineOf)).toEqual(customerReturns);
  });

  it("numbers its events without gaps, names each kind after its type, and gives no id twice", async () => {
    const { nodes } = await pageOf(leadId, {});

    expect(nodes.map(({ sequence }) => sequence)).toEqual(nodes.map((_, i) => i + 1));
    expect(nodes.map(({ kind }) => kind)).toEqual(
      nodes.map(({ __typename }) => __typename.replace(/(?<=.)[A-Z]/g, "_$&").toUpperCase()),
    );
    expect(new Set(nodes.map(({ id }) => id)).size).toBe(nodes.length);
  });

  it("leaves figures that count the win and the repeat, and not the mistake", () => {
    const one = { wonContacts: 1, wonDeals: 1, repeatLeads: 0, repeatRate: 0 };
    const two = { wonContacts: 1, wonDeals: 2, repeatLeads: 1, repeatRate: 50 };

    expect(told).toEqual([
      { ...one, returnedLeads: 0, voided: 0, netValue: [euros(1_200_000)] },
      { ...two, returnedLeads: 1, voided: 0, netValue: [euros(1_500_000)] },
      { ...one, returnedLeads: 1, voided: 1, netValue: [euros(1_200_000)] },
      { ...two, returnedLeads: 1, voided: 1, netValue: [euros(1_550_000)] },
    ]);
  });

  it.each(["OLDEST_FIRST", "NEWEST_FIRST"])("comes page by page %s, every event once", async (orderBy) => {
    const whole = (await pageOf(leadId, {})).nodes;
    const pages = await pagesOf(leadId, { first: 7, orderBy });

    expect(pages.map(({ nodes }) => nodes.length)).toEqual([7, 7, 7, 7, 7, 4]);
    expect(pages.map(({ pageInfo }) => pageInfo.hasNextPage)).toEqual([true, true, true, true, true, false]);
    const nodes = pages.flatMap((page) => page.nodes);
    expect(orderBy === "OLDEST_FIRST" ? nodes : nodes.toReversed()).toEqual(whole);
  });

  it("goes on while it is being read: the end has it, and what was read does not come again", async () => {
    const [oldest, newest] = [{ orderBy: "OLDEST_FIRST" }, { orderBy: "NEWEST_FIRST" }];
    const { id } = (await on(30, "09:00", () => say(studio.partner, "submitEnquiry", anEnquiry()))).lead;
    const firstOldest = await pageOf(id, { ...oldest, first: 4 });
    const firstNewest = await pageOf(id, { ...newest, first: 4 });

    await on(30, "09:30", () => say(studio.manager, "addNote", { leadId: id, text: "Called twice" }));

    const restOf = async ({ pageInfo }: Page, order: object) =>
      (await pageOf(id, { ...order, after: pageInfo.endCursor })).nodes.map(({ sequence, kind }) => [sequence, kind]);
    expect(await restOf(firstOldest, oldest)).toEqual([
      ...[
        [5, "MESSAGE_RECEIVED"],
        [6, "RESPONSE_AWAITED"],
        [7, "ACKNOWLEDGEMENT_SENT"],
        [8, "NOTE_ADDED"],
      ],
    ]);
    expect(await restOf(firstNewest, newest)).toEqual([
      ...[
        [3, "CONVERSATION_STARTED"],
        [2, "LIFECYCLE_OPENED"],
        [1, "LEAD_CREATED"],
      ],
    ]);
  });

  it("has cursors that are good for this lead in this order, and for nothing else", async () => {
    const { pageInfo } = await pageOf(leadId, { first: 3 });
    const other = (await on(31, "09:00", () => say(studio.partner, "submitEnquiry", anEnquiry()))).lead;
    const ask = async (id: string, orderBy: string) => {
      const variables = { id, first: 3, orderBy, after: pageInfo.endCursor };
      return (await studio.manager.ask(history, variables)).codes;
    };

    expect(await ask(leadId, "OLDEST_FIRST")).toEqual([]);
    expect(await ask(leadId, "NEWEST_FIRST")).toEqual(["BAD_USER_INPUT"]);
    expect(await ask(other.id, "OLDEST_FIRST")).toEqual(["BAD_USER_INPUT"]);
  });

  it("is as long as the lead's life and never changed by it: what was told before is told the same way", async () => {
    const before = (await pageOf(leadId, {})).nodes;

    await on(60, "09:00", () =>
      say(studio.agent, "moveLead", { leadId, toStage: "declined", reason: "Moved to another town" }),
    );

    const { nodes } = await pageOf(leadId, {});
    expect(nodes.slice(0, before.length)).toEqual(before);
    expect(nodes.slice(before.length).map(lineOf)).toEqual([
      [
        ...["day 60 09:00", "StageChanged", "agent"],
        { fromStage: "Won", toStage: "Declined", toKind: "LOST", reason: "Moved to another town" },
      ],
    ]);
    expect(await figures()).toEqual(told.at(-1));
  });

  async function pagesOf(id: string, about: { first: number; orderBy: string }): Promise<Page[]> {
    const pages: Page[] = [];
    for (let after: string | null = null; ; ) {
      const page = await pageOf(id, { ...about, after });
      pages.push(page);
      if (!page.pageInfo.hasNextPage) return pages;
      after = page.pageInfo.endCursor;
    }
  }
});

describe("an acknowledgement that was delivered late", () => {
  it("belongs to the pass whose enquiry it answers, though the customer has come back since", async () => {
    mails.behave("REFUSE");
    const { agent, partner, admin } = studio;
    const contact = { email: "late@example.com" };
    const { id: leadId } = (await on(70, "09:00", () => say(partner, "submitEnquiry", anEnquiry({ contact })))).lead;
    mails.behave("ACCEPT");
    const decline = { leadId, toStage: "declined", reason: "No budget" };
    await on(70, "10:00", () => say(studio.manager, "moveLead", decline));
    await on(71, "09:00", () => say(agent, "receiveMessage", { leadId, channel: "PHONE", text: "I have one now" }));
    const [failed] = await desk.rows("SELECT id FROM deliveries WHERE lead_id = $1 AND purpose = 'ACKNOWLEDGEMENT'", [
      leadId,
    ]);

    const retry = "mutation($id: ID!) { retryDelivery(input: { deliveryId: $id }) { userErrors { code } } }";
    await on(72, "09:00", async () => (await admin.ask(retry, { id: failed?.id })).data.retryDelivery);

    const { nodes } = await pageOf(leadId, { first: 2, orderBy: "NEWEST_FIRST" });
    expect(nodes.map(({ __typename }) => __typename)).toEqual(["AcknowledgementSent", "DeliveryRetried"]);
    const passes = await desk.rows(
      "SELECT number, acknowledged_at AS at FROM lifecycles WHERE lead_id = $1 ORDER BY number",
      [leadId],
    );
    expect(passes).toEqual([
      { number: 1, at: new Date(dayZero + 72 * dayMs + 9 * 60 * 60 * 1000) },
      { number: 2, at: null },
    ]);
  });
});
