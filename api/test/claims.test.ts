import { randomUUID } from "node:crypto";
import { type Crowd, openCrowd } from "./support/crowd.js";
import { type Caller, openTestDesk, type TestDesk } from "./support/test-desk.js";
import { until } from "./support/until.js";
import { aLead, anEnquiry, say } from "./support/verbs.js";

let desk: TestDesk;
let crowd: Crowd;

beforeAll(async () => {
  desk = await openTestDesk();
});

// Each test has people of its own, whose queues hold only what it puts there.
beforeEach(async () => {
  crowd = await openCrowd(desk, 10);
});

afterAll(() => desk.close());

const times = <T>(count: number, make: (i: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, i) => make(i)));

/** What the merchant has of people, and what became of it. */
async function counts(): Promise<Record<string, number>> {
  const [row] = await desk.rows<Record<string, number>>(
    `SELECT ${["contacts", "leads", "lifecycles", "conversations", "messages", "enquiries"]
      .map((table) => `(SELECT count(*) FROM ${table} WHERE merchant_id = $1) AS ${table}`)
      .join(", ")}, (SELECT coalesce(sum(unread_count), 0)::int FROM conversations WHERE merchant_id = $1) AS unread`,
    [crowd.id],
  );
  return row ?? {};
}

const historyOf = async (leadId: string): Promise<string[]> =>
  (await desk.rows("SELECT kind FROM lead_events WHERE lead_id = $1 ORDER BY sequence", [leadId])).map(
    ({ kind }) => kind,
  );

describe("the next free lead", () => {
  it("is claimed once, oldest first, by whichever of ten agents asks, until there is none", async () => {
    const leads = await times(100, () => aLead(crowd.partner));
    const oldestFirst = await desk.rows<{ id: string }>(
      "SELECT subject_id AS id FROM queue_entries WHERE merchant_id = $1 AND queue = 'UNASSIGNED' ORDER BY order_at, subject_id",
      [crowd.id],
    );
    expect(oldestFirst).toHaveLength(leads.length);

    const claimed = await times(crowd.agents.length, (i) => claimAll(crowd.agents[i] ?? crowd.admin));

    const ids = claimed.flat();
    expect(new Set(ids).size).toBe(100);
    expect(ids.toSorted()).toEqual(oldestFirst.map(({ id }) => id).toSorted());
    const places = new Map(oldestFirst.map(({ id }, place) => [id, place]));
    for (const own of claimed) {
      const order = own.map((id) => places.get(id) ?? -1);
      expect(order).toEqual(order.toSorted((a, b) => a - b));
    }
    const left = await desk.rows<{ id: string }>(
      "SELECT subject_id AS id FROM queue_changes WHERE merchant_id = $1 AND queue = 'UNASSIGNED' AND kind = 'LEFT' ORDER BY sequence",
      [crowd.id],
    );
    expect(left).toHaveLength(100);
    // Ten who ask at the same moment may overtake one another, and nobody else.
    expect(Math.max(...left.map(({ id }, i) => Math.abs((places.get(id) ?? -100) - i)))).toBeLessThan(10);
  });

  it("is exactly the oldest promise when agents ask one after the other", async () => {
    for (let i = 0; i < 5; i++) await aLead(crowd.partner);
    const created = await desk.rows("SELECT id FROM leads WHERE merchant_id = $1 ORDER BY created_at, id", [crowd.id]);

    const claimed: string[] = [];
    for (const agent of crowd.agents.slice(0, 5))
      claimed.push((await say(agent, "claimNextLead", { queue: "UNASSIGNED" })).lead.id);

    expect(claimed).toEqual(created.map(({ id }) => id));
    const empty = await say(crowd.managers[0] ?? crowd.admin, "claimNextLead", { queue: "UNASSIGNED" });
    expect(empty).toMatchObject({ lead: null, userErrors: [{ code: "QUEUE_EMPTY", path: ["queue"] }] });
  });

  it("asked for twice under one key is one lead", async () => {
    await times(3, () => aLead(crowd.partner));
    const [agent = crowd.admin] = crowd.agents;
    const idempotencyKey = randomUUID();

    const answers = await times(8, () => say(agent, "claimNextLead", { queue: "UNASSIGNED", idempotencyKey }));

    expect(new Set(answers.map(({ lead }) => lead.id)).size).toBe(1);
    expect(answers.filter(({ replayed }) => replayed)).toHaveLength(7);
    expect(await desk.rows("SELECT FROM leads WHERE owner_id = $1", [agent.memberId])).toHaveLength(1);
  });

  /** Claims until nothing is left; the leads in the order in which they came. */
  async function claimAll(agent: Caller): Promise<string[]> {
    const own: string[] = [];
    for (;;) {
      const { lead, userErrors } = await say(agent, "claimNextLead", { queue: "UNASSIGNED" });
      if (lead === null) {
        expect(userErrors).toMatchObject([{ code: "QUEUE_EMPTY" }]);
        return own;
      }
      expect(lead.owner.id).toBe(agent.memberId);
      own.push(lead.id);
    }
  }
});

describe("one lead that fifty claim at once", () => {
  it("goes to one of them, and the others are told without being shown a colleague's lead", async () => {
    const { id: leadId } = await aLead(crowd.partner);

    const answers = await times(50, async (i) => {
      const agent = crowd.agents[i % crowd.agents.length] ?? crowd.admin;
      return { agent, ...(await say(agent, "assignLead", { leadId, memberId: agent.memberId })) };
    });

    const winner = answers.find(({ lead }) => lead)?.agent;
    const [late, own] = [answers.filter(({ agent }) => agent !== winner), answers.filter((a) => a.agent === winner)];
    expect(own).toHaveLength(5);
    for (const { lead, userErrors } of own) {
      expect({ owner: lead.owner.id, userErrors }).toEqual({ owner: winner?.memberId, userErrors: [] });
    }
    expect(late).toHaveLength(45);
    for (const { lead, userErrors } of late) {
      expect(lead).toBeNull();
      expect(userErrors).toMatchObject([{ __typename: "AlreadyClaimed", code: "ALREADY_CLAIMED", lead: null }]);
    }
    expect((await historyOf(leadId)).filter((kind) => kind === "OwnerChanged")).toHaveLength(1);
  });

  it("shows itself to those who see their colleagues' leads", async () => {
    const { id: leadId } = await aLead(crowd.partner);
    await say(crowd.admin, "updatePolicies", { agentVisibility: "ALL" });

    const answers = await times(10, async (i) => {
      const agent = crowd.agents[i] ?? crowd.admin;
      return { agent, ...(await say(agent, "assignLead", { leadId, memberId: agent.memberId })) };
    });

    const [winner] = answers.filter(({ userErrors }) => userErrors.length === 0);
    const late = answers.filter(({ agent }) => agent !== winner?.agent);
    expect(late).toHaveLength(9);
    for (const { userErrors } of late)
      expect(userErrors).toMatchObject([{ code: "ALREADY_CLAIMED", lead: { id: leadId } }]);
  });
});

describe("somebody unknown", () => {
  it("who sends an album of twenty pictures at once is one contact with one lead and one conversation", async () => {
    const sentAt = new Date().toISOString();

    const answers = await times(20, (i) =>
      say(crowd.partner, "receiveMessage", {
        ...{ channel: "WHATSAPP", contact: { name: "Ines", whatsappId: "4915112345678" }, sentAt },
        ...{ text: `Picture ${i}`, externalId: `album ${i}` },
      }),
    );

    expect(answers.flatMap(({ userErrors }) => userErrors)).toEqual([]);
    expect(await counts()).toEqual({
      ...{ contacts: 1, leads: 1, lifecycles: 1, conversations: 1, messages: 20, enquiries: 0, unread: 20 },
    });
    const [lead] = await desk.rows("SELECT id, version FROM leads WHERE merchant_id = $1", [crowd.id]);
    const history = await historyOf(lead?.id);
    expect(lead?.version).toBe(20);
    expect(history.filter((kind) => kind !== "MessageReceived")).toEqual([
      ...["LeadCreated", "LifecycleOpened", "ConversationStarted", "ResponseAwaited"],
    ]);
    expect(history.filter((kind) => kind === "MessageReceived")).toHaveLength(20);
  });

  it("who writes and sends the form in the same moment is one contact with one lead", async () => {
    const email = "ines@example.com";

    const answers = await times(10, (i) =>
      i % 2 === 0
        ? say(crowd.partner, "submitEnquiry", anEnquiry({ contact: { name: "Ines", email } }))
        : say(crowd.partner, "receiveMessage", {
            channel: "EMAIL",
            contact: { email: " INES@example.com" },
            text: "Hi",
          }),
    );

    expect(answers.flatMap(({ userErrors }) => userErrors)).toEqual([]);
    expect(await counts()).toEqual({
      ...{ contacts: 1, leads: 1, lifecycles: 1, conversations: 2, messages: 10, enquiries: 5, unread: 10 },
    });
  });

  it("who comes through three doors, by address, by number and by both, is one person or two, and never three", async () => {
    const [email, phone] = ["ines@example.com", "+4915112345678"];

    await times(12, (i) => {
      const contact = [{ email }, { phone }, { email, phone }][i % 3];
      return say(crowd.partner, "submitEnquiry", anEnquiry({ contact }));
    });

    // Where two strangers turn out to be one person, nothing is merged silently: the number decides.
    const { contacts = 0, leads, enquiries, messages } = await counts();
    expect({ leads, enquiries, messages }).toEqual({ leads: contacts, enquiries: 12, messages: 12 });
    expect([1, 2]).toContain(contacts);
    expect(
      await desk.rows("SELECT kind, value FROM contact_identities WHERE merchant_id = $1 ORDER BY kind", [crowd.id]),
    ).toEqual([
      { kind: "EMAIL", value: email },
      { kind: "PHONE", value: phone },
    ]);
  });

  it("who writes under an address to which a colleague is correcting an enquiry is who that enquiry is from", async () => {
    const lead = await aLead(crowd.partner, { contact: { email: "inse@example.com" } });
    const [enquiry] = await desk.rows("SELECT id FROM enquiries WHERE merchant_id = $1", [crowd.id]);
    const isIdle = async () => (await desk.rows("SELECT FROM graphile_worker.jobs WHERE run_at <= now()")).length === 0;
    await until("the mails of the first enquiry are done with", isIdle);
    const email = "ines@example.com";

    const letGo = await holdQueueLog();
    const correction = say(crowd.admin, "correctEnquiry", { enquiryId: enquiry?.id, email });
    await until("the correction is written and not yet committed", () => areWaiting(1));
    const submission = say(crowd.partner, "submitEnquiry", anEnquiry({ contact: { email } }));
    await until("the stranger waits for it", () => areWaiting(2));
    await letGo();

    expect((await correction).userErrors).toEqual([]);
    expect(await submission).toMatchObject({ outcome: "ACCEPTED", lead: { id: lead.id } });
    expect(await counts()).toMatchObject({ contacts: 1, leads: 1, messages: 2, enquiries: 2 });
  });

  /** Whoever changes a queue of this merchant comes to its very last step and waits there. */
  async function holdQueueLog(): Promise<() => Promise<void>> {
    const runner = desk.desk.owner.createQueryRunner();
    await runner.startTransaction();
    await runner.query("SELECT pg_advisory_xact_lock(hashtextextended('queue changes ' || $1, 0))", [crowd.id]);
    return async () => {
      await runner.commitTransaction();
      await runner.release();
    };
  }

  async function areWaiting(count: number): Promise<boolean> {
    const waiting = await desk.rows(
      "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
    );
    return waiting.length === count;
  }
});
