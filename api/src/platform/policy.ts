import {
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isNonNullType,
  isObjectType,
} from "graphql";
import { type Declaration, declarationPrefix, type Rule, valueRules } from "./allow.js";
import type { PermissionTable, Policy } from "./permission-table.js";
import { roles } from "./role.js";
import { showRules } from "./visible-to.js";

/** Reads the @Allow lines. Throws at start, naming every place that says nothing or says something impossible. */
export function applyPolicy(schema: GraphQLSchema): { schema: GraphQLSchema; policy: Policy } {
  const problems: string[] = [];
  const rules = {
    operations: operationRules(schema, problems),
    fields: fieldRules(schema, problems),
    inputs: inputRules(schema, problems),
  };
  if (problems.length > 0) throw new Error(`The schema's @Allow rules are incomplete:\n${problems.sort().join("\n")}`);
  const policy = {
    operations: tableOf(rules.operations),
    fields: tableOf(rules.fields),
    inputs: tableOf(rules.inputs),
  };
  return { schema: showRules(schema, policy), policy };
}

type Rules = Map<string, Rule>;

function operationRules(schema: GraphQLSchema, problems: string[]): Rules {
  const rules: Rules = new Map();
  for (const type of rootTypes(schema)) {
    for (const field of Object.values(type.getFields())) {
      const rule = ruleIn(field.extensions, "any", `${type}.${field.name}`, problems);
      if (rule) rules.set(`${type}.${field.name}`, rule);
      else problems.push(`${type}.${field.name} says not who may call it`);
    }
  }
  return rules;
}

function fieldRules(schema: GraphQLSchema, problems: string[]): Rules {
  const rules: Rules = new Map();
  const roots = new Set(rootTypes(schema).map((type) => type.name));
  for (const type of Object.values(schema.getTypeMap())) {
    if (!(isObjectType(type) || isInterfaceType(type)) || type.name.startsWith("__") || roots.has(type.name)) continue;
    const ofClass = ruleIn(type.extensions, null, type.name, problems);
    for (const field of Object.values(type.getFields())) {
      const coordinate = `${type}.${field.name}`;
      const rule = ruleIn(field.extensions, "any", coordinate, problems) ?? ofClass;
      if (!rule) problems.push(`${coordinate} says not who may see it, and neither does its class`);
      if (rule && isNarrow(rule) && isNonNullType(field.type))
        problems.push(`${coordinate} is restricted, so it must be nullable`);
      if (rule) rules.set(coordinate, rule);
    }
  }
  return rules;
}

function inputRules(schema: GraphQLSchema, problems: string[]): Rules {
  const rules: Rules = new Map();
  const add = (coordinate: string, rule: Rule | undefined) => {
    if (rule && isNarrow(rule)) rules.set(coordinate, rule);
  };
  for (const type of Object.values(schema.getTypeMap())) {
    if (isInputObjectType(type)) {
      const ofClass = ruleIn(type.extensions, null, type.name, problems);
      for (const field of Object.values(type.getFields())) {
        // The type's own extensions remember what TypeGraphQL forgets of an inherited field.
        const known = { ...type.extensions, ...field.extensions };
        add(`${type}.${field.name}`, ruleIn(known, field.name, `${type}.${field.name}`, problems) ?? ofClass);
      }
    }
    if (isObjectType(type) || isInterfaceType(type)) {
      for (const field of Object.values(type.getFields())) {
        for (const argument of field.args) {
          const coordinate = `${type}.${field.name}(${argument.name}:)`;
          add(coordinate, ruleIn(argument.extensions, "any", coordinate, problems));
        }
      }
    }
    if (isEnumType(type)) {
      for (const [value, rule] of valueRules.get(type.name) ?? []) {
        if (type.getValue(value)) add(`${type}.${value}`, rule);
        else problems.push(`${type}.${value} has a rule and is no value`);
      }
    }
  }
  return rules;
}

function rootTypes(schema: GraphQLSchema) {
  return [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()].filter((type) => type != null);
}

/** `property` null reads the rule of the class, a name that of one property, "any" whatever property is declared. */
function ruleIn(
  extensions: Readonly<Record<string, unknown>>,
  property: string | null,
  coordinate: string,
  problems: string[],
): Rule | undefined {
  const found = Object.entries(extensions)
    .filter(([key]) => key.startsWith(declarationPrefix))
    .map(([, declaration]) => declaration)
    .filter(isDeclaration)
    .filter((declaration) => (property === "any" ? declaration.property !== null : declaration.property === property));

  // A subclass has the last word over what it inherits; nobody else over anybody.
  const deciding = found.filter((one) => !found.some((other) => isDerivedFrom(other.target, one.target)));
  if (new Set(deciding.map((one) => String(one.rule))).size > 1) problems.push(`${coordinate} has two rules`);
  return deciding[0]?.rule;
}

function isDeclaration(value: unknown): value is Declaration {
  return typeof value === "object" && value !== null && "rule" in value;
}

function isDerivedFrom(child: object, parent: object): boolean {
  return Object.prototype.isPrototypeOf.call(parent, child);
}

function isNarrow(rule: Rule): boolean {
  return rule !== "EVERYONE" && roles.some((role) => !rule.includes(role));
}

function tableOf(rules: Rules): PermissionTable {
  const rows = [...rules].sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(
    rows.map(([coordinate, rule]) => [coordinate, roles.filter((role) => rule === "EVERYONE" || rule.includes(role))]),
  );
}
