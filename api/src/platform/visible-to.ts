import { MapperKind, mapSchema } from "@graphql-tools/utils";
import {
  DirectiveLocation,
  GraphQLDirective,
  GraphQLEnumType,
  type GraphQLFieldConfig,
  type GraphQLFieldConfigArgumentMap,
  GraphQLList,
  GraphQLNonNull,
  GraphQLSchema,
  isEnumType,
} from "graphql";
import { isRestricted, type PermissionTable, type Policy } from "./permission-table.js";
import { type Role, roles } from "./role.js";

/** Says each rule in the schema: as a directive for the committed file, in the description for introspection. */
export function showRules(schema: GraphQLSchema, policy: Policy): GraphQLSchema {
  const field =
    (table: PermissionTable, verb: string) =>
    (config: GraphQLFieldConfig<unknown, unknown>, name: string, type: string): GraphQLFieldConfig<unknown, unknown> =>
      shown(
        { ...config, args: shownArguments(config.args, `${type}.${name}`, policy) },
        table[`${type}.${name}`],
        verb,
      );
  return mapSchema(withDirective(schema), {
    [MapperKind.ROOT_FIELD]: field(policy.operations, "Allowed to"),
    [MapperKind.OBJECT_FIELD]: field(policy.fields, "Visible to"),
    [MapperKind.INTERFACE_FIELD]: field(policy.fields, "Visible to"),
    [MapperKind.INPUT_OBJECT_FIELD]: (config, name, type) =>
      shown(config, policy.inputs[`${type}.${name}`], "Allowed to"),
    [MapperKind.ENUM_VALUE]: (config, type, _schema, value) =>
      shown(config, policy.inputs[`${type}.${value}`], "Allowed to"),
  });
}

function shownArguments(
  args: GraphQLFieldConfigArgumentMap | undefined,
  coordinate: string,
  policy: Policy,
): GraphQLFieldConfigArgumentMap {
  return Object.fromEntries(
    Object.entries(args ?? {}).map(([name, config]) => [
      name,
      shown(config, policy.inputs[`${coordinate}(${name}:)`], "Allowed to"),
    ]),
  );
}

function withDirective(schema: GraphQLSchema): GraphQLSchema {
  const config = schema.toConfig();
  const known = schema.getType("Role");
  const role = isEnumType(known)
    ? known
    : new GraphQLEnumType({
        name: "Role",
        description: "What a member or an API key may do.",
        values: Object.fromEntries(roles.map((each) => [each, {}])),
      });
  const visibleTo = new GraphQLDirective({
    name: "visibleTo",
    description: "Only these roles may see, call or set it.",
    locations: [
      DirectiveLocation.FIELD_DEFINITION,
      DirectiveLocation.ARGUMENT_DEFINITION,
      DirectiveLocation.INPUT_FIELD_DEFINITION,
      DirectiveLocation.ENUM_VALUE,
    ],
    args: {
      roles: {
        description: "The roles that may.",
        type: new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(role))),
      },
    },
  });
  return new GraphQLSchema({ ...config, directives: [...config.directives, visibleTo] });
}

interface Shown {
  description?: string | null | undefined;
  extensions?: object | null | undefined;
}

function shown<Config extends Shown>(config: Config, allowed: readonly Role[] | undefined, verb: string): Config {
  if (!isRestricted(allowed)) return config;
  const sentence = `${verb}: ${allowed.join(", ")}.`;
  return {
    ...config,
    description: config.description ? `${config.description} ${sentence}` : sentence,
    extensions: { ...config.extensions, directives: { visibleTo: { roles: allowed } } },
  };
}
