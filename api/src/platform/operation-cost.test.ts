import { buildSchema, getOperationAST, parse } from "graphql";
import { compileCost } from "./operation-cost.js";
import { unfold } from "./operation-plan.js";

const schema = buildSchema(`
  type Query { lead: Lead, leads(first: Int = 25): Page!, name: String }
  type Page { nodes: [Lead!]!, edges: [Edge!]!, pageInfo: Info! }
  type Edge { cursor: String!, node: Lead! }
  type Info { hasNextPage: Boolean! }
  type Lead { id: ID!, owner: Owner, tags: [String!]!, badges: [Badge!]!, moves(first: Int = 25): Page! }
  type Owner { name: String }
  type Badge { text: String }
  type Mutation { move: Lead }
`);

describe("An operation costs", () => {
  it.each([
    ["nothing for what lies in no object", "{ name }", {}, 0],
    ["1 for an object, whatever is read of it", "{ lead { id tags } }", {}, 1],
    ["5 for a list that has no pages", "{ lead { badges { text } } }", {}, 6],
    [
      "as much as its page is long, with what hangs on every entry",
      "{ leads(first: 10) { nodes { owner { name } } } }",
      {},
      21,
    ],
    ["the page's own things once", "{ leads(first: 10) { pageInfo { hasNextPage } nodes { id } } }", {}, 12],
    ["both, when asked for nodes and edges", "{ leads(first: 10) { nodes { id } edges { node { id } } } }", {}, 31],
    ["the default of a page", "{ leads { nodes { id } } }", {}, 26],
    ["by variables, where they say the size", "query Q($n: Int) { leads(first: $n) { nodes { id } } }", { n: 50 }, 51],
    ["pages times pages", "{ leads(first: 10) { nodes { moves(first: 10) { nodes { id } } } } }", {}, 121],
    ["10 more for each mutation", "mutation { a: move { id } b: move { id } }", {}, 22],
  ])("%s", (_what, text, variables, cost) => {
    const document = parse(text);
    const operation = getOperationAST(document);
    if (!operation) throw new Error("no operation");
    const { roots } = unfold(schema, document, operation);

    expect(compileCost(roots, operation.operation === "mutation")(variables)).toBe(cost);
  });
});
