import { openTestDesk, type TestDesk, type TestMerchant, type Wire } from "./support/test-desk.js";
import { until } from "./support/until.js";
import { aLead, aQualifiedLead, say } from "./support/verbs.js";
import { type Watching, watch } from "./support/watch.js";

let desk: TestDesk;
let studio: TestMerchant;
const open: Watching[] = [];

beforeAll(async () => {
  desk = await openTestDesk();
  studio = desk.studio;
});

afterEach(async () => {
  await Promise.all(open.splice(0).map((watching) => watching.stop()));
});

afterAll(() => desk.close());

function watchQueue(caller: TestMerchant["agent"], variables: Record<string, unknown>): Watching {
  const watching = watch(desk.url, caller, variables);
  open.push(watching);
  return watching;
}

const is = (type: string, leadId?: string) => (event: Wire) =>
  event.__typename === type && (!leadId || (event.entry?.lead?.id ?? event.leadId) === leadId);

describe("a queue that is watched", () => {
  it("begins with a snapshot and tells each change in the order of commits", async () => {
    const waiting = await aLead(studio.admin);
    const watching = watchQueue(studio.agent, { queue: "UNASSIGNED" });
    const snapshot = await watching.next(is("QueueSnapshot"));

    const lead = await aLead(studio.admin);
    await say(studio.admin, "moveLead", { leadId: lead.id, toStage: "reviewing" });
    await say(studio.agent, "assignLead", { leadId: lead.id, memberId: studio.agent.memberId });
    await watching.next(is("QueueEntryLeft", lead.id));

    expect(snapshot.entries.map((entry: Wire) => entry.lead.id)).toContain(waiting.id);
    expect(snapshot.count).toBe(snapshot.entries.length);
    const story = watching.seen
      .filter((event) => (event.entry?.lead?.id ?? event.leadId) === lead.id)
      .map((event) => event.__typename);
    expect(story).toEqual(["QueueEntryEntered", "QueueEntryUpdated", "QueueEntryLeft"]);
  });

  it("goes on after a cursor with no gap and no repeat", async () => {
    const first = watchQueue(studio.agent, { queue: "UNASSIGNED" });
    const { cursor } = await first.next(is("QueueSnapshot"));
    await first.stop();
    const missed = await aLead(studio.admin);

    const second = watchQueue(studio.agent, { queue: "UNASSIGNED", after: cursor });
    await second.next(is("QueueEntryEntered", missed.id));

    expect(second.seen.map((event) => event.__typename)).toEqual(["QueueEntryEntered"]);
  });

  it.each([
    ["a forged cursor", async () => "forged"],
    [
      "another viewer's cursor",
      async () => (await watchQueue(studio.otherAgent, { queue: "UNASSIGNED" }).next(is("QueueSnapshot"))).cursor,
    ],
    [
      "a cursor of another queue",
      async () => (await watchQueue(studio.agent, { queue: "AWAITING_RESPONSE" }).next(is("QueueSnapshot"))).cursor,
    ],
  ])("starts over with a snapshot when it is given %s", async (_name, cursorOf) => {
    const after = await cursorOf();

    const watching = watchQueue(studio.agent, { queue: "UNASSIGNED", after });
    await watching.next(is("QueueSnapshot"));

    expect(watching.seen.map((event) => event.__typename).slice(0, 2)).toEqual(["QueueResync", "QueueSnapshot"]);
  });

  it("answers the same changes to whoever asks now and then", async () => {
    const watching = watchQueue(studio.agent, { queue: "UNASSIGNED" });
    const { cursor } = await watching.next(is("QueueSnapshot"));
    const lead = await aLead(studio.admin);
    await say(studio.admin, "moveLead", { leadId: lead.id, toStage: "reviewing" });
    await watching.next(is("QueueEntryUpdated", lead.id));

    const { data } = await studio.agent.ask(
      `query($after: String!) { queueChangesSince(queue: UNASSIGNED, after: $after) {
        nodes { __typename ... on QueueEntryEntered { cursor } ... on QueueEntryUpdated { cursor } } pageInfo { hasNextPage endCursor } } }`,
      { after: cursor },
    );

    const told = watching.seen.slice(1).map(({ __typename, cursor }) => ({ __typename, cursor }));
    expect(data.queueChangesSince.nodes).toEqual(told);
    expect(data.queueChangesSince.pageInfo).toEqual({ hasNextPage: false, endCursor: told.at(-1)?.cursor });
  });

  it("tells an agent whose lead went to a colleague only that it left, by its id", async () => {
    const lead = await aQualifiedLead(studio.agent);
    await say(studio.agent, "receiveMessage", { leadId: lead.id, channel: "WEB_FORM", text: "Hello?" });
    const watching = watchQueue(studio.agent, { queue: "AWAITING_RESPONSE" });
    await watching.next(is("QueueSnapshot"));

    await say(studio.manager, "assignLead", { leadId: lead.id, memberId: studio.otherAgent.memberId });

    expect(await watching.next(is("QueueEntryLeft", lead.id))).toMatchObject({
      leadId: lead.id,
      reason: "NO_LONGER_VISIBLE",
    });
  });

  it("never hears of another merchant", async () => {
    const watching = watchQueue(studio.admin, { queue: "UNASSIGNED" });
    await watching.next(is("QueueSnapshot"));

    const theirs = await aLead(desk.garage.admin);
    const ours = await aLead(studio.admin);
    await watching.next(is("QueueEntryEntered", ours.id));

    expect(JSON.stringify(watching.seen)).not.toContain(theirs.id);
  });

  it("does not show labelled tests unless asked", async () => {
    const watching = watchQueue(studio.admin, { queue: "UNASSIGNED" });
    const withTests = watchQueue(studio.admin, { queue: "UNASSIGNED", includeTest: true });
    await Promise.all([watching.next(is("QueueSnapshot")), withTests.next(is("QueueSnapshot"))]);

    const test = await aLead(studio.admin, { isTest: true });
    const real = await aLead(studio.admin);
    await Promise.all([
      watching.next(is("QueueEntryEntered", real.id)),
      withTests.next(is("QueueEntryEntered", real.id)),
    ]);

    expect(watching.seen.some(is("QueueEntryEntered", test.id))).toBe(false);
    expect(withTests.seen.some(is("QueueEntryEntered", test.id))).toBe(true);
  });

  it("shows an analyst the queue without a name", async () => {
    await aLead(studio.admin);

    const snapshot = await watchQueue(studio.analyst, { queue: "UNASSIGNED" }).next(is("QueueSnapshot"));

    expect(snapshot.entries.length).toBeGreaterThan(0);
    expect(snapshot.entries.every((entry: Wire) => entry.lead.contact.name === null)).toBe(true);
    expect(snapshot.errors.map((error: Wire) => error.extensions.code)).toEqual(["FORBIDDEN_FIELD"]);
  });

  it("is refused to a partner", async () => {
    const watching = watchQueue(studio.partner, { queue: "UNASSIGNED" });

    await expect(watching.next(is("QueueSnapshot"))).rejects.toMatchObject([{ extensions: { code: "FORBIDDEN" } }]);
  });

  it("ends with 4401 within a second when the member is suspended, and tells nothing more", async () => {
    const watching = watchQueue(studio.otherAgent, { queue: "UNASSIGNED" });
    await watching.next(is("QueueSnapshot"));
    const suspendedAt = Date.now();

    await say(studio.admin, "suspendMember", { memberId: studio.otherAgent.memberId });
    const { code } = await watching.closed;
    await say(studio.admin, "reinstateMember", { memberId: studio.otherAgent.memberId });

    expect(code).toBe(4401);
    expect(Date.now() - suspendedAt).toBeLessThan(1000);
  });

  it("leaves nothing behind: a thousand opened and closed streams", async () => {
    for (let round = 0; round < 50; round += 1) {
      const many = Array.from({ length: 20 }, () => watchQueue(studio.agent, { queue: "UNASSIGNED" }));
      await Promise.all(many.map((watching) => watching.next(is("QueueSnapshot"))));
      await Promise.all(many.map((watching) => watching.stop()));
    }
    await until("all subscriptions are gone", () => desk.desk.server.counts().sockets === 0);

    expect(desk.desk.server.counts()).toEqual({ sockets: 0, subscriptions: 0 });
    expect(desk.desk.listenerCount()).toBe(0);
  });
});

describe("a follow-up", () => {
  it("brings its lead into the queue within a second of its time, without anybody writing", async () => {
    const lead = await aQualifiedLead(studio.agent);
    const watching = watchQueue(studio.agent, { queue: "FOLLOW_UPS_DUE" });
    await watching.next(is("QueueSnapshot"));
    const dueAt = new Date(Date.now() + 1500);

    await say(studio.agent, "scheduleFollowUp", { leadId: lead.id, dueAt: dueAt.toISOString() });
    const entered = await watching.next(is("QueueEntryEntered", lead.id));

    expect(new Date(entered.at).getTime()).toBeGreaterThanOrEqual(dueAt.getTime());
    expect(Date.now() - dueAt.getTime()).toBeLessThan(1000);
  });
});

describe("a response target", () => {
  it("that is missed is told to whoever watches, within a second, once and in the history", async () => {
    const { garage } = desk;
    await say(garage.admin, "updatePolicies", { responseTarget: "PT2S" });
    const lead = await aLead(garage.agent);
    const watching = watchQueue(garage.agent, { queue: "AWAITING_RESPONSE" });
    const { entries } = await watching.next(is("QueueSnapshot"));
    const dueAt = new Date(entries.find((entry: Wire) => entry.lead.id === lead.id).dueAt);

    const updated = await watching.next(
      (event) => is("QueueEntryUpdated", lead.id)(event) && new Date(event.at).getTime() >= dueAt.getTime(),
    );

    expect(new Date(updated.at).getTime() - dueAt.getTime()).toBeLessThan(1000);
    const told = await desk.rows("SELECT at FROM lead_events WHERE lead_id = $1 AND kind = 'ResponseTargetMissed'", [
      lead.id,
    ]);
    expect(told.map(({ at }) => at)).toEqual([new Date(updated.at)]);
  });
});
