import { isRepeatable, readOperation } from "./document.js";

const mutation = "mutation Move($input: MoveLeadInput!) { moveLead(input: $input) { replayed } }";
const key = { idempotencyKey: "key-1" };

describe("sending twice is as good as sending once", () => {
  it.each([
    ["a query", "query Mine { viewer { role } }", {}],
    ["a query without a name", "{ viewer { role } }", {}],
    ["a mutation with its key", mutation, { input: key }],
    ["two mutations with their keys", "mutation($a:A!$b:B!){a(input:$a){id}b(input:$b){id}}", { a: key, b: key }],
  ])("for %s", (_what, text, variables) => {
    expect(isRepeatable(readOperation(text), variables)).toBe(true);
  });

  it.each([
    ["a mutation without a key", mutation, { input: {} }],
    ["a mutation with an empty key", mutation, { input: { idempotencyKey: "" } }],
    ["two mutations with one key", "mutation($a:A!$b:B!){a(input:$a){id}b(input:$b){id}}", { a: key, b: {} }],
    ["a mutation with what is written into it", 'mutation($a:A!){a(input:$a){id}b(input:{text:"t"}){id}}', { a: key }],
    ["a mutation after a fragment", `fragment F on Lead{id}${mutation}`, {}],
  ])("but not for %s", (_what, text, variables) => {
    expect(isRepeatable(readOperation(text), variables)).toBe(false);
  });
});

describe("a document", () => {
  it("is told from a parsed one, which is of no use as text", () => {
    expect(() => readOperation({ kind: "Document" } as object)).toThrow(TypeError);
  });

  it("names its operation", () => {
    expect(readOperation(mutation).name).toBe("Move");
  });
});
