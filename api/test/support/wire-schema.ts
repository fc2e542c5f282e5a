import {
  buildClientSchema,
  type GraphQLInputType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getIntrospectionQuery,
  getNamedType,
  type IntrospectionQuery,
  isAbstractType,
  isInputObjectType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
} from "graphql";
import type { Caller } from "./test-desk.js";

export interface Operation {
  /** As in "Mutation.moveLead". */
  readonly coordinate: string;
  readonly name: string;
  /** All its arguments are variables of the same names, and optional where they may be left out. */
  document(selection?: string): string;
  /** Where it takes an id, or what serves as one: "input.leadId", "filter.contactId", "receiptNumber". */
  readonly ids: readonly string[];
  readonly result: GraphQLOutputType;
}

/** The schema as callers are told it. */
export async function readSchema(caller: Caller): Promise<GraphQLSchema> {
  const { data } = await caller.ask<IntrospectionQuery>(getIntrospectionQuery());
  return buildClientSchema(data);
}

export function operationsIn(schema: GraphQLSchema): Operation[] {
  const types = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
  return types.flatMap((type) =>
    Object.values(type?.getFields() ?? {}).map((field) => {
      const definitions = field.args.map(
        (argument) => `$${argument.name}: ${withoutDefault(argument.type, isRequiredArgument(argument))}`,
      );
      const uses = field.args.map(({ name }) => `${name}: $${name}`);
      return {
        coordinate: `${type}.${field.name}`,
        name: field.name,
        document: (selection = "{ __typename }") =>
          `${String(type).toLowerCase()}${inBrackets(definitions)} { ${field.name}${inBrackets(uses)} ${selection} }`,
        ids: field.args.flatMap(({ name, type: argument }) => idsIn(argument, [name])),
        result: field.type,
      };
    }),
  );
}

const withoutDefault = (type: GraphQLInputType, isRequired: boolean): string =>
  isRequired ? String(type) : String(type).replace(/!$/, "");

const inBrackets = (parts: readonly string[]): string => (parts.length > 0 ? `(${parts.join(", ")})` : "");

// Texts by which something is found are ids under another name.
const servesAsId = ["receiptNumber", "sourceKey", "after"];

function idsIn(type: GraphQLInputType, path: readonly string[]): string[] {
  const named = getNamedType(type);
  if (isInputObjectType(named))
    return Object.values(named.getFields()).flatMap((field) => idsIn(field.type, [...path, field.name]));
  return named.name === "ID" || servesAsId.includes(path.at(-1) ?? "") ? [path.join(".")] : [];
}

/** Everything that can be asked for without an argument, down to this depth, lists by their nodes. */
export function selectionOf(schema: GraphQLSchema, type: GraphQLOutputType, depth: number): string {
  const named = getNamedType(type);
  if (isAbstractType(named)) {
    const parts = schema.getPossibleTypes(named).map((each) => `... on ${each} ${selectionOf(schema, each, depth)}`);
    return `{ __typename ${parts.join(" ")} }`;
  }
  if (!isObjectType(named)) return "";
  const isList = "nodes" in named.getFields();
  const fields = Object.values(named.getFields()).flatMap((field) => {
    if (field.args.some(isRequiredArgument) || (isList && field.name === "edges")) return [];
    if (isLeafType(getNamedType(field.type))) return [field.name];
    const below = isList ? depth : depth - 1;
    return below < 0 ? [] : [`${field.name} ${selectionOf(schema, field.type, below)}`];
  });
  return `{ __typename ${fields.join(" ")} }`;
}
