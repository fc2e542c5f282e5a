import { WebSocket } from "ws";
import { expiredToken } from "../src/platform/errors.js";
import { toyLeadIds } from "./support/toy-desk.js";
import { type Feed, openFeed } from "./support/toy-feed.js";
import { toyViewer } from "./support/toy-schema.js";
import { startToyServer, type ToyServer } from "./support/toy-server.js";
import { enterSocket, openSocket, type ToySocket } from "./support/toy-socket.js";

const [leadId] = toyLeadIds;
const watch = "subscription { leadChanges { id contact { phone } } }";
const phones = (phone: string | null) => ({ data: { leadChanges: { id: leadId, contact: { phone } } } });

describe("The WebSocket door", () => {
  let server: ToyServer;
  let feed: Feed;
  beforeAll(async () => {
    server = await startToyServer({ allowedOrigins: ["https://desk.example"] });
  });
  beforeEach(() => {
    feed = openFeed();
  });
  afterAll(() => server.api.close(1000));

  it("gives every event to whoever subscribed", async () => {
    const [one, two] = await Promise.all([watching("ADMIN"), watching("ADMIN")]);
    feed.push({ id: leadId });

    for (const socket of [one, two])
      expect(await socket.next("next")).toMatchObject({ payload: phones("+4930123456") });
    one.raw.close();
    two.raw.close();
  });

  it("gives the same events once they are compiled", async () => {
    const socket = await watching("MANAGER");
    for (let time = 0; time < 4; time += 1) {
      feed.push({ id: leadId });
      expect((await socket.next("next")).payload).toEqual(phones("+4930123456"));
    }
    socket.raw.close();
  });

  describe("lets in", () => {
    it.each([
      ["a server, which has no origin", undefined],
      ["a page of an allowed origin", "https://desk.example"],
    ])("%s", async (_who, origin) => {
      const socket = await openSocket(server.socketUrl, origin === undefined ? {} : { origin });

      expect(socket.raw.extensions).toBe("");
      socket.raw.close();
    });

    it("a page of our own", async () => {
      const socket = await openSocket(server.socketUrl, { origin: server.url.replace("/graphql", "") });
      socket.raw.close();
    });

    it("no page of any other origin", async () => {
      await expect(openSocket(server.socketUrl, { origin: "https://evil.example" })).rejects.toThrow("403");
    });

    it("nobody at any other path", async () => {
      await expect(openSocket(`${server.socketUrl}/other`)).rejects.toThrow("404");
    });
  });

  it.each<[string, (socket: ToySocket) => void, number]>([
    ["a second init", (socket) => socket.send({ type: "connection_init" }), 4429],
    ["a subscription id in use", (socket) => socket.subscribe("1", watch), 4409],
    ["what is no message", (socket) => socket.send("{bad"), 4400],
    ["a message over 64 KiB", (socket) => socket.subscribe("2", watch, { padding: "x".repeat(65_536) }), 1009],
  ])("closes over %s", async (_what, provoke, code) => {
    const socket = await watching("ADMIN");
    provoke(socket);

    expect((await socket.closed).code).toBe(code);
  });

  it("closes over a subscription before the init, and over another protocol", async () => {
    const early = await openSocket(server.socketUrl);
    early.subscribe("1", watch);
    expect((await early.closed).code).toBe(4401);

    await expect(openSocket(server.socketUrl, { protocol: "graphql-ws" })).rejects.toThrow();
  });

  it("closes a socket that says nothing for 3 seconds", async () => {
    const socket = await openSocket(server.socketUrl);

    expect((await socket.closed).code).toBe(4408);
  });

  it.each<[string, () => void, unknown, number]>([
    ["no token", () => {}, {}, 4401],
    ["an unknown token", () => {}, { authorization: "Bearer stranger" }, 4401],
    ["a token that is no text", () => {}, { authorization: { toString: "ADMIN" } }, 4401],
    ["an expired token", () => server.tokens.set("old", expiredToken()), { authorization: "Bearer old" }, 4403],
    [
      "a database that is away",
      () => server.tokens.set("away", new Error("ECONNREFUSED")),
      { authorization: "Bearer away" },
      1013,
    ],
  ])("closes over %s", async (_what, prepare, payload, code) => {
    prepare();
    const socket = await openSocket(server.socketUrl);
    socket.send({ type: "connection_init", payload });

    expect((await socket.closed).code).toBe(code);
  });

  it("takes no token from the address", async () => {
    const socket = await openSocket(`${server.socketUrl}?token=ADMIN&authorization=Bearer%20ADMIN`);
    socket.send({ type: "connection_init" });

    expect((await socket.closed).code).toBe(4401);
  });

  it("closes with 4403 at the moment the token expires", async () => {
    server.tokens.set("short", toyViewer("ADMIN", { expiresAt: new Date(Date.now() + 150) }));
    const socket = await watching("short");

    expect((await socket.closed).code).toBe(4403);
    await gone();
  });

  it("closes every socket of a suspended member at once, and nobody else's", async () => {
    server.tokens.set("suspended", toyViewer("AGENT", { id: "suspended" }));
    const [one, two, other] = await Promise.all([watching("suspended"), watching("suspended"), watching("AGENT")]);
    server.tokens.delete("suspended");
    await server.api.recheckSockets(toyViewer("AGENT").merchantId);

    expect((await one.closed).code).toBe(4401);
    expect((await two.closed).code).toBe(4401);
    feed.push({ id: leadId });
    expect((await other.next("next")).payload).toMatchObject(phones(null));
    other.raw.close();
  });

  it("delivers nothing after a token is nobody's any more, and closes", async () => {
    server.tokens.set("revoked", toyViewer("ADMIN", { id: "revoked" }));
    const socket = await watching("revoked");
    server.tokens.delete("revoked");
    feed.push({ id: leadId });

    expect((await socket.closed).code).toBe(4401);
    expect(await Promise.race([socket.next("next"), "nothing"])).toBe("nothing");
    await gone();
  });

  it("sees with the rights of now: a demoted member's next event hides what it may not see", async () => {
    server.tokens.set("demoted", toyViewer("ADMIN", { id: "demoted" }));
    const socket = await watching("demoted");
    feed.push({ id: leadId });
    expect((await socket.next("next")).payload).toEqual(phones("+4930123456"));

    server.tokens.set("demoted", toyViewer("AGENT", { id: "demoted" }));
    feed.push({ id: leadId });
    expect((await socket.next("next")).payload).toEqual({
      ...phones(null),
      errors: [expect.objectContaining({ extensions: expect.objectContaining({ code: "FORBIDDEN_FIELD" }) })],
    });
    socket.raw.close();
  });

  it("ends a subscription whose viewer may no longer have it", async () => {
    server.tokens.set("moved", toyViewer("ADMIN", { id: "moved" }));
    const socket = await watching("moved");
    server.tokens.set("moved", toyViewer("PARTNER", { id: "moved" }));
    feed.push({ id: leadId });

    expect((await socket.next("error")).payload).toEqual([
      expect.objectContaining({ extensions: expect.objectContaining({ code: "FORBIDDEN" }) }),
    ]);
    await gone();
    socket.raw.close();
  });

  it("masks what fails in an event, and goes on with the next", async () => {
    const socket = await watching("ADMIN");
    feed.push({ id: leadId, fails: true });
    const failed = await socket.next("next");
    feed.push({ id: leadId });

    expect(failed.payload).toMatchObject({ data: null, errors: [{ extensions: { code: "INTERNAL_SERVER_ERROR" } }] });
    expect(JSON.stringify(failed)).not.toContain("secret");
    expect((await socket.next("next")).payload).toEqual(phones("+4930123456"));
    socket.raw.close();
  });

  it("masks what breaks the stream itself, and says that it may be tried again when it may", async () => {
    const socket = await watching("ADMIN");
    feed.fail(Object.assign(new Error("connect postgres://user:secret@db"), { code: "ECONNREFUSED" }));
    const failed = await socket.next("error");

    expect(failed.payload).toMatchObject([{ extensions: { code: "SERVICE_UNAVAILABLE", retryable: true } }]);
    expect(JSON.stringify(failed)).not.toContain("secret");
    await gone();
    socket.raw.close();
  });

  it("carries 20 subscriptions on a socket and refuses the next with a time to try again", async () => {
    const socket = await enterSocket(server.socketUrl, "ADMIN");
    for (let id = 1; id <= 21; id += 1) socket.subscribe(String(id), watch);

    expect(await socket.next("error")).toMatchObject({
      id: "21",
      payload: [{ extensions: { code: "RATE_LIMITED", retryable: true, retryAfterMs: 5000 } }],
    });
    await until(() => feed.listeners() === 20);
    expect(server.api.counts().subscriptions).toBe(20);
    socket.raw.close();
    await gone();
    await until(() => server.api.counts().sockets === 0);
  });

  it("lets go of a quiet stream when the client completes it, and when it just leaves", async () => {
    const socket = await watching("ADMIN");
    socket.send({ id: "1", type: "complete" });
    await until(() => feed.listeners() === 0);

    socket.subscribe("2", watch);
    await until(() => feed.listeners() === 1);
    socket.raw.terminate();
    await gone();
  });

  it("does not run ahead of a client that stops reading", async () => {
    const socket = await watching("ADMIN");
    socket.raw.pause();
    for (let event = 0; event < 20_000; event += 1) feed.push({ id: leadId });

    const other = await watching("MANAGER");
    feed.push({ id: leadId });
    expect((await other.next("next")).payload).toEqual(phones("+4930123456"));
    socket.raw.terminate();
    other.raw.close();
    await gone();
  });

  async function watching(token: string): Promise<ToySocket> {
    const socket = await enterSocket(server.socketUrl, token);
    const before = feed.listeners();
    socket.subscribe("1", watch);
    await until(() => feed.listeners() > before);
    return socket;
  }

  const gone = () => until(() => feed.listeners() === 0);
});

describe("A full house", () => {
  it("closes whom it has no room for with 1013", async () => {
    openFeed();
    const server = await startToyServer({ socketLimits: { sockets: 3, socketsPerPrincipal: 1 } });
    const first = await enterSocket(server.socketUrl, "ADMIN");
    const sameAgain = await openSocket(server.socketUrl);
    sameAgain.send({ type: "connection_init", payload: { authorization: "Bearer ADMIN" } });
    expect((await sameAgain.closed).code).toBe(1013);

    await enterSocket(server.socketUrl, "AGENT");
    await enterSocket(server.socketUrl, "MANAGER");
    expect((await (await openSocket(server.socketUrl)).closed).code).toBe(1013);
    expect(first.raw.readyState).toBe(WebSocket.OPEN);
    await server.api.close(1000);
  });
});

describe("A closing server", () => {
  it("sends every client away with 1001, within the grace", async () => {
    const feed = openFeed();
    const server = await startToyServer();
    const sockets = await Promise.all(Array.from({ length: 50 }, () => enterSocket(server.socketUrl, "ADMIN")));
    for (const socket of sockets) socket.subscribe("1", watch);
    await until(() => feed.listeners() === 50);
    const stuck = await enterSocket(server.socketUrl, "AGENT");
    stuck.raw.pause();

    const startedAt = performance.now();
    await server.api.close(500);

    expect(performance.now() - startedAt).toBeLessThan(1000);
    expect(await Promise.all(sockets.map(async ({ closed }) => (await closed).code))).toEqual(sockets.map(() => 1001));
    expect(feed.listeners()).toBe(0);
    stuck.raw.terminate();
  });
});

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setImmediate(resolve));
}
