import type { GraphQLObjectType, GraphQLSchema } from "graphql";
import type { Role } from "../platform/role.js";

/** Read off the schema's own rules, so that it cannot say anything else than the gate does. */
export function operationsOf(schema: GraphQLSchema, role: Role): string[] {
  const types = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
  return types.flatMap((type) => (type ? openTo(type, role) : []));
}

const openTo = (type: GraphQLObjectType, role: Role): string[] =>
  Object.values(type.getFields())
    .filter((field) => {
      const roles = rolesIn(field.extensions.directives);
      return !roles || roles.includes(role);
    })
    .map((field) => field.name);

function rolesIn(directives: unknown): unknown[] | null {
  if (typeof directives !== "object" || directives === null || !("visibleTo" in directives)) return null;
  const { visibleTo } = directives;
  const roles = typeof visibleTo === "object" && visibleTo !== null && "roles" in visibleTo ? visibleTo.roles : null;
  return Array.isArray(roles) ? roles : null;
}
