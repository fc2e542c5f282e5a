import {
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  isNonNullType,
  Kind,
  type OperationDefinitionNode,
  parse,
  specifiedRules,
  TypeInfo,
  validate,
  visit,
  visitWithTypeInfo,
} from "graphql";
import { checkDocument, type Limits, tooComplex } from "./document-limits.js";
import { ApiError } from "./errors.js";
import { type Cost, compileCost, pageSizeOf } from "./operation-cost.js";
import { type PlannedField, unfold } from "./operation-plan.js";
import { type Values, type VariableDefinition, variableDefinitionsOf } from "./variables.js";

/** All that can be known of an operation before anybody sends it: done once, kept with its document. */
export interface PreparedOperation {
  document: DocumentNode;
  operation: OperationDefinitionNode;
  roots: readonly PlannedField[];
  fields: readonly PlannedField[];
  usesIntrospection: boolean;
  variables: readonly VariableDefinition[];
  /** Variables that may be null by their type, and may not where they are used. */
  neverNull: readonly string[];
  pages: readonly { key: string; sizeOf: (values: Values) => unknown }[];
  cost: Cost;
}

/** Throws an ApiError. What it refuses it refuses whoever asks. */
export function prepareOperation(
  schema: GraphQLSchema,
  text: string,
  operationName: string | null,
  limits: Limits,
): PreparedOperation {
  const document = parseWithin(text, limits);
  const operation = getOperationAST(document, operationName);
  if (!operation) {
    throw new ApiError(
      "BAD_USER_INPUT",
      "The document has no single operation of that name; say which with operationName.",
    );
  }
  checkDocument(document, operation, limits);
  const errors = validate(schema, document, specifiedRules, { maxErrors: 10, hideSuggestions: true });
  if (errors.length > 0) throw new InvalidDocument(errors);

  const { roots, usesIntrospection } = unfold(schema, document, operation);
  const fields = allFields(roots);
  return {
    document,
    operation,
    roots,
    fields,
    usesIntrospection,
    variables: variableDefinitionsOf(schema, operation),
    neverNull: neverNull(schema, document, operation),
    pages: fields.flatMap((field) => {
      const sizeOf = pageSizeOf(field);
      return sizeOf ? [{ key: field.key, sizeOf }] : [];
    }),
    cost: compileCost(roots, operation.operation === "mutation"),
  };
}

export class InvalidDocument extends Error {
  constructor(readonly errors: readonly GraphQLError[]) {
    super(errors[0]?.message);
  }
}

function parseWithin(text: string, limits: Limits): DocumentNode {
  try {
    return parse(text, { maxTokens: limits.tokens });
  } catch (error) {
    // Nesting that exhausts the parser's stack is far beyond the limit of depth.
    if (error instanceof RangeError) throw tooComplex("depth", limits.tokens, limits.depth);
    if (!(error instanceof GraphQLError)) throw error;
    if (error.message.includes(`more that ${limits.tokens} tokens`)) {
      throw tooComplex("tokens", limits.tokens + 1, limits.tokens);
    }
    throw new InvalidDocument([error]);
  }
}

function allFields(fields: readonly PlannedField[]): PlannedField[] {
  return fields.flatMap((field) => [field, ...allFields(field.children)]);
}

/**
 * A default allows `$x: Int = 5` where Int! is needed, and null then only fails once a resolver is called. Fragments of
 * other operations are looked at too, which can only make us stricter about a variable of the same name.
 */
function neverNull(schema: GraphQLSchema, document: DocumentNode, operation: OperationDefinitionNode): string[] {
  const nullable = new Set(
    (operation.variableDefinitions ?? [])
      .filter(({ type }) => type.kind !== Kind.NON_NULL_TYPE)
      .map(({ variable }) => variable.name.value),
  );
  const found = new Set<string>();
  const types = new TypeInfo(schema);
  const visited = {
    ...document,
    definitions: document.definitions.filter(
      (definition) => definition.kind !== Kind.OPERATION_DEFINITION || definition === operation,
    ),
  };
  visit(
    visited,
    visitWithTypeInfo(types, {
      VariableDefinition: () => false,
      Variable: ({ name }) => {
        if (nullable.has(name.value) && isNonNullType(types.getInputType())) found.add(name.value);
      },
    }),
  );
  return [...found];
}
