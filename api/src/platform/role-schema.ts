import { MapperKind, mapSchema } from "@graphql-tools/utils";
import {
  type GraphQLAbstractType,
  GraphQLInterfaceType,
  GraphQLScalarType,
  GraphQLSchema,
  type GraphQLTypeResolver,
  GraphQLUnionType,
} from "graphql";
import { mayUse, type Policy } from "./permission-table.js";
import type { Role } from "./role.js";

/** The type of every variable in an executable document: the value is what it should be already. */
export const understood = new GraphQLScalarType({ name: "Understood", parseValue: (value) => value });

/** The schema as one role executes it: what it may not see resolves to null, at no cost for the rest. Never shown to anyone. */
export function projectSchema(schema: GraphQLSchema, policy: Policy, role: Role): GraphQLSchema {
  return executableSchema(
    mapSchema(schema, {
      [MapperKind.OBJECT_FIELD]: (config, name, type) =>
        mayUse(policy.fields, `${type}.${name}`, role) ? config : { ...config, resolve: () => null },
    }),
  );
}

export function executableSchema(schema: GraphQLSchema): GraphQLSchema {
  const resolving = mapSchema(schema, {
    [MapperKind.INTERFACE_TYPE]: (type) =>
      new GraphQLInterfaceType({ ...type.toConfig(), resolveType: typeNameOf(type) }),
    [MapperKind.UNION_TYPE]: (type) => new GraphQLUnionType({ ...type.toConfig(), resolveType: typeNameOf(type) }),
  });
  const config = resolving.toConfig();
  return new GraphQLSchema({ ...config, types: [...config.types, understood] });
}

function typeNameOf({ name, resolveType }: GraphQLAbstractType): GraphQLTypeResolver<unknown, unknown> {
  if (resolveType?.constructor.name === "AsyncFunction") {
    throw new Error(
      `${name} must not be given a resolveType, which TypeGraphQL makes asynchronous and graphql-jit can not await: ` +
        "let its values be instances of their class, or say their __typename.",
    );
  }
  return (value, ctx, info, type) => {
    if (typeof value === "object" && value !== null && "__typename" in value && typeof value.__typename === "string") {
      return value.__typename;
    }
    try {
      return resolveType?.(value, ctx, info, type);
    } catch {
      // graphql-jit would never answer; undefined makes both executors report the value as the bug it is.
      return undefined;
    }
  };
}
