import {
  type GraphQLInputType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  Kind,
  type ValueNode,
} from "graphql";
import { ApiError, type FieldProblem } from "./errors.js";
import { argumentNode, type PlannedField } from "./operation-plan.js";
import { mayUse, type Policy } from "./permission-table.js";
import type { Role } from "./role.js";
import { ownValue, type Values, type VariableDefinition } from "./variables.js";

export type InputCheck = (sent: Values) => void;

/**
 * Looks at what was sent, not at what it became: a restricted field counts as used when it is there at all, be it
 * null, and not when a default filled it in. Null when the role could not go wrong with this operation.
 */
export function compileInputCheck(
  fields: readonly PlannedField[],
  variables: readonly VariableDefinition[],
  policy: Policy,
  role: Role,
): InputCheck | null {
  const used = fields.flatMap((planned) =>
    planned.field.args.flatMap((argument) => {
      const node = argumentNode(planned, argument.name);
      const coordinate = `${planned.parent}.${planned.field.name}(${argument.name}:)`;
      if (!node || !(holdsRestricted(argument.type) || !mayUse(policy.inputs, coordinate, role))) return [];
      return [{ name: argument.name, type: argument.type, node, coordinate }];
    }),
  );
  if (used.length === 0) return null;

  return (sent) => {
    const problems: FieldProblem[] = [];
    for (const { name, type, node, coordinate } of used) walkLiteral(node, type, [name], coordinate, sent, problems);
    if (problems.length > 0) {
      throw new ApiError("FORBIDDEN", problems[0]?.message ?? "Not allowed.", { fields: problems.slice(0, 10) });
    }
  };

  function holdsRestricted(type: GraphQLInputType, seen = new Set<string>()): boolean {
    const named = getNamedType(type);
    if (seen.has(named.name)) return false;
    seen.add(named.name);
    if (isEnumType(named))
      return named.getValues().some(({ name }) => !mayUse(policy.inputs, `${named}.${name}`, role));
    if (!isInputObjectType(named)) return false;
    return Object.values(named.getFields()).some(
      (field) => !mayUse(policy.inputs, `${named}.${field.name}`, role) || holdsRestricted(field.type, seen),
    );
  }

  function refuseUse(coordinate: string, path: string[], problems: FieldProblem[]): void {
    if (mayUse(policy.inputs, coordinate, role)) return;
    problems.push({ path, rule: "role", message: `Your role, ${role}, may not use ${path.join(".")}.` });
  }

  function walkLiteral(
    node: ValueNode,
    type: GraphQLInputType,
    path: string[],
    coordinate: string | null,
    sent: Values,
    problems: FieldProblem[],
  ): void {
    if (node.kind === Kind.VARIABLE) {
      const value = ownValue(sent, node.name.value);
      const { defaultValue } = variables.find(({ name }) => name === node.name.value) ?? {};
      if (value !== undefined) walkValue(value, type, path, coordinate, problems);
      else if (defaultValue) walkLiteral(defaultValue, type, path, coordinate, sent, problems);
      return;
    }
    if (coordinate !== null) refuseUse(coordinate, path, problems);
    if (isNonNullType(type)) {
      walkLiteral(node, type.ofType, path, null, sent, problems);
    } else if (isListType(type)) {
      const items = node.kind === Kind.LIST ? node.values : [node];
      for (const item of items) walkLiteral(item, type.ofType, path, null, sent, problems);
    } else if (isEnumType(type) && node.kind === Kind.ENUM) {
      refuseUse(`${type}.${node.value}`, path, problems);
    } else if (isInputObjectType(type) && node.kind === Kind.OBJECT) {
      for (const { name, value } of node.fields) {
        const field = type.getFields()[name.value];
        const inner = [...path, name.value];
        if (field) walkLiteral(value, field.type, inner, `${type}.${field.name}`, sent, problems);
      }
    }
  }

  function walkValue(
    value: unknown,
    type: GraphQLInputType,
    path: string[],
    coordinate: string | null,
    problems: FieldProblem[],
  ): void {
    if (coordinate !== null) refuseUse(coordinate, path, problems);
    if (isNonNullType(type)) {
      walkValue(value, type.ofType, path, null, problems);
    } else if (isListType(type)) {
      for (const item of Array.isArray(value) ? value : [value]) walkValue(item, type.ofType, path, null, problems);
    } else if (isEnumType(type)) {
      refuseUse(`${type}.${value}`, path, problems);
    } else if (isInputObjectType(type) && typeof value === "object" && value !== null) {
      for (const [name, inner] of Object.entries(value)) {
        const field = type.getFields()[name];
        if (field && inner !== undefined) walkValue(inner, field.type, [...path, name], `${type}.${name}`, problems);
      }
    }
  }
}
