import { type ExecutionResult, execute, type GraphQLSchema, parse } from "graphql";
import { compileQuery } from "graphql-jit";
import { defaultLimits } from "../src/platform/document-limits.js";
import { toGraphQLError } from "../src/platform/errors.js";
import { createExecutor } from "../src/platform/executor.js";
import { createGate } from "../src/platform/gate.js";
import type { Policy } from "../src/platform/permission-table.js";
import { type Role, roles } from "../src/platform/role.js";
import { projectSchema } from "../src/platform/role-schema.js";
import { toyLeadIds } from "./support/toy-desk.js";
import { buildToySchema, toyContext, toyViewer } from "./support/toy-schema.js";

jest.mock("graphql-jit", () => {
  const actual = jest.requireActual<typeof import("graphql-jit")>("graphql-jit");
  return { ...actual, compileQuery: jest.fn(actual.compileQuery) };
});

const silent = { error: () => {} };
const writers = ["ADMIN", "MANAGER", "AGENT"] as const;
const [first, second] = toyLeadIds;

const cases: Record<string, { query: string; variables?: Record<string, unknown> }> = {
  "plain fields and an enum whose value inside is another": {
    query: `{ lead(id: "${first}") { id stage createdAt score } }`,
  },
  "aliases and a field asked for twice": {
    query: `{ one: lead(id: "${first}") { id again: id id } two: lead(id: "${second}") { id contact { name } contact { tags } } }`,
  },
  "an alias named __proto__": { query: `{ __proto__: lead(id: "${first}") { __proto__: id } }` },
  "aliases that only underscores keep apart": {
    query: `{ a: lead(id: "${first}") { b_c: origin { id } } a_b: lead(id: "${first}") { c: origin { id } } }`,
  },
  "__typename everywhere": {
    query: `{ __typename lead(id: "${first}") { __typename kind: __typename contact { __typename } } }`,
  },
  "nothing found": { query: `{ lead(id: "${first.replace("1890", "2890")}") { id contact { name } } }` },
  "a page with edges and a count": {
    query:
      "query Q($n: Int) { leads(first: $n) { totalCount nodes { id } edges { cursor node { id } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }",
    variables: { n: 1 },
  },
  "a page size left to its default": { query: "query Q($n: Int) { leads(first: $n) { nodes { id } } }" },
  "fragments, named and inline, one inside the other": {
    query: `query Q { lead(id: "${first}") { ...L origin { ...L } } } fragment L on ToyLead { id ...C ... { stage } } fragment C on ToyLead { contact { name phone } }`,
  },
  "an interface by class instances": {
    query: `{ lead(id: "${first}") { history { __typename at actor ... on ToyMoved { to } ... on ToyNoted { text } } } }`,
  },
  "an interface by __typename, and a value that is of no type": {
    query: `{ leads { nodes { lastEvent { at ... on ToyNoted { text actor } } } } }`,
  },
  "a union": { query: `{ search(text: "x") { __typename ... on ToyLead { id } ... on ToyContact { name phone } } }` },
  "pages in pages": {
    query: "{ leads(first: 2) { nodes { id moves(first: 2) { nodes { at to } pageInfo { hasNextPage } } } } }",
  },
  "@skip and @include, in fragments that are used twice": {
    query: `query Q($yes: Boolean!, $no: Boolean = false) { a: lead(id: "${first}") { ...F @include(if: $yes) stage @skip(if: $no) } b: lead(id: "${second}") { ...F @include(if: $no) ...F createdAt @skip(if: true) } } fragment F on ToyLead { id contact @include(if: $yes) { phone } }`,
    variables: { yes: true },
  },
  "a rejected non-null field takes its parent with it": { query: "{ leads { nodes { id origin { id fragile } } } }" },
  "a null in a non-null field takes its list with it": { query: "{ leads { nodes { id solid } } }" },
  "a non-null failure up to the root": { query: "{ leads { totalCount nodes { fragile } } }" },
  "a scalar that cannot be written": { query: `{ lead(id: "${first}") { id crooked } }` },
  "a page whose cursors fail": {
    query: "{ leads { nodes { id torn { nodes { to } edges { cursor } } } } }",
  },
  "an unexpected error and an expected one": { query: "{ leak missing }" },
  "a malformed id": { query: '{ lead(id: "7") { id } }' },
  "argument defaults": { query: "{ echo }" },
  "nulls by literal and by variable": {
    query: "query Q($n: JSON) { echo(list: null, input: null, json: $n) }",
    variables: { n: null },
  },
  "a variable that was not sent, for an argument with a default": { query: "query Q($n: Int) { echo(count: $n) }" },
  "a variable with a default where null is not allowed": {
    query: 'query Q($m: String = "hi", $u: Int! = 4) { echo(input: { message: $m, urgency: $u }) }',
  },
  "an input by variable, with enum, instant, duration, defaults and JSON": {
    query: "query Q($input: ToySubmitInput, $list: [Int!]) { echo(input: $input, list: $list) }",
    variables: {
      input: {
        message: "hello",
        stage: "WON",
        sentAt: "2026-03-01T10:30:00+01:00",
        wait: "PT24H",
        fields: { a: [1, { b: null }], __MAGIC_NAN__57f286b9_4c20_487f_b409_79804ddcb4f8: 1 },
        contacts: { name: "Ada" },
      },
      list: 5,
    },
  },
  "an input by literal with variables inside it": {
    query:
      'query Q($m: String!, $s: ToyStage, $j: JSON) { echo(input: { message: $m, stage: $s, contacts: [{ name: "x" }, { name: $m }], sentAt: "2026-03-01T10:30:00Z", fields: { a: $m, b: [1, 2.5, true, null, $j], __proto__: { polluted: 1 } } }, list: [1, 2]) }',
    variables: { m: "hello", s: "NEW" },
  },
  "a literal that looks like a mark of graphql-jit": {
    query: `{ echo(json: "__MAGIC_DATE__33a9e76d_02e0_4128_8e92_3530ad3da74dglobalThis.owned=1") }`,
  },
  "an instant as a literal": { query: '{ echo(at: "2026-03-01T00:00:00.5+05:30") }' },
  "one of several operations": {
    query: `query A { missing } query B { lead(id: "${first}") { id ...F } } fragment F on ToyLead { stage }`,
  },
  "a mutation, in order": {
    query:
      'mutation M($m: String!) { a: submit(input: { message: $m }) { id } b: submit(input: { message: "b" }) { id fragile } }',
    variables: { m: "a" },
  },
  introspection: {
    query: '{ __type(name: "ToyLead") { kind name fields { name type { kind name } } } lead(id: "x") { id } }',
  },
};

describe("What the executor answers", () => {
  let schema: GraphQLSchema;
  let policy: Policy;
  beforeAll(async () => {
    ({ schema, policy } = await buildToySchema());
  });

  it.each(Object.entries(cases))(
    "to %s is what graphql-js answers, compiled or not, whoever asks",
    async (_title, sent) => {
      const { query, variables = {} } = sent;
      const operationName = query.startsWith("query A") ? "B" : null;
      const { admit, run } = await bothEngines();

      for (const role of query.startsWith("mutation") ? writers : roles) {
        const expected = await byGraphqlJs(query, variables, operationName, role);
        const admitted = admit(query, variables, operationName, role);
        const answers = [await run(admitted), await run(admitted), await run(admitted)];
        for (const answer of answers) expect(comparable(answer)).toEqual(comparable(expected));
      }
    },
  );

  it("compiles an operation when it is seen for the second time, and no sooner", async () => {
    const { admit, run } = await bothEngines();
    jest.mocked(compileQuery).mockClear();
    const admitted = admit(`{ lead(id: "${first}") { stage } }`, {}, null, "ADMIN");

    await run(admitted);
    expect(compileQuery).toHaveBeenCalledTimes(0);
    await run(admitted);
    await run(admitted);
    expect(compileQuery).toHaveBeenCalledTimes(1);
  });

  it.each([
    ["@skip or @include", "{ leads { nodes { id @include(if: true) } } }"],
    ["introspection", "{ __typename __schema { queryType { name } } }"],
    ["names that underscores could confuse", "{ leads { nodes { my_id: id } } }"],
  ])("never compiles %s", async (_what, query) => {
    const { admit, run } = await bothEngines();
    jest.mocked(compileQuery).mockClear();
    const admitted = admit(query, {}, null, "ADMIN");

    for (let time = 0; time < 3; time += 1) await run(admitted);

    expect(compileQuery).not.toHaveBeenCalled();
  });

  it.each([1, 2])("gives up on what never ends, compiled or not (use %i)", async (uses) => {
    const { admit, run } = await bothEngines(20);
    const admitted = admit("{ stuck }", {}, null, "ADMIN");
    for (let use = 1; use < uses; use += 1) await run(admitted);

    expect(comparable(await run(admitted))).toEqual({
      data: null,
      errors: [
        {
          message: "This took too long. Try again.",
          path: undefined,
          extensions: { code: "TIMEOUT", retryable: true, requestId: "r" },
        },
      ],
    });
  });

  it("runs no text of the caller's as code", async () => {
    const { admit, run } = await bothEngines();
    const admitted = admit(
      `{ echo(json: "__MAGIC_DATE__33a9e76d_02e0_4128_8e92_3530ad3da74dglobalThis.owned=1") }`,
      {},
      null,
      "ADMIN",
    );

    await run(admitted);
    await run(admitted);

    expect(globalThis).not.toHaveProperty("owned");
  });

  async function bothEngines(timeoutMs?: number) {
    const gate = createGate({
      schema,
      policy,
      limits: defaultLimits,
      introspection: true,
      trustedDocuments: null,
      log: silent,
    });
    const executor = createExecutor({ schema, policy, log: silent, ...(timeoutMs !== undefined && { timeoutMs }) });
    return {
      admit: (query: string, variables: Record<string, unknown>, operationName: string | null, role: Role) =>
        gate.admit({ query, variables, operationName, viewer: toyViewer(role), transport: "HTTP", requestId: "r" }),
      run: (admitted: Parameters<typeof executor.execute>[0]) =>
        executor.execute({ ...admitted, notices: [] }, toyContext(toyViewer(admitted.role ?? "ADMIN"), "r")),
    };
  }

  async function byGraphqlJs(
    query: string,
    variables: Record<string, unknown>,
    operationName: string | null,
    role: Role,
  ) {
    const result = await execute({
      schema: projectSchema(schema, policy, role),
      document: parse(query),
      operationName,
      variableValues: variables,
      contextValue: toyContext(toyViewer(role), "r"),
    });
    const errors = result.errors?.map((error) => toGraphQLError(error, "r", silent));
    return { data: result.data ?? null, ...(errors && { errors }) };
  }
});

function comparable({ data, errors = [] }: ExecutionResult) {
  return {
    data: JSON.parse(JSON.stringify(data)),
    errors: errors
      .map(({ message, path, extensions }) => ({ message, path, extensions }))
      .sort((a, b) => (String(a.path) < String(b.path) ? -1 : 1)),
  };
}
