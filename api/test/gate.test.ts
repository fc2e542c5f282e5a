import { overHttp, overSocket, type Sent } from "./support/toy-ask.js";
import { toyCalls, toyLeadIds } from "./support/toy-desk.js";
import { openFeed } from "./support/toy-feed.js";
import { startToyServer, type ToyServer } from "./support/toy-server.js";
import { enterSocket } from "./support/toy-socket.js";

const [leadId] = toyLeadIds;

const refused: Record<string, { sent: Sent; code: string; details?: Record<string, unknown> }> = {
  "nesting beyond the depth": {
    sent: { selection: `${"origin { ".repeat(11)} id ${"}".repeat(11)}` },
    code: "QUERY_TOO_COMPLEX",
    details: { measure: "depth", depth: 13, limit: 12 },
  },
  "nesting that would exhaust the parser": {
    sent: { selection: `${"origin { ".repeat(1200)} id ${"}".repeat(1200)}` },
    code: "QUERY_TOO_COMPLEX",
  },
  "too many fields": {
    sent: { selection: "id ".repeat(500) },
    code: "QUERY_TOO_COMPLEX",
    details: { measure: "fields", fields: 501, limit: 500 },
  },
  "few fields that fragments make many": {
    sent: { selection: "...F20", fragments: bombOf(20) },
    code: "QUERY_TOO_COMPLEX",
    details: { measure: "fields" },
  },
  "too many aliases": {
    sent: { selection: Array.from({ length: 51 }, (_, n) => `a${n}: id`).join(" ") },
    code: "QUERY_TOO_COMPLEX",
    details: { measure: "aliases", aliases: 51, limit: 50 },
  },
  "too many directives": {
    sent: { selection: `id ${"@include(if: true) ".repeat(51)}` },
    code: "QUERY_TOO_COMPLEX",
    details: { measure: "directives", limit: 50 },
  },
  "too many tokens": {
    sent: { selection: "id ".repeat(5000) },
    code: "QUERY_TOO_COMPLEX",
    details: { measure: "tokens", limit: 4000 },
  },
  "fragments in a circle": {
    sent: { selection: "...A", fragments: "fragment A on ToyLead { origin { ...B } } fragment B on ToyLead { ...A }" },
    code: "BAD_USER_INPUT",
  },
  "a field that is not there": { sent: { selection: "stag" }, code: "BAD_USER_INPUT" },
  "a document that is none": { sent: { selection: '} "secret text"' }, code: "BAD_USER_INPUT" },
  "a page of nothing": pageOf("0"),
  "a page of less than nothing": pageOf("-1"),
  "a page of more than 100": pageOf("101"),
  "a page of null": pageOf("null"),
  "a page size over 100 in a variable": pageOf("$n", "($n: Int)", { n: 101 }),
  "a page size over 100 in a default": pageOf("$n", "($n: Int = 101)"),
  "a page size of null in a variable with a default": pageOf("$n", "($n: Int = 5)", { n: null }),
  "a cost that only the variables tell": {
    sent: {
      definitions: "($n: Int)",
      selection: "moves(first: $n) { nodes { at } edges { node { at } } }",
      variables: { n: 100 },
    },
    code: "QUERY_TOO_COMPLEX",
    details: { measure: "cost", cost: expect.any(Number), limit: 250 },
  },
  "a variable of the wrong type": {
    sent: { definitions: "($n: Int)", selection: pageSelection("$n"), variables: { n: "secret text" } },
    code: "BAD_USER_INPUT",
    details: { fields: [{ path: ["n"], rule: "type", message: "n must be of type Int." }] },
  },
  "a variable that is missing": {
    sent: { definitions: "($n: Int!)", selection: pageSelection("$n") },
    code: "BAD_USER_INPUT",
    details: { fields: [{ path: ["n"], rule: "required", message: "n is required." }] },
  },
};

describe("The gate", () => {
  let server: ToyServer;
  beforeAll(async () => {
    server = await startToyServer({ limits: { cost: 250 } });
    openFeed();
  });
  afterAll(() => server.api.close(1000));
  beforeEach(() => toyCalls.splice(0));

  describe.each([
    ["HTTP", (sent: Sent, token: string) => overHttp(server, sent, token)],
    ["WebSocket", (sent: Sent, token: string) => overSocket(server, sent, token)],
  ])("over %s", (_transport, ask) => {
    it.each(Object.entries(refused))("refuses %s, before anything runs", async (_what, { sent, code, details }) => {
      const { data, errors } = await ask(sent, "ADMIN");

      expect(data ?? null).toBeNull();
      expect(errors[0]?.extensions).toMatchObject({
        code,
        retryable: false,
        requestId: expect.any(String),
        ...details,
      });
      expect(toyCalls).toEqual([]);
      expect(JSON.stringify(errors)).not.toMatch(/Did you mean|secret text/);
    });

    it("decides within 100 ms about a document that is a bomb", async () => {
      const startedAt = performance.now();
      await ask({ selection: "...F400", fragments: bombOf(400) }, "ADMIN");

      expect(performance.now() - startedAt).toBeLessThan(100);
    });

    it("names ten of fifteen thousand mistakes", async () => {
      const numbers = Array.from({ length: 15_000 }, () => "x");
      const sent = { definitions: "($n: [Int!])", selection: "sum(list: $n)", variables: { n: numbers } };
      const { errors } = await ask(sent, "ADMIN");

      expect(errors[0]?.extensions.fields).toHaveLength(10);
      expect(JSON.stringify(errors).length).toBeLessThan(4000);
    });

    it("hides a restricted field and says so once, however often it is asked for", async () => {
      const sent = {
        selection: "contact { phone again: phone } origin { contact { phone } } history { ... on ToyNoted { text } }",
      };
      const { data, errors } = await ask(sent, "AGENT");

      expect(JSON.stringify(data)).not.toContain("+49");
      expect(data).toMatchObject({ contact: { phone: null, again: null }, history: [{}, { text: null }] });
      expect(errors.map(({ extensions }) => extensions)).toEqual([
        expect.objectContaining({
          code: "FORBIDDEN_FIELD",
          coordinate: "ToyContact.phone",
          visibleTo: ["ADMIN", "MANAGER"],
        }),
        expect.objectContaining({ code: "FORBIDDEN_FIELD", coordinate: "ToyNoted.text", visibleTo: ["ADMIN"] }),
      ]);
    });

    it("shows a restricted field to those who may see it, without a word", async () => {
      const { data, errors } = await ask({ selection: "contact { phone }" }, "MANAGER");

      expect(data).toEqual({ contact: { phone: "+4930123456" } });
      expect(errors).toEqual([]);
    });

    it("hides what an interface shows of every type behind it", async () => {
      const { data, errors } = await ask({ selection: "history { actor }" }, "ANALYST");

      expect(data).toEqual({ history: [{ actor: null }, { actor: null }] });
      expect(errors.map(({ extensions }) => extensions.coordinate)).toEqual(["ToyEvent.actor"]);
    });

    it("says nothing of a restricted field that is switched off by its directive", async () => {
      const sent = {
        definitions: "($on: Boolean!)",
        selection: "id contact { name phone @include(if: $on) }",
        variables: { on: false },
      };

      expect((await ask(sent, "AGENT")).errors).toEqual([]);
    });

    it("gives an unexpected error a request id and nothing else", async () => {
      const { errors } = await ask({ selection: "crooked" }, "ADMIN");

      expect(errors).toHaveLength(1);
      expect(errors[0]?.message).toMatch(/^Something went wrong on our side. Quote request [\w-]+\.$/);
      expect(errors[0]?.extensions).toEqual({
        code: "INTERNAL_SERVER_ERROR",
        retryable: false,
        requestId: expect.any(String),
      });
      expect(server.logged()).toContain("Int cannot represent");
    });
  });

  describe("lets nobody use an input that is not theirs:", () => {
    const echo = (input: string, definitions = "", variables = {}) => ({
      query: `query Q${definitions} { echo(input: ${input}) }`,
      variables,
    });

    it.each<[string, { query: string; variables?: Record<string, unknown> }, string[]]>([
      ["a field in a literal", echo('{ message: "m", contacts: [{ score: 1 }] }'), ["input", "contacts", "score"]],
      ["the same as null", echo('{ message: "m", contacts: [{ score: null }] }'), ["input", "contacts", "score"]],
      ["an inherited field", echo('{ message: "m", isTest: true }'), ["input", "isTest"]],
      ["one variable inside", echo('{ message: "m", isTest: $t }', "($t: Boolean)", { t: null }), ["input", "isTest"]],
      ["a variable's default", echo('{ message: "m", isTest: $t }', "($t: Boolean = true)"), ["input", "isTest"]],
      [
        "the whole input as a variable",
        echo("$i", "($i: ToySubmitInput)", { i: { message: "m", contacts: [{ name: "a" }, { score: 2 }] } }),
        ["input", "contacts", "score"],
      ],
      [
        "the whole input as a default",
        echo("$i", '($i: ToySubmitInput = { message: "m", isTest: false })'),
        ["input", "isTest"],
      ],
      ["an argument that filters", { query: '{ leads(phone: "555") { totalCount } }' }, ["phone"]],
      ["a sort key", { query: "{ leads(orderBy: PHONE) { totalCount } }" }, ["orderBy"]],
      [
        "a sort key in a variable",
        { query: "query Q($o: ToyOrder) { leads(orderBy: $o) { totalCount } }", variables: { o: "PHONE" } },
        ["orderBy"],
      ],
    ])("%s", async (_what, sent, path) => {
      const answer = await server.post(sent, { token: "AGENT" });

      expect(answer.status).toBe(403);
      expect(answer.codes).toEqual(["FORBIDDEN"]);
      expect(answer.errors[0]?.extensions.fields).toEqual([expect.objectContaining({ path, rule: "role" })]);
      expect(toyCalls).toEqual([]);
      expect((await server.post(sent, { token: "ADMIN" })).codes).toEqual([]);
    });

    it("but a variable that was not sent is not used", async () => {
      const sent = echo('{ message: "m", isTest: $t }', "($t: Boolean)");

      expect((await server.post(sent, { token: "AGENT" })).codes).toEqual([]);
    });
  });

  it.each([
    ["{ secretReport }", "MANAGER"],
    ['mutation { submit(input: { message: "m" }) { id } }', "PARTNER"],
    ['mutation { submit(input: { message: "m" }) { id } }', "ANALYST"],
    [`{ lead(id: "${leadId}") { id } secretReport }`, "AGENT"],
  ])("refuses %s to the role %s as a whole", async (query, token) => {
    const answer = await server.post({ query }, { token });

    expect(answer.status).toBe(403);
    expect(answer.codes).toEqual(["FORBIDDEN"]);
    expect(toyCalls).toEqual([]);
  });

  it("refuses a subscription to a role that may not have it", async () => {
    const socket = await enterSocket(server.socketUrl, "PARTNER");
    socket.subscribe("1", "subscription { leadChanges { id } }");

    expect(await socket.next("error")).toMatchObject({ id: "1", payload: [{ extensions: { code: "FORBIDDEN" } }] });
    socket.raw.close();
  });

  it.each([
    ["a query", "{ lead(id: 1) { id } }"],
    ["a mutation", 'mutation { submit(input: { message: "m" }) { id } }'],
    ["introspection", "{ __schema { queryType { name } } }"],
  ])("answers no %s over a WebSocket", async (_what, query) => {
    const socket = await enterSocket(server.socketUrl, "ADMIN");
    socket.subscribe("1", query);

    expect(await socket.next("error")).toMatchObject({ payload: [{ extensions: { code: "BAD_USER_INPUT" } }] });
    expect(toyCalls).toEqual([]);
    socket.raw.close();
  });

  it("answers no subscription over plain HTTP", async () => {
    expect((await server.post({ query: "subscription { leadChanges { id } }" })).codes).toEqual(["BAD_USER_INPUT"]);
  });

  it("refuses null where a default only hid that it is needed", async () => {
    const answer = await server.post({ query: "query Q($n: Int) { echo(count: $n) }", variables: { n: null } });

    expect(answer.codes).toEqual(["BAD_USER_INPUT"]);
    expect(answer.errors[0]?.extensions.fields).toEqual([
      { path: ["n"], rule: "required", message: "n must not be null." },
    ]);
  });

  it("tells the cost of an operation", async () => {
    const answer = await server.post({ query: "{ leads(first: 3) { nodes { id contact { name } } } }" });

    // The connection, and three leads with a contact each.
    expect(answer.extensions).toEqual({ cost: { cost: 7, limit: 250 } });
  });
});

function bombOf(size: number): string {
  const layers = Array.from({ length: size }, (_, n) => `fragment F${n + 1} on ToyLead { ...F${n} ...F${n} }`);
  return ["fragment F0 on ToyLead { id }", ...layers].join(" ");
}

function pageSelection(size: string): string {
  return `moves(first: ${size}) { nodes { at } }`;
}

function pageOf(size: string, definitions = "", variables: Record<string, unknown> = {}) {
  const fields = [{ path: ["first"], rule: "pageSize", message: "first of moves must be 1 to 100." }];
  return {
    sent: { definitions, selection: pageSelection(size), variables },
    code: "BAD_USER_INPUT",
    details: { fields },
  };
}
