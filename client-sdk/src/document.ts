/**
 * The text of one operation, with the types that go with it: what `@leadledger/client/documents` exports, a string
 * document of GraphQL Code Generator's client preset, or a plain string (whose data is then `unknown`).
 */
export interface Document<Result, Variables> {
  toString(): string;
  readonly __apiType?: (variables: Variables) => Result;
}

/** The variables may be left out when the document needs none. */
export type VariablesOf<Variables, Options> =
  Record<never, never> extends Variables
    ? [variables?: Variables, options?: Options]
    : [variables: Variables, options?: Options];

export interface Operation {
  readonly text: string;
  /** Null when it has none, or when something else stands before it. */
  readonly name: string | null;
}

export function readOperation(document: Document<unknown, never>): Operation {
  const text = document.toString();
  if (text === "[object Object]")
    throw new TypeError("Pass a document as text: print() of graphql makes one of an AST.");
  return { text, name: /^\s*(?:query|mutation|subscription)\s+(\w+)/.exec(text)?.[1] ?? null };
}

/**
 * Whether sending it twice is as good as sending it once: a query, or a mutation in which each input has its key. Where
 * that is not clear it is not safe.
 */
export function isRepeatable({ text }: Operation, variables: object): boolean {
  if (!/(?:^|[}\s,])mutation\b/.test(text)) return true;
  const keyed = Object.values(variables).filter(hasKey);
  return keyed.length > 0 && keyed.length === text.match(/[^$\w]input\s*:/g)?.length;
}

function hasKey(input: unknown): boolean {
  if (typeof input !== "object" || input === null || !("idempotencyKey" in input)) return false;
  return typeof input.idempotencyKey === "string" && input.idempotencyKey !== "";
}
