import {
  type DocumentNode,
  type GraphQLInputType,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  TypeInfo,
  type ValueNode,
  type VariableDefinitionNode,
  valueFromAST,
  visit,
  visitWithTypeInfo,
} from "graphql";
import type { PreparedOperation } from "./prepared-document.js";
import { understood } from "./role-schema.js";
import type { Values } from "./variables.js";

/** A document without a single literal of the caller's, and the variables that took their places. */
export interface ExecutableDocument {
  document: DocumentNode;
  valuesOf(values: Values): Values;
  isCompilable: boolean;
}

/**
 * graphql-jit writes literals into the code it generates, where a text that looks like one of its own marks is run as
 * code; it coerces variables its own way, too. So neither ever reaches it: what a caller sent is data, coerced before.
 */
export function makeExecutable(schema: GraphQLSchema, { document, operation }: PreparedOperation): ExecutableDocument {
  const literals: { name: string; node: ValueNode; type: GraphQLInputType }[] = [];
  const types = new TypeInfo(schema);
  let isCompilable = true;

  const withoutLiterals = visit(
    { ...document, definitions: document.definitions.filter((each) => isNeeded(each, operation)) },
    visitWithTypeInfo(types, {
      VariableDefinition: () => false,
      Directive: () => {
        // @skip and @include on fragments that are used twice come out wrong.
        isCompilable = false;
        return false;
      },
      Field: ({ name, alias }) => {
        if (!isPlain(name.value, alias?.value)) isCompilable = false;
      },
      Argument: {
        enter: (argument) => {
          const type = types.getArgument()?.type;
          if (argument.value.kind === Kind.VARIABLE || !type) return false;
          const literal = { name: `__literal${literals.length}`, node: argument.value, type };
          literals.push(literal);
          return { ...argument, value: { kind: Kind.VARIABLE, name: { kind: Kind.NAME, value: literal.name } } };
        },
      },
    }),
  );

  return {
    document: withVariables(withoutLiterals, [...variableNames(operation), ...literals.map(({ name }) => name)]),
    valuesOf(values) {
      if (literals.length === 0) return values;
      const all: Record<string, unknown> = { ...values };

      // Made anew each time: a resolver may keep or change what it is given.
      for (const { name, node, type } of literals) {
        const value = valueFromAST(node, type, values);
        if (value !== undefined) all[name] = value;
      }
      return all;
    },
    isCompilable,
  };
}

function isNeeded(definition: DocumentNode["definitions"][number], operation: OperationDefinitionNode): boolean {
  return definition.kind === Kind.FRAGMENT_DEFINITION || definition === operation;
}

/** graphql-jit joins the names of a path by underscores to name its own things; `__proto__` it takes for a name. */
function isPlain(name: string, alias: string | undefined): boolean {
  return (alias ?? name) === "__typename" ? name === "__typename" : !`${alias ?? ""}${name}`.includes("_");
}

function variableNames(operation: OperationDefinitionNode): string[] {
  return (operation.variableDefinitions ?? []).map(({ variable }) => variable.name.value);
}

function withVariables(document: DocumentNode, names: readonly string[]): DocumentNode {
  const variableDefinitions = names.map(
    (name): VariableDefinitionNode => ({
      kind: Kind.VARIABLE_DEFINITION,
      variable: { kind: Kind.VARIABLE, name: { kind: Kind.NAME, value: name } },
      type: { kind: Kind.NAMED_TYPE, name: { kind: Kind.NAME, value: understood.name } },
    }),
  );
  return {
    ...document,
    definitions: document.definitions.map((definition) =>
      definition.kind === Kind.OPERATION_DEFINITION ? { ...definition, variableDefinitions } : definition,
    ),
  };
}
