import { GraphQLError } from "graphql";
import { type ClientOptions, createClient, type LiveState, type Notice, type QueueChange } from "../src/index.js";
import type { WatchOptions } from "../src/live.js";
import { failureOf } from "./support/failure-of.js";
import { type Door, entered, type LiveApi, startLiveApi } from "./support/live-api.js";
import { until } from "./support/until.js";

let api: LiveApi;
const endings: (() => void)[] = [];

const quick = { firstDelayMs: 1, maxDelayMs: 20 };

async function startDesk(door: Door = {}, options: Partial<ClientOptions> = {}) {
  api = await startLiveApi(door);
  return createClient({ url: api.url, token: "token-1", ...options, live: { ...quick, ...options.live } });
}

interface Reading {
  changes: QueueChange[];
  states: LiveState[];
  done: Promise<void>;
  stop(): void;
}

/** Reads for as long as the test runs. */
function read(desk: ReturnType<typeof createClient>, options: WatchOptions = {}): Reading {
  const stop = new AbortController();
  endings.push(() => stop.abort());
  const changes: QueueChange[] = [];
  const states: LiveState[] = [];
  const onState = (state: LiveState): void => {
    states.push(state);
  };
  const reading = async (): Promise<void> => {
    const watch = desk.watchQueue("UNASSIGNED", { signal: stop.signal, onState, ...options });
    for await (const change of watch) changes.push(change);
  };
  const done = reading();
  done.catch(() => undefined);
  return { changes, states, done, stop: () => stop.abort() };
}

const isOver = (subscription = 0) => !api.opened[subscription]?.feed.isOpen();
const told = ({ changes }: Reading) =>
  changes.map((change) => ("entry" in change ? change.entry.lead?.id : change.__typename));

afterEach(async () => {
  for (const end of endings.splice(0)) end();
  await api.close();
});

describe("a watched queue", () => {
  it("tells a snapshot, and then each change", async () => {
    const reading = read(await startDesk());
    await until("the snapshot", () => reading.changes.length === 1);

    api.tell(entered("lead-1"));
    api.tell(entered("lead-2"));
    await until("both", () => reading.changes.length === 3);

    expect(told(reading)).toEqual(["QueueSnapshot", "lead-1", "lead-2"]);
    expect(api.opened[0]).toMatchObject({ queue: "UNASSIGNED", token: "token-1", after: null });
  });

  it("passes over what this client does not know, and over heartbeats", async () => {
    const reading = read(await startDesk());
    await until("the snapshot", () => reading.changes.length === 1);

    api.say({ __typename: "QueueRenamed", cursor: "0" });
    api.say({ __typename: "QueueHeartbeat", cursor: "0", lagMs: 0 });
    api.tell(entered("lead-1"));
    await until("the entry", () => reading.changes.length === 2);

    expect(told(reading)).toEqual(["QueueSnapshot", "lead-1"]);
  });

  it("tells heartbeats to whoever wants them", async () => {
    const reading = read(await startDesk(), { includeHeartbeats: true });
    await until("the snapshot", () => reading.changes.length === 1);

    api.say({ __typename: "QueueHeartbeat", cursor: "0", lagMs: 3 });
    await until("the heartbeat", () => reading.changes.length === 2);

    expect(reading.changes[1]).toEqual({ __typename: "QueueHeartbeat", cursor: "0", lagMs: 3 });
  });

  it("goes on after a cursor of earlier", async () => {
    const desk = await startDesk();
    api.tell(entered("lead-1"));
    api.tell(entered("lead-2"));

    const reading = read(desk, { after: "1" });
    await until("what came since", () => reading.changes.length === 1);

    expect(told(reading)).toEqual(["lead-2"]);
  });

  it("tells no change twice, whatever the server does", async () => {
    const reading = read(await startDesk());
    await until("the snapshot", () => reading.changes.length === 1);

    const cursor = api.tell(entered("lead-1"));
    api.say({ ...entered("lead-1"), cursor });
    api.tell(entered("lead-2"));
    await until("the second entry", () => told(reading).includes("lead-2"));

    expect(told(reading)).toEqual(["QueueSnapshot", "lead-1", "lead-2"]);
  });

  it("says once which fields came as null because of the role", async () => {
    const notices: Notice[] = [];
    const extensions = { code: "FORBIDDEN_FIELD", coordinate: "QueueEntry.enquiry" };
    const beside = [new GraphQLError("Your role may not see QueueEntry.enquiry.", { extensions })];
    const reading = read(await startDesk({ beside }, { onNotice: (notice) => notices.push(notice) }));
    await until("the snapshot", () => reading.changes.length === 1);

    api.tell(entered("lead-1"));
    await until("the entry", () => reading.changes.length === 2);

    expect(notices.map(({ coordinate }) => coordinate)).toEqual(["QueueEntry.enquiry"]);
  });

  it("shares one socket with others of the same client", async () => {
    const desk = await startDesk();
    const [one, other] = [read(desk), read(desk)];
    await until("both snapshots", () => one.changes.length === 1 && other.changes.length === 1);

    expect(api.socketCount()).toBe(1);
    expect(api.opened).toHaveLength(2);
  });
});

describe("a connection that is lost", () => {
  it.each([
    ["is cut", () => api.cutSockets()],
    ["closes as the server goes away (1001)", () => api.closeSockets(1001)],
    ["closes as the server restarts (1012)", () => api.closeSockets(1012)],
    ["closes as the server is overloaded (1013)", () => api.closeSockets(1013)],
    ["closes normally (1000)", () => api.closeSockets(1000)],
    ["is answered with the end of the stream", () => api.opened[0]?.feed.end()],
  ])("comes back without a gap or a repeat when it %s", async (_how, lose) => {
    const reading = read(await startDesk());
    await until("the snapshot", () => reading.changes.length === 1);
    api.tell(entered("lead-1"));
    await until("the first entry", () => reading.changes.length === 2);

    lose();
    await until("the end of the subscription", () => isOver());
    api.tell(entered("lead-2"));
    await until("the second entry", () => told(reading).includes("lead-2"));

    expect(told(reading)).toEqual(["QueueSnapshot", "lead-1", "lead-2"]);
    expect(api.opened.at(-1)).toMatchObject({ after: "1" });
    expect(reading.states.slice(0, 4)).toEqual(["connecting", "live", "resuming", "live"]);
  });

  it("goes on after the newest heartbeat", async () => {
    const reading = read(await startDesk());
    await until("the snapshot", () => reading.changes.length === 1);
    api.say({ __typename: "QueueHeartbeat", cursor: "7", lagMs: 0 });
    api.tell(entered("lead-1"));
    await until("the entry", () => reading.changes.length === 2);
    api.say({ __typename: "QueueHeartbeat", cursor: "9", lagMs: 0 });
    api.say({ __typename: "QueueResync", message: "So that the heartbeat is known to have come." });
    await until("the resync", () => reading.changes.length === 3);

    api.cutSockets();
    await until("the second subscription", () => api.opened.length === 2);

    expect(api.opened[1]?.after).toBe("9");
  });

  it("is noticed when the server does not answer any more", async () => {
    const live = { ...quick, pingAfterMs: 30, pongWithinMs: 30 };
    const reading = read(await startDesk({}, { live }));
    await until("the snapshot", () => reading.changes.length === 1);

    api.deafen();
    await until("another subscription", () => api.opened.length === 2);

    expect(api.opened[1]?.after).toBe("0");
  });

  it("is begun anew when the stream falls silent", async () => {
    const reading = read(await startDesk({}, { live: { ...quick, heartbeatWithinMs: 50 } }));
    await until("the snapshot", () => reading.changes.length === 1);

    await until("another subscription", () => api.opened.length >= 2);

    await until("the end of the first one", () => isOver());
    expect(api.opened[1]?.after).toBe("0");
  });

  it("asks for the token of the moment each time", async () => {
    let made = 0;
    const token = (): string => {
      made += 1;
      return `token-${made}`;
    };
    const reading = read(await startDesk({}, { token }));
    await until("the snapshot", () => reading.changes.length === 1);

    api.cutSockets();
    await until("another subscription", () => api.opened.length === 2);

    expect(api.tokens).toEqual(["token-1", "token-2"]);
  });

  it("gets a new token when the old one has run out (4403)", async () => {
    const needs: (string | null)[] = [];
    let token = "old";
    const reading = read(
      await startDesk(
        { refuse: (sent) => (sent === "old" ? 4403 : null) },
        {
          token: ({ refused }) => {
            needs.push(refused);
            if (refused === "old") token = "new";
            return token;
          },
        },
      ),
    );
    await until("the snapshot", () => reading.changes.length === 1);

    expect(api.tokens).toEqual(["old", "new"]);
    expect(needs).toContain("old");
  });

  it("is stale when it does not come back for long", async () => {
    let isClosed = false;
    const live = { ...quick, staleAfterMs: 50 };
    const reading = read(await startDesk({ refuse: () => (isClosed ? 1013 : null) }, { live }));
    await until("the snapshot", () => reading.changes.length === 1);

    isClosed = true;
    api.cutSockets();
    await until("the state", () => reading.states.at(-1) === "stale");
    isClosed = false;
    await until("the way back", () => api.opened.length === 2);
    api.tell(entered("lead-1"));
    await until("the entry", () => reading.changes.length === 2);

    expect(reading.states).toEqual(["connecting", "live", "resuming", "stale", "live"]);
  });

  it("is live again although nothing was missed", async () => {
    const reading = read(await startDesk());
    await until("the snapshot", () => reading.changes.length === 1);

    api.cutSockets();
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
    const reading = read(await startDesk({ refuse: () => code }));

    expect(await failureOf(reading.done)).toMatchObject({ name: "LeadLedgerError", code: error, retryable: false });
    expect(reading.states).toEqual(["connecting", "closed"]);
    expect(api.tokens).toHaveLength(1);
  });

  it("of the subscription is final when it would always be refused", async () => {
    const refuseSubscription = () => ({ code: "FORBIDDEN", retryable: false, requestId: "request-1" });
    const reading = read(await startDesk({ refuseSubscription }));

    expect(await failureOf(reading.done)).toMatchObject({ code: "FORBIDDEN", requestId: "request-1" });
    expect(api.opened).toHaveLength(1);
  });

  it.each(["SERVICE_UNAVAILABLE", "INTERNAL_SERVER_ERROR", "MOON_IN_THE_WAY"])(
    "of the subscription with %s is tried again",
    async (code) => {
      const reading = read(await startDesk({ refuseSubscription: (number) => (number < 3 ? { code } : null) }));
      await until("the snapshot", () => reading.changes.length === 1);

      expect(api.opened).toHaveLength(3);
    },
  );

  it("by a rate limit is tried again when it allows it", async () => {
    const startedAt = performance.now();
    const limited = { code: "RATE_LIMITED", retryable: true, retryAfterMs: 120 };
    const reading = read(await startDesk({ refuseSubscription: (number) => (number === 1 ? limited : null) }));
    await until("the snapshot", () => reading.changes.length === 1);

    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(120);
  });
});

describe("the end of a watch", () => {
  it("by break frees what the server keeps", async () => {
    const desk = await startDesk();

    for await (const _change of desk.watchQueue("UNASSIGNED")) break;
    await until("no subscription and no socket", () => isOver() && api.socketCount() === 0);
  });

  it("by its signal is quiet, also while nothing comes", async () => {
    const reading = read(await startDesk());
    await until("the snapshot", () => reading.changes.length === 1);

    reading.stop();
    await reading.done;

    expect(reading.states.at(-1)).toBe("closed");
    await until("no subscription and no socket", () => isOver() && api.socketCount() === 0);
  });

  it("by its signal comes while it waits to connect again", async () => {
    const live = { firstDelayMs: 600_000, maxDelayMs: 600_000 };
    const reading = read(await startDesk({ refuse: () => 1013 }, { live }));
    await until("the refusal", () => api.tokens.length === 1);

    reading.stop();
    await reading.done;

    expect(api.tokens).toHaveLength(1);
  });

  it("by return does not wait for the next change", async () => {
    const desk = await startDesk();
    const watch = desk.watchQueue("UNASSIGNED");
    await watch.next();
    const pending = watch.next();

    await watch.return?.();

    expect(await pending).toEqual({ done: true, value: undefined });
    await until("no subscription", () => isOver());
  });

  it("leaves the socket to the others", async () => {
    const desk = await startDesk();
    const staying = read(desk);
    await until("the snapshot", () => staying.changes.length === 1);

    for await (const _change of desk.watchQueue("UNASSIGNED")) break;
    await until("one subscription", () => isOver(1));
    api.tell(entered("lead-1"));
    await until("the entry", () => staying.changes.length === 2);

    expect(api.socketCount()).toBe(1);
  });
});

describe("a slow reader", () => {
  it("is not buried: reading stops, and goes on from where the reader is", async () => {
    const desk = await startDesk();
    const watch = desk.watchQueue("UNASSIGNED");
    await watch.next();

    for (let number = 1; number <= 1000; number += 1) api.tell(entered(`lead-${number}`));
    await until("the end of reading", () => isOver());
    const seen: (string | undefined)[] = [];
    while (seen.length < 1000) {
      const { value } = await watch.next();
      if (value && "entry" in value) seen.push(value.entry.lead?.id);
    }
    await watch.return?.();

    expect(seen).toEqual(Array.from({ length: 1000 }, (_, index) => `lead-${index + 1}`));
    expect(api.opened.length).toBeGreaterThan(1);
  });
});
