import { GraphQLError } from "graphql";
import type { Notice } from "../src/index.js";
import { entered } from "./support/live-api.js";
import { type LiveDesk, openLiveDesk } from "./support/live-desk.js";
import { until } from "./support/until.js";

let desk: LiveDesk;

afterEach(() => desk.close());

describe("a watched queue", () => {
  it("tells a snapshot, and then each change", async () => {
    desk = await openLiveDesk();
    const reading = desk.read();
    await until("the snapshot", () => reading.changes.length === 1);

    desk.api.tell(entered("lead-1"));
    desk.api.tell(entered("lead-2"));
    await until("both", () => reading.changes.length === 3);

    expect(reading.told()).toEqual(["QueueSnapshot", "lead-1", "lead-2"]);
    expect(desk.api.opened[0]).toMatchObject({ queue: "UNASSIGNED", token: "token-1", after: null });
  });

  it("passes over what this client does not know, and over heartbeats", async () => {
    desk = await openLiveDesk();
    const reading = desk.read();
    await until("the snapshot", () => reading.changes.length === 1);

    desk.api.say({ __typename: "QueueRenamed", cursor: "0" });
    desk.api.say({ __typename: "QueueHeartbeat", cursor: "0", lagMs: 0 });
    desk.api.tell(entered("lead-1"));
    await until("the entry", () => reading.changes.length === 2);

    expect(reading.told()).toEqual(["QueueSnapshot", "lead-1"]);
  });

  it("tells heartbeats to whoever wants them", async () => {
    desk = await openLiveDesk();
    const reading = desk.read({ includeHeartbeats: true });
    await until("the snapshot", () => reading.changes.length === 1);

    desk.api.say({ __typename: "QueueHeartbeat", cursor: "0", lagMs: 3 });
    await until("the heartbeat", () => reading.changes.length === 2);

    expect(reading.changes[1]).toEqual({ __typename: "QueueHeartbeat", cursor: "0", lagMs: 3 });
  });

  it("goes on after a cursor of earlier", async () => {
    desk = await openLiveDesk();
    desk.api.tell(entered("lead-1"));
    desk.api.tell(entered("lead-2"));

    const reading = desk.read({ after: "1" });
    await until("what came since", () => reading.changes.length === 1);

    expect(reading.told()).toEqual(["lead-2"]);
  });

  it("tells no change twice, whatever the server does", async () => {
    desk = await openLiveDesk();
    const reading = desk.read();
    await until("the snapshot", () => reading.changes.length === 1);

    const cursor = desk.api.tell(entered("lead-1"));
    desk.api.say({ ...entered("lead-1"), cursor });
    desk.api.tell(entered("lead-2"));
    await until("the second entry", () => reading.told().includes("lead-2"));

    expect(reading.told()).toEqual(["QueueSnapshot", "lead-1", "lead-2"]);
  });

  it("says once which fields came as null because of the role", async () => {
    const notices: Notice[] = [];
    const extensions = { code: "FORBIDDEN_FIELD", coordinate: "QueueEntry.enquiry" };
    const beside = [new GraphQLError("Your role may not see QueueEntry.enquiry.", { extensions })];
    desk = await openLiveDesk({ beside }, { onNotice: (notice) => notices.push(notice) });
    const reading = desk.read();
    await until("the snapshot", () => reading.changes.length === 1);

    desk.api.tell(entered("lead-1"));
    await until("the entry", () => reading.changes.length === 2);

    expect(notices.map(({ coordinate }) => coordinate)).toEqual(["QueueEntry.enquiry"]);
  });

  it("shares one socket with others of the same client", async () => {
    desk = await openLiveDesk();
    const [one, other] = [desk.read(), desk.read()];
    await until("both snapshots", () => one.changes.length === 1 && other.changes.length === 1);

    expect(desk.api.socketCount()).toBe(1);
    expect(desk.api.opened).toHaveLength(2);
  });
});

describe("the end of a watch", () => {
  it("by break frees what the server keeps", async () => {
    desk = await openLiveDesk();

    for await (const _change of desk.client.watchQueue("UNASSIGNED")) break;
    await until("no subscription and no socket", () => desk.isOver() && desk.api.socketCount() === 0);
  });

  it("by its signal is quiet, also while nothing comes", async () => {
    desk = await openLiveDesk();
    const reading = desk.read();
    await until("the snapshot", () => reading.changes.length === 1);

    reading.stop();
    await reading.done;

    expect(reading.states).toEqual(["connecting", "live", "closed"]);
    await until("no subscription and no socket", () => desk.isOver() && desk.api.socketCount() === 0);
  });

  it("by its signal comes while it waits to connect again", async () => {
    const live = { firstDelayMs: 600_000, maxDelayMs: 600_000 };
    desk = await openLiveDesk({ refuse: () => 1013 }, { live });
    const reading = desk.read();
    await until("the refusal", () => desk.api.tokens.length === 1);

    reading.stop();
    await reading.done;

    expect(desk.api.tokens).toHaveLength(1);
  });

  it("by return does not wait for the next change", async () => {
    desk = await openLiveDesk();
    const watch = desk.client.watchQueue("UNASSIGNED");
    await watch.next();
    const pending = watch.next();

    await watch.return?.();

    expect(await pending).toEqual({ done: true, value: undefined });
    await until("no subscription", () => desk.isOver());
  });

  it("leaves the socket to the others", async () => {
    desk = await openLiveDesk();
    const staying = desk.read();
    await until("the snapshot", () => staying.changes.length === 1);

    for await (const _change of desk.client.watchQueue("UNASSIGNED")) break;
    await until("one subscription", () => desk.isOver(1));
    desk.api.tell(entered("lead-1"));
    await until("the entry", () => staying.changes.length === 2);

    expect(desk.api.socketCount()).toBe(1);
  });
});

describe("a slow reader", () => {
  it("is not buried: reading stops, and goes on from where the reader is", async () => {
    desk = await openLiveDesk();
    const watch = desk.client.watchQueue("UNASSIGNED");
    await watch.next();

    for (let number = 1; number <= 1000; number += 1) desk.api.tell(entered(`lead-${number}`));
    await until("the end of reading", () => desk.isOver());
    const seen: (string | undefined)[] = [];
    while (seen.length < 1000) {
      const { value } = await watch.next();
      if (value && "entry" in value) seen.push(value.entry.lead?.id);
    }
    await watch.return?.();

    expect(seen).toEqual(Array.from({ length: 1000 }, (_, index) => `lead-${index + 1}`));
    expect(desk.api.opened.length).toBeGreaterThan(1);
  });
});
