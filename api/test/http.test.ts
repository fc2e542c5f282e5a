import { request } from "node:http";
import { type Audit, serverAudits } from "graphql-http";
import { expiredToken } from "../src/platform/errors.js";
import { toyCalls, toyLeadIds } from "./support/toy-desk.js";
import { answerOf, startToyServer, type ToyServer } from "./support/toy-server.js";

const [leadId] = toyLeadIds;
const readLead = `{ lead(id: "${leadId}") { id } }`;
const submit = 'mutation { submit(input: { message: "m" }) { id } }';

describe("The HTTP door", () => {
  let server: ToyServer;
  beforeAll(async () => {
    server = await startToyServer({ allowedOrigins: ["https://desk.example"] });
  });
  afterAll(() => server.api.close(1000));
  beforeEach(() => toyCalls.splice(0));

  it("passes the GraphQL-over-HTTP audit with no error", async () => {
    const audits: Audit[] = serverAudits({
      url: server.url,
      fetchFn: (url: string, init: RequestInit = {}) =>
        fetch(url, { ...init, headers: { ...init.headers, authorization: "Bearer ADMIN" } }),
    });
    const results = await Promise.all(audits.map(async ({ id, name, fn }) => ({ id, name, result: await fn() })));

    expect(results.filter(({ result }) => result.status === "error")).toEqual([]);
    // Where a 200 is asked for beside errors Apollo says 400; where a GET needs no preflight CSRF prevention refuses it.
    const lesser = results.filter(({ result }) => result.status !== "ok").map(({ id }) => id);
    expect(lesser.sort()).toEqual(["572B", "5A70", "6A70", "7B9B", "D6D5", "FDE2"]);
  });

  it("knows who asks by the token", async () => {
    expect((await server.post({ query: readLead })).data).toEqual({ lead: { id: leadId } });
  });

  it.each([
    ["no token", null],
    ["an unknown token", "stranger"],
  ])("refuses %s before it reads the document, where introspection is off", async (_what, token) => {
    const closed = await startToyServer({ introspection: false });
    for (const query of [readLead, "{ nonsense", "{ __schema { queryType { name } } }", "{ __typename }"]) {
      const answer = await closed.post({ query }, { token });

      expect(answer.status).toBe(401);
      expect(answer.codes).toEqual(["UNAUTHENTICATED"]);
      expect(answer.headers.get("www-authenticate")).toBe("Bearer");
    }
    await closed.api.close(1000);
  });

  it("says that a token has expired, so that the client gets a new one", async () => {
    server.tokens.set("old", expiredToken());
    const answer = await server.post({ query: readLead }, { token: "old" });

    expect(answer.status).toBe(401);
    expect(answer.errors[0]?.extensions).toMatchObject({ code: "UNAUTHENTICATED", reason: "EXPIRED" });
  });

  it("says that it may be tried again when the viewer cannot be looked up", async () => {
    server.tokens.set(
      "later",
      Object.assign(new Error("connect ECONNREFUSED 10.0.0.7:5432"), { code: "ECONNREFUSED" }),
    );
    const answer = await server.post({ query: readLead }, { token: "later" });

    expect(answer.status).toBe(503);
    expect(answer.errors[0]?.extensions).toMatchObject({ code: "SERVICE_UNAVAILABLE", retryable: true });
    expect(answer.text).not.toContain("10.0.0.7");
  });

  it("shows the schema to anybody where introspection is on, and to nobody where it is off", async () => {
    const query = "{ __schema { queryType { name } } }";
    const closed = await startToyServer({ introspection: false });

    expect((await server.post({ query }, { token: null })).data).toEqual({
      __schema: { queryType: { name: "Query" } },
    });
    expect((await server.post({ query: readLead }, { token: null })).codes).toEqual(["UNAUTHENTICATED"]);
    expect((await closed.post({ query })).codes).toEqual(["FORBIDDEN"]);
    await closed.api.close(1000);
  });

  it.each<[string, unknown, Record<string, string>, number]>([
    ["a batch", [{ query: readLead }], {}, 400],
    ["malformed JSON", "{bad", {}, 400],
    ["an empty body", "", {}, 400],
    ["a body without a query", {}, {}, 400],
    ["a query that is no text", { query: 7 }, {}, 400],
    ["variables that are no object", { query: readLead, variables: "{}" }, {}, 400],
    ["text/plain, which needs no preflight", { query: readLead }, { "content-type": "text/plain" }, 400],
    ["a form, which needs no preflight", "query=x", { "content-type": "application/x-www-form-urlencoded" }, 415],
    ["a body over 2 MiB", { query: readLead, padding: "x".repeat(2 * 1024 * 1024) }, {}, 413],
    ["a persisted query of Apollo's", { extensions: { persistedQuery: { version: 1, sha256Hash: "x" } } }, {}, 200],
    ["a prototype in disguise", '{"query":"{ echo }","__proto__":{"x":1}}', {}, 400],
  ])("answers %s with our kind of error and runs nothing", async (_what, body, headers, status) => {
    const answer = await server.post(body, { headers });

    expect(answer.status).toBe(status);
    expect(answer.headers.get("content-type")).toContain("json");
    expect(answer.codes).toEqual(["BAD_USER_INPUT"]);
    expect(answer.errors[0]?.extensions.requestId).toBe(answer.headers.get("x-request-id"));
    expect(toyCalls).toEqual([]);
  });

  it.each([
    ["a mutation", { query: submit }, { "x-apollo-operation-name": "x" }, 405],
    ["a query without the header that needs a preflight", { query: readLead }, {}, 400],
    ["a query that claims to be text", { query: readLead }, { "content-type": "text/plain" }, 400],
  ])("answers no %s by GET", async (_what, sent, headers, status) => {
    const url = `${server.url}?${new URLSearchParams(sent)}`;
    const answer = await answerOf(await fetch(url, { headers: { ...headers, authorization: "Bearer ADMIN" } }));

    expect(answer.status).toBe(status);
    expect(toyCalls).toEqual([]);
  });

  it("answers a query by GET to a client that is no browser form", async () => {
    const url = `${server.url}?${new URLSearchParams({ query: readLead })}`;
    const headers = { "x-apollo-operation-name": "x", authorization: "Bearer ADMIN" };

    expect((await answerOf(await fetch(url, { headers }))).data).toEqual({ lead: { id: leadId } });
  });

  it("takes no token from the address, and logs neither it nor what was asked", async () => {
    const secret = "s3cr3t-t0ken";
    server.tokens.set(secret, new Error("must not be asked"));
    const url = `${server.url}?${new URLSearchParams({ query: readLead, token: secret })}`;
    const answer = await answerOf(await fetch(url, { headers: { "x-apollo-operation-name": "x" } }));
    await server.post({
      query: "query Q($p: String) { leads(phone: $p) { totalCount } }",
      variables: { p: "+49-private" },
    });
    await server.post({ query: "{ leak }" });

    expect(answer.status).toBe(401);
    expect(server.logged()).toContain("postgres://user:secret@db.internal");
    expect(server.logged()).not.toMatch(/s3cr3t|Bearer|private|totalCount/);
  });

  it("masks what is unexpected, and passes on what is meant for the caller", async () => {
    const answer = await server.post({ query: "{ leak missing }" }, { headers: { "x-request-id": "trace-7" } });

    expect(answer.status).toBe(200);
    expect(answer.data).toEqual({ leak: null, missing: null });
    expect(answer.errors).toEqual([
      {
        message: "Something went wrong on our side. Quote request trace-7.",
        path: ["leak"],
        extensions: { code: "INTERNAL_SERVER_ERROR", retryable: false, requestId: "trace-7" },
      },
      {
        message: "No such lead.",
        path: ["missing"],
        extensions: { code: "NOT_FOUND", retryable: false, requestId: "trace-7", lead: "x" },
      },
    ]);
  });

  it.each([
    ["a page of an allowed origin", "https://desk.example", "https://desk.example"],
    ["a page of any other origin", "https://evil.example", null],
  ])("lets the browser read the answer or not: %s", async (_what, origin, allowed) => {
    const headers = {
      origin,
      "access-control-request-method": "POST",
      "access-control-request-headers": "authorization",
    };
    const response = await fetch(server.url, { method: "OPTIONS", headers });

    expect(response.headers.get("access-control-allow-origin")).toBe(allowed);
    expect(response.headers.get("access-control-allow-credentials")).toBeNull();
  });

  it("shows no landing page", async () => {
    const response = await fetch(server.url, { headers: { accept: "text/html" } });

    expect(response.status).toBe(400);
    expect(response.headers.get("content-type")).toContain("json");
  });

  it.each([
    ["keeps a sane one", "trace-7.a:b", "trace-7.a:b"],
    ["replaces one that could break a log", 'x" onload="', expect.stringMatching(/^[0-9a-f-]{36}$/)],
    ["replaces one that is too long", "x".repeat(65), expect.stringMatching(/^[0-9a-f-]{36}$/)],
  ])("gives every answer a request id: %s", async (_what, sent, expected) => {
    const answer = await server.post({ query: readLead }, { headers: { "x-request-id": sent } });

    expect(answer.headers.get("x-request-id")).toEqual(expected);
  });

  it("answers what is not there in JSON", async () => {
    const answer = await answerOf(await fetch(server.url.replace("/graphql", "/nowhere")));

    expect(answer.status).toBe(404);
    expect(answer.codes).toEqual(["NOT_FOUND"]);
  });
});

describe("Trusted documents", () => {
  let server: ToyServer;
  beforeAll(async () => {
    server = await startToyServer({
      trustedDocuments: { texts: new Map([["sha256:1", readLead]]), requiredOf: ["MEMBER"] },
    });
  });
  afterAll(() => server.api.close(1000));

  it.each([
    ["a known id of a member", { documentId: "sha256:1" }, "ADMIN", []],
    ["a known id, whatever query stands beside it", { documentId: "sha256:1", query: submit }, "ADMIN", []],
    ["a trusted text of a member", { query: readLead }, "ADMIN", []],
    ["an unknown id", { documentId: "sha256:2" }, "ADMIN", ["DOCUMENT_NOT_TRUSTED"]],
    ["a text of a member's own", { query: submit }, "ADMIN", ["DOCUMENT_NOT_TRUSTED"]],
    ["a text of a partner's own", { query: "{ leads { totalCount } }" }, "PARTNER", []],
    ["a text of a partner's own that the role may not use", { query: submit }, "PARTNER", ["FORBIDDEN"]],
  ])("decide about %s", async (_what, body, token, codes) => {
    expect((await server.post(body, { token })).codes).toEqual(codes);
  });
});

describe("Health", () => {
  it("is always good while the process answers; ready is what the check says, and not while it closes", async () => {
    let isReady = false;
    const server = await startToyServer({ isReady: async () => isReady });
    const status = async (path: string) => (await fetch(server.url.replace("/graphql", path))).status;

    expect([await status("/healthz"), await status("/readyz")]).toEqual([200, 503]);
    isReady = true;
    expect(await status("/readyz")).toBe(200);
    await server.api.close(1000);
  });

  it("lets a request end that is under way when the server closes", async () => {
    let answer = () => {};
    let arrived = () => {};
    const underWay = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    const server = await startToyServer({
      routes(app) {
        app.get("/slow", async () => {
          arrived();
          await new Promise<void>((resolve) => {
            answer = resolve;
          });
          return "done";
        });
      },
    });
    const slow = fetch(server.url.replace("/graphql", "/slow")).then((response) => response.text());
    await underWay;
    const closed = server.api.close(5000);
    answer();

    expect(await slow).toBe("done");
    await closed;
  });

  it("cuts a request off that does not end within the grace", async () => {
    const server = await startToyServer({ routes: (app) => void app.get("/stuck", () => new Promise(() => {})) });
    const stuck = new Promise((resolve) => {
      request(server.url.replace("/graphql", "/stuck")).on("error", resolve).end();
    });
    await fetch(server.url.replace("/graphql", "/healthz"));
    await server.api.close(50);

    expect(await stuck).toMatchObject({ code: "ECONNRESET" });
  });
});
