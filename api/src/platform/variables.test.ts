import fc from "fast-check";
import {
  buildSchema,
  coerceInputValue,
  GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  isInputType,
  type OperationDefinitionNode,
  parse,
  typeFromAST,
} from "graphql";
import { ApiError } from "./errors.js";
import { coerceVariables, variableDefinitionsOf } from "./variables.js";

const schema = buildSchema(`
  enum Kind { A B }
  input Inner { n: Int!, next: Inner, kinds: [Kind!] = [A] }
  input Outer { text: String, on: Boolean = true, list: [[Int]], inner: Inner, id: ID!, rate: Float }
  type Query { x: Int }
`);
const operation = operationOf("query Q($o: Outer, $n: Int! = 3, $k: [Kind]) { x }");

describe("Variables", () => {
  it("take defaults, lists of one and values within values", () => {
    expect(coerce({ o: { id: 7, inner: { n: 1 } }, k: "B" })).toEqual({
      o: { id: "7", on: true, inner: { n: 1, kinds: ["A"] } },
      n: 3,
      k: ["B"],
    });
  });

  it("keep what was not sent apart from null", () => {
    expect(coerce({ o: null })).toEqual({ o: null, n: 3 });
    expect(coerce({ o: { id: "x", text: null, on: null } })).toEqual({ o: { id: "x", text: null, on: null }, n: 3 });
  });

  it("name each problem by its path and repeat no value", () => {
    const sent = {
      o: { list: [[1], ["secret"]], inner: { n: null, kinds: ["secret"] }, id: "x", secret: 1 },
      n: "secret",
    };

    expect(problemsOf(sent)).toEqual([
      { path: ["o", "list", "1", "0"], rule: "type", message: "o.list.1.0 must be of type Int." },
      { path: ["o", "inner", "n"], rule: "required", message: "o.inner.n is required." },
      {
        path: ["o", "inner", "kinds", "0"],
        rule: "type",
        message: "o.inner.kinds.0 must be a value of the enum Kind.",
      },
      { path: ["o"], rule: "unknown", message: "o has a field that Outer does not know." },
      { path: ["n"], rule: "type", message: "n must be of type Int." },
    ]);
  });

  it("are bounded in depth", () => {
    let inner: unknown = null;
    for (let level = 0; level < 10_000; level += 1) inner = { n: 1, next: inner };

    expect(problemsOf({ o: { id: "x", inner } })).toContainEqual(expect.objectContaining({ rule: "depth" }));
  });

  it("are no way to what every object has", () => {
    expect(problemsOf({ o: JSON.parse('{"id":"x","__proto__":{"text":"y"},"constructor":1}') })).toEqual([
      expect.objectContaining({ rule: "unknown" }),
    ]);
    expect(coerceVariables(definitionsOf(operationOf("query Q($toString: Int, $constructor: Int) { x }")), {})).toEqual(
      {},
    );
  });

  it("come out as graphql-js would have them, or are refused as there", () => {
    const leaf = fc.oneof(
      fc.integer(),
      fc.double(),
      fc.string(),
      fc.boolean(),
      fc.constant(null),
      fc.constantFrom("A", "B"),
    );
    const value = fc.letrec<{ any: unknown }>((tie) => ({
      any: fc.oneof(
        { maxDepth: 4 },
        leaf,
        fc.array(tie("any"), { maxLength: 3 }),
        fc.record(
          {
            n: tie("any"),
            next: tie("any"),
            kinds: tie("any"),
            text: leaf,
            on: leaf,
            list: tie("any"),
            inner: tie("any"),
            id: leaf,
          },
          { requiredKeys: [] },
        ),
      ),
    })).any;

    fc.assert(
      fc.property(fc.record({ o: value, n: leaf, k: value }, { requiredKeys: [] }), (sent) => {
        expect(outcomeOf(() => coerce(sent))).toEqual(outcomeOf(() => byGraphqlJs(sent)));
      }),
      { numRuns: 500 },
    );
  });
});

function operationOf(text: string): OperationDefinitionNode {
  const found = getOperationAST(parse(text));
  if (!found) throw new Error("no operation");
  return found;
}

function definitionsOf(of: OperationDefinitionNode, within: GraphQLSchema = schema) {
  return variableDefinitionsOf(within, of);
}

function coerce(sent: Record<string, unknown>) {
  return coerceVariables(definitionsOf(operation), sent);
}

function problemsOf(sent: Record<string, unknown>): unknown {
  try {
    coerce(sent);
  } catch (error) {
    if (error instanceof ApiError) return error.details.fields;
    throw error;
  }
  throw new Error("nothing was refused");
}

function byGraphqlJs(sent: Record<string, unknown>): Record<string, unknown> {
  const coerced: Record<string, unknown> = {};
  for (const { variable, type: node, defaultValue } of operation.variableDefinitions ?? []) {
    const type = typeFromAST(schema, node);
    const name = variable.name.value;
    if (name in sent && isInputType(type)) coerced[name] = coerceInputValue(sent[name], type);
    else if (defaultValue?.kind === "IntValue") coerced[name] = Number(defaultValue.value);
  }
  return coerced;
}

function outcomeOf(coercing: () => Record<string, unknown>): unknown {
  try {
    return { ...coercing() };
  } catch (error) {
    if (error instanceof ApiError || error instanceof GraphQLError) return "refused";
    throw error;
  }
}
