import { GraphQLError, type GraphQLSchema, isInterfaceType } from "graphql";
import { ApiError, retryable } from "./errors.js";
import { compileInputCheck, type InputCheck } from "./input-rules.js";
import { isAskedFor, type PlannedField } from "./operation-plan.js";
import { isRestricted, mayUse, type Policy } from "./permission-table.js";
import type { PreparedOperation } from "./prepared-document.js";
import type { Role } from "./role.js";
import type { Values } from "./variables.js";

/** What the policy says of one operation for one role. Decided from the document alone, so it costs nothing for each row. */
export interface RoleRules {
  checkOperation(): void;
  checkInputs: InputCheck | null;
  hidden: readonly HiddenField[];
}

interface HiddenField {
  field: PlannedField;
  coordinate: string;
  visibleTo: readonly Role[];
}

export function compileRoleRules(
  schema: GraphQLSchema,
  { roots, fields, variables }: PreparedOperation,
  policy: Policy,
  role: Role,
): RoleRules {
  const forbidden = roots.find(({ parent, field }) => !mayUse(policy.operations, `${parent}.${field.name}`, role));
  return {
    checkOperation() {
      if (forbidden) throw new ApiError("FORBIDDEN", `Your role, ${role}, may not use ${forbidden.field.name}.`);
    },
    checkInputs: compileInputCheck(fields, variables, policy, role),
    hidden: hiddenFields(schema, roots, policy, role),
  };
}

/** One for each restricted field of the document, however often and wherever it is asked for. */
export function noticesOf({ hidden }: RoleRules, values: Values, requestId: string): GraphQLError[] {
  const told = new Set<string>();
  return hidden.flatMap(({ field, coordinate, visibleTo }) => {
    if (told.has(coordinate) || !isAskedFor(field, values)) return [];
    told.add(coordinate);
    return new GraphQLError(`Your role may not see ${coordinate}.`, {
      extensions: {
        code: "FORBIDDEN_FIELD",
        retryable: retryable.FORBIDDEN_FIELD,
        requestId,
        coordinate,
        visibleTo,
      },
    });
  });
}

function hiddenFields(
  schema: GraphQLSchema,
  fields: readonly PlannedField[],
  policy: Policy,
  role: Role,
): HiddenField[] {
  return fields.flatMap((field) => {
    const hidden = hiddenCoordinates(schema, field, policy, role).flatMap((coordinate) => {
      const visibleTo = policy.fields[coordinate];
      return isRestricted(visibleTo) ? [{ field, coordinate, visibleTo }] : [];
    });

    // Nothing below a hidden field is ever read, unless it is hidden in some of an interface's types only.
    const isWhollyHidden = hidden.some(({ coordinate }) => coordinate === coordinateOf(field));
    return isWhollyHidden ? hidden : [...hidden, ...hiddenFields(schema, field.children, policy, role)];
  });
}

function hiddenCoordinates(schema: GraphQLSchema, field: PlannedField, policy: Policy, role: Role): string[] {
  const isHidden = (coordinate: string) => !mayUse(policy.fields, coordinate, role);
  const own = coordinateOf(field);
  if (isHidden(own)) return [own];
  if (!isInterfaceType(field.parent)) return [];
  return schema
    .getPossibleTypes(field.parent)
    .map((type) => `${type}.${field.field.name}`)
    .filter(isHidden);
}

function coordinateOf({ parent, field }: PlannedField): string {
  return `${parent}.${field.name}`;
}
