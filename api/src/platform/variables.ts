import {
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLLeafType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isInputType,
  isListType,
  isNonNullType,
  isSpecifiedScalarType,
  type OperationDefinitionNode,
  typeFromAST,
  type ValueNode,
  valueFromAST,
} from "graphql";
import { badInput, type FieldProblem } from "./errors.js";

export interface VariableDefinition {
  name: string;
  type: GraphQLInputType;
  defaultValue: ValueNode | undefined;
}

export type Values = Readonly<Record<string, unknown>>;

export function variableDefinitionsOf(schema: GraphQLSchema, operation: OperationDefinitionNode): VariableDefinition[] {
  return (operation.variableDefinitions ?? []).flatMap((definition) => {
    const type = typeFromAST(schema, definition.type);
    const name = definition.variable.name.value;
    return isInputType(type) ? [{ name, type, defaultValue: definition.defaultValue }] : [];
  });
}

/** As graphql-js coerces them, with two differences: problems come as `fields`, and none of them echoes a value. */
export function coerceVariables(definitions: readonly VariableDefinition[], sent: Values): Record<string, unknown> {
  const coerced: Record<string, unknown> = Object.create(null);
  const problems: FieldProblem[] = [];
  for (const { name, type, defaultValue } of definitions) {
    const value = ownValue(sent, name);
    if (value === undefined && defaultValue) coerced[name] = valueFromAST(defaultValue, type);
    else if (value !== undefined || isNonNullType(type))
      coerced[name] = coerce(value, type, { key: name, before: null, depth: 0 }, problems);
  }
  if (problems.length > 0) throw badInput(problems);
  return coerced;
}

/** Variables come from JSON, where "constructor" is a name like any other. */
export function ownValue(values: Values, name: string): unknown {
  return Object.hasOwn(values, name) ? values[name] : undefined;
}

const maxProblems = 10;
const maxDepth = 40;

interface Path {
  key: string;
  before: Path | null;
  depth: number;
}

function coerce(value: unknown, type: GraphQLInputType, path: Path, problems: FieldProblem[]): unknown {
  if (problems.length >= maxProblems) return undefined;
  if (isNonNullType(type)) {
    if (value !== null && value !== undefined) return coerce(value, type.ofType, path, problems);
    return report(problems, path, "required", "is required");
  }
  if (value === null || value === undefined) return null;
  if (path.depth > maxDepth) return report(problems, path, "depth", `is nested deeper than ${maxDepth} levels`);
  if (isListType(type)) {
    const { ofType } = type;
    if (!Array.isArray(value)) return [coerce(value, ofType, path, problems)];
    return value.map((item, index) => coerce(item, ofType, below(path, String(index)), problems));
  }
  if (isInputObjectType(type)) return coerceObject(value, type, path, problems);
  return coerceLeaf(value, type, path, problems);
}

function coerceObject(value: unknown, type: GraphQLInputObjectType, path: Path, problems: FieldProblem[]): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return report(problems, path, "type", "must be an object");
  }
  const sent: Values = { ...value };
  const fields = type.getFields();
  const coerced: Record<string, unknown> = {};
  for (const { name, type: fieldType, defaultValue } of Object.values(fields)) {
    const given = ownValue(sent, name);
    if (given !== undefined || (isNonNullType(fieldType) && defaultValue === undefined)) {
      coerced[name] = coerce(given, fieldType, below(path, name), problems);
    } else if (defaultValue !== undefined) {
      coerced[name] = defaultValue;
    }
  }
  if (Object.keys(sent).some((name) => !Object.hasOwn(fields, name))) {
    report(problems, path, "unknown", `has a field that ${type} does not know`);
  }
  return coerced;
}

function coerceLeaf(value: unknown, type: GraphQLLeafType, path: Path, problems: FieldProblem[]): unknown {
  try {
    const parsed = type.parseValue(value);
    if (parsed !== undefined) return parsed;
  } catch (error) {
    // Our scalars say what they need and echo nothing; those of graphql-js repeat the value.
    const isOurs = !isSpecifiedScalarType(type) && !isEnumType(type);
    if (isOurs && error instanceof Error) return report(problems, path, "type", `is not accepted: ${error.message}`);
  }
  return report(problems, path, "type", `must be ${isEnumType(type) ? "a value of the enum" : "of type"} ${type}`);
}

function below(path: Path, key: string): Path {
  return { key, before: path, depth: path.depth + 1 };
}

function report(problems: FieldProblem[], end: Path, rule: string, what: string): undefined {
  const path: string[] = [];
  for (let at: Path | null = end; at; at = at.before) path.unshift(at.key);
  problems.push({ path, rule, message: `${path.join(".")} ${what.replace(/\.$/, "")}.` });
}
