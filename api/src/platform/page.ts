import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { ArgsType, type ClassType, Field, Int, ObjectType } from "type-graphql";
import { Allow } from "./allow.js";
import { badInput } from "./errors.js";

@Allow("EVERYONE")
@ObjectType({ description: "Where a page stands in its list.", simpleResolvers: true })
export class PageInfo {
  @Field(() => Boolean, { description: "Whether more follows this page." })
  hasNextPage!: boolean;

  @Field(() => String, { nullable: true, description: "The cursor of the last entry; pass it as `after`." })
  endCursor!: string | null;

  @Field(() => Boolean, { description: "Whether something comes before this page." })
  hasPreviousPage!: boolean;

  @Field(() => String, { nullable: true, description: "The cursor of the first entry." })
  startCursor!: string | null;
}

// The gate holds `first` to 1..100 wherever it is an argument, also inside variables.
@ArgsType()
export class PageArgs {
  @Field(() => Int, { nullable: true, defaultValue: 25, description: "How many entries, 1 to 100." })
  first!: number;

  @Field(() => String, {
    nullable: true,
    description: "Only what comes after this cursor, which an earlier page of the same list gave.",
  })
  after!: string | null;
}

export interface Edge<Node> {
  cursor: string;
  node: Node;
}

export interface Connection<Node> {
  readonly nodes: Node[];
  readonly edges: Edge<Node>[];
  readonly pageInfo: PageInfo;
  readonly totalCount: Promise<number> | undefined;
}

/** The class of an object type or, abstract, of an interface. */
type NodeClass<Node> = abstract new (...args: never[]) => Node;

/** The GraphQL types of a list of nodes; `name` is the node's, as in "Lead". Ask for totalCount only where counting is cheap. */
export function connectionOf<Node extends object>(
  name: string,
  node: () => NodeClass<Node>,
  { totalCount = false }: { totalCount?: boolean } = {},
): { Connection: ClassType<Connection<Node>>; Edge: ClassType<Edge<Node>> } {
  @Allow("EVERYONE")
  @ObjectType(`${name}Edge`, { description: `One ${name} and its place in the list.`, simpleResolvers: true })
  class NodeEdge implements Edge<Node> {
    @Field(() => String, { description: "Opaque; good for `after` in the same list." })
    cursor!: string;

    @Field(node, { description: `The ${name}.` })
    node!: Node;
  }

  // Not simple as a whole: its getters can fail, and outside a resolver graphql-jit would never answer.
  @Allow("EVERYONE")
  @ObjectType(`${name}Connection`, { description: `A page of a list: ${name}.` })
  class NodeConnection implements Connection<Node> {
    @Field(() => [node()], { description: "The entries of this page.", simple: true })
    nodes!: Node[];

    @Field(() => [NodeEdge], { description: "The entries of this page with a cursor for each." })
    edges!: NodeEdge[];

    @Field(() => PageInfo, { description: "Where this page stands in the list." })
    pageInfo!: PageInfo;

    totalCount: Promise<number> | undefined;
  }

  const countIt = Field(() => Int, { description: "How many entries the whole list has." });
  if (totalCount) countIt(NodeConnection.prototype, "totalCount");

  return { Connection: NodeConnection, Edge: NodeEdge };
}

/** Rows were fetched with `first + 1`: the one too many says that more follows. Edges and the count cost only who asks. */
export function toConnection<Row>(
  rows: readonly Row[],
  { first, after }: PageArgs,
  cursorOf: (row: Row) => string,
  count?: () => Promise<number>,
): Connection<Row> {
  const nodes = rows.slice(0, first);
  const firstNode = nodes[0];
  const lastNode = nodes.at(-1);
  const cursorOrNull = (row: Row | undefined) => (row === undefined ? null : cursorOf(row));
  return {
    nodes,
    get edges() {
      return nodes.map((node) => ({ cursor: cursorOf(node), node }));
    },
    get pageInfo() {
      return {
        hasNextPage: rows.length > first,
        endCursor: cursorOrNull(lastNode),
        hasPreviousPage: typeof after === "string",
        startCursor: cursorOrNull(firstNode),
      };
    },
    get totalCount() {
      return count?.();
    },
  };
}

export type CursorValue = string | number | boolean | null;

/** Every API node must be given the same secret at its start, or pages break when the next one answers. */
export function useCursorSecret(secret: string): void {
  cursorSecret = secret;
}

/** `scope` says whose list it is and which: merchant, list, filter, order. Another scope refuses the cursor. */
export function encodeCursor(scope: string, values: readonly CursorValue[]): string {
  const payload = Buffer.from(JSON.stringify(values));
  return Buffer.concat([Buffer.of(cursorVersion), tagOf(scope, payload), payload]).toString("base64url");
}

export function decodeCursor(scope: string, cursor: string): CursorValue[] {
  const bytes = Buffer.from(cursor, "base64url");
  const payload = bytes.subarray(1 + tagLength);
  const tag = bytes.subarray(1, 1 + tagLength);
  if (bytes[0] !== cursorVersion || tag.length !== tagLength || !timingSafeEqual(tag, tagOf(scope, payload))) {
    throw badInput([{ path: ["after"], rule: "cursor", message: "This cursor is not of this list." }]);
  }
  return JSON.parse(payload.toString());
}

const cursorVersion = 1;
const tagLength = 12;

let cursorSecret: string | Buffer = randomBytes(32);

function tagOf(scope: string, payload: Buffer): Buffer {
  const mac = createHmac("sha256", cursorSecret).update(`${scope.length}:${scope}`).update(payload);
  return mac.digest().subarray(0, tagLength);
}
