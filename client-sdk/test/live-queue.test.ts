import { createClient, type LiveQueue } from "../src/index.js";
import { type Door, entered, type LiveApi, startLiveApi } from "./support/live-api.js";
import { until } from "./support/until.js";

let api: LiveApi;
const endings: (() => void)[] = [];

async function startQueue(door: Door = {}): Promise<LiveQueue> {
  api = await startLiveApi(door);
  const desk = createClient({ url: api.url, token: "token-1", live: { firstDelayMs: 1, maxDelayMs: 20 } });
  return desk.liveQueue("UNASSIGNED");
}

function subscribe(queue: LiveQueue, listener: () => void = () => undefined): () => void {
  const end = queue.subscribe(listener);
  endings.push(end);
  return end;
}

const ids = (queue: LiveQueue) => queue.getSnapshot().entries.map(({ lead }) => lead?.id);

afterEach(async () => {
  for (const end of endings.splice(0)) end();
  await api.close();
});

describe("a live queue", () => {
  it("keeps a list and tells its subscribers when it is another one", async () => {
    const queue = await startQueue();
    let calls = 0;
    subscribe(queue, () => {
      calls += 1;
    });
    await until("the snapshot", () => queue.getSnapshot().isLoaded);

    const before = queue.getSnapshot();
    const callsBefore = calls;
    api.tell(entered("lead-2"));
    api.tell(entered("lead-1"));
    await until("both entries", () => queue.getSnapshot().entries.length === 2);

    expect(ids(queue)).toEqual(["lead-1", "lead-2"]);
    expect(before.entries).toEqual([]);
    expect(calls).toBe(callsBefore + 2);
    expect(queue.getSnapshot()).toBe(queue.getSnapshot());
    expect(queue.getSnapshot()).toMatchObject({ state: "live", error: null });
  });

  it("watches nothing before somebody subscribes and after the last one has gone", async () => {
    const queue = await startQueue();
    expect(api.socketCount()).toBe(0);

    const [first, second] = [subscribe(queue), subscribe(queue)];
    await until("the snapshot", () => queue.getSnapshot().isLoaded);
    expect(api.opened).toHaveLength(1);
    first();
    api.tell(entered("lead-1"));
    await until("the entry", () => ids(queue).length === 1);
    second();

    await until("no socket", () => api.socketCount() === 0);
    expect(queue.getSnapshot().state).toBe("closed");
  });

  it("goes on from where it was when somebody subscribes again", async () => {
    const queue = await startQueue();
    const end = subscribe(queue);
    await until("the snapshot", () => queue.getSnapshot().isLoaded);
    end();
    api.tell(entered("lead-1"));

    subscribe(queue);
    await until("the entry", () => ids(queue).length === 1);

    expect(api.opened.at(-1)?.after).toBe("0");
  });

  it("shows why the server refused for good, and tries again for the next subscriber", async () => {
    let isSuspended = true;
    const queue = await startQueue({ refuse: () => (isSuspended ? 4401 : null) });
    subscribe(queue);
    await until("the refusal", () => queue.getSnapshot().error !== null);

    expect(queue.getSnapshot()).toMatchObject({ state: "closed", error: { code: "UNAUTHENTICATED" } });
    isSuspended = false;
    subscribe(queue);
    await until("the snapshot", () => queue.getSnapshot().isLoaded);

    expect(queue.getSnapshot().error).toBeNull();
  });
});
