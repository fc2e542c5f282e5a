import { failureOf } from "./support/failure-of.js";
import { entered } from "./support/live-api.js";
import { type LiveDesk, openLiveDesk } from "./support/live-desk.js";
import { until } from "./support/until.js";

let desk: LiveDesk;

afterEach(() => desk.close());

describe("a connection that is lost", () => {
  it.each([
    ["is cut", () => desk.api.cutSockets()],
    ["closes as the server goes away (1001)", () => desk.api.closeSockets(1001)],
    ["closes as the server restarts (1012)", () => desk.api.closeSockets(1012)],
    ["closes as the server is overloaded (1013)", () => desk.api.closeSockets(1013)],
    ["closes normally (1000)", () => desk.api.closeSockets(1000)],
    ["is answered with the end of the stream", () => desk.api.opened[0]?.feed.end()],
  ])("comes back without a gap or a repeat when it %s", async (_how, lose) => {
    desk = await openLiveDesk();
    const reading = desk.read();
    await until("the snapshot", () => reading.changes.length === 1);
    desk.api.tell(entered("lead-1"));
    await until("the first entry", () => reading.changes.length === 2);

    lose();
    await until("the end of the subscription", () => desk.isOver());
    desk.api.tell(entered("lead-2"));
    await until("the second entry", () => reading.told().includes("lead-2"));

    expect(reading.told()).toEqual(["QueueSnapshot", "lead-1", "lead-2"]);
    expect(desk.api.opened.at(-1)).toMatchObject({ after: "1" });
    expect(reading.states.slice(0, 4)).toEqual(["connecting", "live", "resuming", "live"]);
  });

  it("goes on after the newest heartbeat", async () => {
    desk = await openLiveDesk();
    const reading = desk.read();
    await until("the snapshot", () => reading.changes.length === 1);
    desk.api.say({ __typename: "QueueHeartbeat", cursor: "7", lagMs: 0 });
    desk.api.tell(entered("lead-1"));
    await until("the entry", () => reading.changes.length === 2);
    desk.api.say({ __typename: "QueueHeartbeat", cursor: "9", lagMs: 0 });
    desk.api.say({ __typename: "QueueResync", message: "So that the heartbeat is known to have come." });
    await until("the resync", () => reading.changes.length === 3);

    desk.api.cutSockets();
    await until("the second subscription", () => desk.api.opened.length === 2);

    expect(desk.api.opened[1]?.after).toBe("9");
  });

  it("is noticed when the server does not answer any more", async () => {
    const live = { pingAfterMs: 30, pongWithinMs: 30 };
    desk = await openLiveDesk({}, { live });
    const reading = desk.read();
    await until("the snapshot", () => reading.changes.length === 1);

    desk.api.deafen();
    await until("another subscription", () => desk.api.opened.length === 2);

    expect(desk.api.opened[1]?.after).toBe("0");
  });

  it("is begun anew when the stream falls silent", async () => {
    desk = await openLiveDesk({}, { live: { heartbeatWithinMs: 50 } });
    const reading = desk.read();
    await until("the snapshot", () => reading.changes.length === 1);

    await until("another subscription", () => desk.api.opened.length >= 2);

    await until("the end of the first one", () => desk.isOver());
    expect(desk.api.opened[1]?.after).toBe("0");
  });

  it("asks for the token of the moment each time", async () => {
    let made = 0;
    const token = (): string => {
      made += 1;
      return `token-${made}`;
    };
    desk = await openLiveDesk({}, { token });
    const reading = desk.read();
    await until("the snapshot", () => reading.changes.length === 1);

    desk.api.cutSockets();
    await until("another subscription", () => desk.api.opened.length === 2);

    expect(desk.api.tokens).toEqual(["token-1", "token-2"]);
  });

  it("gets a new token when the old one has run out (4403)", async () => {
    const needs: (string | null)[] = [];
    let token = "old";
    desk = await openLiveDesk(
      { refuse: (sent) => (sent === "old" ? 4403 : null) },
      {
        token: ({ refused }) => {
          needs.push(refused);
          if (refused === "old") token = "new";
          return token;
        },
      },
    );
    const reading = desk.read();
    await until("the snapshot", () => reading.changes.length === 1);

    expect(desk.api.tokens).toEqual(["old", "new"]);
    expect(needs).toContain("old");
  });

  it("is stale when it does not come back for long", async () => {
    let isClosed = false;
    const live = { staleAfterMs: 50 };
    desk = await openLiveDesk({ refuse: () => (isClosed ? 1013 : null) }, { live });
    const reading = desk.read();
    await until("the snapshot", () => reading.changes.length === 1);

    isClosed = true;
    desk.api.cutSockets();
    await until("the state", () => reading.states.at(-1) === "stale");
    isClosed = false;
    await until("the way back", () => desk.api.opened.length === 2);
    desk.api.tell(entered("lead-1"));
    await until("the entry", () => reading.changes.length === 2);

    expect(reading.states).toEqual(["connecting", "live", "resuming", "stale", "live"]);
  });

  it("is live again although nothing was missed", async () => {
    desk = await openLiveDesk();
    const reading = desk.read();
    await until("the snapshot", () => reading.changes.length === 1);

    desk.api.cutSockets();
    await until("the state", () => reading.states.length === 4);

    expect(reading.states).toEqual(["connecting", "live", "resuming", "live"]);
    expect(reading.changes).toHaveLength(1);
  });
});

describe("a refusal", () => {
  it.each([
    [4401, "UNAUTHENTICATED"],
    [1008, "BAD_RESPONSE"],
    [1011, "INTERNAL_SERVER_ERROR"],
  ])("by the close code %d is final", async (code, error) => {
    desk = await openLiveDesk({ refuse: () => code });
    const reading = desk.read();

    expect(await failureOf(reading.done)).toMatchObject({ name: "LeadLedgerError", code: error, retryable: false });
    expect(reading.states).toEqual(["connecting", "closed"]);
    expect(desk.api.tokens).toHaveLength(1);
  });

  it("of the subscription is final when it would always be refused", async () => {
    const refuseSubscription = () => ({ code: "FORBIDDEN", retryable: false, requestId: "request-1" });
    desk = await openLiveDesk({ refuseSubscription });
    const reading = desk.read();

    expect(await failureOf(reading.done)).toMatchObject({ code: "FORBIDDEN", requestId: "request-1" });
    expect(desk.api.opened).toHaveLength(1);
  });

  it.each(["SERVICE_UNAVAILABLE", "INTERNAL_SERVER_ERROR", "MOON_IN_THE_WAY"])(
    "of the subscription with %s is tried again",
    async (code) => {
      desk = await openLiveDesk({ refuseSubscription: (number) => (number < 3 ? { code } : null) });
      const reading = desk.read();
      await until("the snapshot", () => reading.changes.length === 1);

      expect(desk.api.opened).toHaveLength(3);
    },
  );

  it("by a rate limit is tried again when it allows it", async () => {
    const startedAt = performance.now();
    const limited = { code: "RATE_LIMITED", retryable: true, retryAfterMs: 120 };
    desk = await openLiveDesk({ refuseSubscription: (number) => (number === 1 ? limited : null) });
    const reading = desk.read();
    await until("the snapshot", () => reading.changes.length === 1);

    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(120);
  });
});
