import { type Client, type ClientOptions, createClient, isCode, type Notice, type RequestEvent } from "../src/index.js";
import { failureOf } from "./support/failure-of.js";
import { type Asked, type HttpApi, type Reply, refusal, startHttpApi } from "./support/http-api.js";
import { until } from "./support/until.js";

const viewer = { data: { viewer: { role: "AGENT" } } };
const fast = { firstDelayMs: 1, maxDelayMs: 5 };

let api: HttpApi;

async function clientFor(
  answer: (asked: Asked, number: number) => Reply | Promise<Reply>,
  options: Partial<ClientOptions> = {},
): Promise<Client> {
  api = await startHttpApi(answer);
  return createClient({ url: api.url, token: "token-1", retry: fast, ...options });
}

afterEach(() => api.close());

describe("an answer", () => {
  it.each([200, 294, 400, 500])("is read from the body, whatever the status says (%d)", async (status) => {
    const desk = await clientFor(() => ({ status, body: viewer }));

    expect(await desk.viewer()).toEqual({ role: "AGENT" });
  });

  it("carries the operation's name, the token and the headers of the client", async () => {
    const desk = await clientFor(() => ({ body: viewer }), { headers: { "x-shop": "north" } });

    await desk.viewer();

    expect(api.asked[0]).toMatchObject({ operationName: "Viewer", token: "token-1" });
    expect(api.asked[0]?.headers).toMatchObject({ "x-shop": "north", "content-type": "application/json" });
  });

  it("fails with the server's code, details and request id", async () => {
    const fields = [{ path: ["input", "dueAt"], rule: "isDate", message: "No date." }];
    const desk = await clientFor(() => refusal("BAD_USER_INPUT", { fields }, 400));

    const error = await failureOf(desk.viewer());

    expect(error).toMatchObject({
      name: "LeadLedgerError",
      code: "BAD_USER_INPUT",
      requestId: "request-1",
      retryable: false,
      operationName: "Viewer",
      fields,
      retryAfterMs: null,
    });
    expect(isCode(error, "BAD_USER_INPUT")).toBe(true);
    expect(isCode(error, "NOT_FOUND", "REASON_REQUIRED" as never)).toBe(false);
    expect(api.asked).toHaveLength(1);
  });

  it("passes on a code that this client does not know", async () => {
    const desk = await clientFor(() => refusal("MOON_IN_THE_WAY"));

    expect(await failureOf(desk.viewer())).toMatchObject({ code: "MOON_IN_THE_WAY" });
  });

  it("that is no GraphQL fails by its status", async () => {
    const desk = await clientFor(() => ({ status: 404, body: "<h1>Not here</h1>" }));

    expect(await failureOf(desk.viewer())).toMatchObject({ code: "BAD_RESPONSE", details: { status: 404 } });
    expect(api.asked).toHaveLength(1);
  });

  it("tells fields that the role may not see as notices, not as a failure", async () => {
    const notices: Notice[] = [];
    const extensions = { code: "FORBIDDEN_FIELD", coordinate: "Lead.owner", visibleTo: ["ADMIN"] };
    const body = { ...viewer, errors: [{ message: "Your role may not see Lead.owner.", extensions }] };
    const desk = await clientFor(() => ({ body }), { onNotice: (notice) => notices.push(notice) });

    const { data, notices: own } = await desk.request("query Mine { viewer { role } }");

    expect(data).toEqual(viewer.data);
    expect(own).toEqual([
      { operationName: "Mine", coordinate: "Lead.owner", message: "Your role may not see Lead.owner." },
    ]);
    expect(notices).toEqual(own);
  });

  it("with data beside a failure keeps the data on the error", async () => {
    const body = {
      data: { a: 1, b: null },
      errors: [{ message: "No.", path: ["b"], extensions: { code: "NOT_FOUND" } }],
    };
    const desk = await clientFor(() => ({ body }));

    expect(await failureOf(desk.request("{ a b }"))).toMatchObject({
      code: "NOT_FOUND",
      path: ["b"],
      data: { a: 1, b: null },
    });
  });
});

describe("a query", () => {
  it.each<[string, Reply]>([
    ["a connection that is cut", "CUT"],
    ["a proxy's 502", { status: 502, body: "<h1>Bad gateway</h1>" }],
    ["a server that stops", refusal("SERVICE_UNAVAILABLE", { retryable: true }, 503)],
    ["a statement that took too long", refusal("TIMEOUT", { retryable: true }, 504)],
  ])("is repeated after %s", async (_what, reply) => {
    const desk = await clientFor((_asked, number) => (number < 3 ? reply : { body: viewer }));

    expect(await desk.viewer()).toEqual({ role: "AGENT" });
    expect(api.asked).toHaveLength(3);
  });

  it("fails with the last failure once it was sent as often as allowed", async () => {
    const events: RequestEvent[] = [];
    const desk = await clientFor(() => "CUT", {
      retry: { ...fast, attempts: 3 },
      onRequest: (event) => events.push(event),
    });

    expect(await failureOf(desk.viewer())).toMatchObject({ code: "NETWORK_ERROR", retryable: true, requestId: null });
    expect(events.map(({ operationName, attempt, status, code }) => [operationName, attempt, status, code])).toEqual([
      ["Viewer", 1, null, "NETWORK_ERROR"],
      ["Viewer", 2, null, "NETWORK_ERROR"],
      ["Viewer", 3, null, "NETWORK_ERROR"],
    ]);
  });

  it("is sent once where retries are switched off", async () => {
    const desk = await clientFor(() => "CUT", { retry: false });

    await failureOf(desk.viewer());

    expect(api.asked).toHaveLength(1);
  });

  it("comes back when a rate limit allows it, and not before", async () => {
    const startedAt = performance.now();
    const desk = await clientFor(
      (_asked, number) =>
        number === 1 ? refusal("RATE_LIMITED", { retryable: true, retryAfterMs: 150 }, 429) : { body: viewer },
      { retry: { firstDelayMs: 1, maxDelayMs: 1000 } },
    );

    await desk.viewer();

    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(150);
  });

  it("does not wait longer for a rate limit than the client will wait", async () => {
    const desk = await clientFor(() => refusal("RATE_LIMITED", { retryable: true, retryAfterMs: 60_000 }, 429));

    const error = await failureOf(desk.viewer());

    expect(error).toMatchObject({ code: "RATE_LIMITED", retryAfterMs: 60_000 });
    expect(api.asked).toHaveLength(1);
  });

  it("is given up when no answer comes in time, and repeated", async () => {
    const desk = await clientFor((_asked, number) => (number === 1 ? "SILENCE" : { body: viewer }), { timeoutMs: 100 });

    await desk.viewer();

    expect(api.asked).toHaveLength(2);
  });

  it("says that it took too long when it always does", async () => {
    const desk = await clientFor(() => "SILENCE", { retry: false });

    expect(await failureOf(desk.viewer({ timeoutMs: 50 }))).toMatchObject({ code: "TIMEOUT", retryable: true });
  });
});

describe("a mutation of one's own", () => {
  const document = "mutation Move($input: MoveLeadInput!) { moveLead(input: $input) { replayed } }";

  it("is not repeated without an idempotency key, since it may have been done", async () => {
    const desk = await clientFor(() => "CUT");

    await failureOf(desk.request(document, { input: { leadId: "1" } }));

    expect(api.asked).toHaveLength(1);
  });

  it("is repeated with its key", async () => {
    const desk = await clientFor(() => "CUT", { retry: { ...fast, attempts: 2 } });

    await failureOf(desk.request(document, { input: { leadId: "1", idempotencyKey: "key-1" } }));

    expect(api.asked.map(({ variables }) => variables.input.idempotencyKey)).toEqual(["key-1", "key-1"]);
  });
});

describe("the token", () => {
  const onlyNew = ({ token }: Asked): Reply =>
    token === "new" ? { body: viewer } : refusal("UNAUTHENTICATED", { reason: "EXPIRED" }, 401);

  it("is renewed once for many requests that were refused with it", async () => {
    const needs: (string | null)[] = [];
    let token = "old";
    const desk = await clientFor(onlyNew, {
      token: async ({ refused }) => {
        needs.push(refused);
        if (refused === token) token = "new";
        return token;
      },
    });

    const answers = await Promise.all(Array.from({ length: 20 }, () => desk.viewer()));

    expect(answers).toHaveLength(20);
    expect(needs.filter((refused) => refused !== null)).toEqual(["old"]);
    expect(api.asked.filter((asked) => asked.token === "old")).toHaveLength(20);
    expect(api.asked.filter((asked) => asked.token === "new")).toHaveLength(20);
  });

  it("is final when there is no other", async () => {
    const desk = await clientFor(onlyNew, { token: () => "old" });

    expect(await failureOf(desk.viewer())).toMatchObject({ code: "UNAUTHENTICATED", requestId: "request-1" });
    expect(api.asked).toHaveLength(1);
  });

  it("is not sent where there is none", async () => {
    const desk = await clientFor(() => ({ body: viewer }), { token: undefined });

    await desk.viewer();

    expect(api.asked[0]?.headers.authorization).toBeUndefined();
  });

  it("that cannot be had fails the request with what it threw", async () => {
    const lost = new Error("signed out");
    const desk = await clientFor(() => ({ body: viewer }), { token: () => Promise.reject(lost) });

    expect(await failureOf(desk.viewer())).toBe(lost);
    expect(api.asked).toHaveLength(0);
  });
});

describe("a call that is aborted", () => {
  it("rejects with the signal's reason and is never repeated", async () => {
    const desk = await clientFor(() => "SILENCE");
    const stop = new AbortController();

    const failure = failureOf(desk.viewer({ signal: stop.signal }));
    await until("the request", () => api.asked.length === 1);
    stop.abort("enough");

    expect(await failure).toBe("enough");
    expect(api.asked).toHaveLength(1);
  });

  it("rejects while it waits for its next attempt", async () => {
    const events: RequestEvent[] = [];
    const desk = await clientFor(() => "CUT", {
      retry: { firstDelayMs: 60_000, maxDelayMs: 120_000 },
      onRequest: (event) => events.push(event),
    });
    const stop = new AbortController();

    const failure = failureOf(desk.viewer({ signal: stop.signal }));
    await until("the first failure", () => events.length === 1);
    stop.abort("enough");

    expect(await failure).toBe("enough");
    expect(api.asked).toHaveLength(1);
  });

  it("before it began sends nothing", async () => {
    const desk = await clientFor(() => ({ body: viewer }));

    expect(await failureOf(desk.viewer({ signal: AbortSignal.abort("never mind") }))).toBe("never mind");
    expect(api.asked).toHaveLength(0);
  });
});
