import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLSchema,
  getNamedType,
  isCompositeType,
  isUnionType,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  typeFromAST,
  type ValueNode,
} from "graphql";

/** One field as it stands in an operation, with its fragments unfolded. Only for documents that passed the limits. */
export interface PlannedField {
  key: string;
  node: FieldNode;
  parent: GraphQLCompositeType;
  field: GraphQLField<unknown, unknown>;
  /** Of @skip and @include, also those of the fragments that lead here. */
  conditions: readonly Condition[];
  children: readonly PlannedField[];
}

interface Condition {
  value: ValueNode;
  expected: boolean;
}

export interface Unfolded {
  roots: readonly PlannedField[];
  usesIntrospection: boolean;
}

export function unfold(schema: GraphQLSchema, document: DocumentNode, operation: OperationDefinitionNode): Unfolded {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition);
  }
  const unfolded = { usesIntrospection: false };
  const root = schema.getRootType(operation.operation);
  const roots = root ? unfoldAll(operation.selectionSet.selections, root, []) : [];
  return { roots, ...unfolded };

  function unfoldAll(
    selections: readonly SelectionNode[],
    parent: GraphQLCompositeType,
    outer: readonly Condition[],
  ): PlannedField[] {
    return selections.flatMap((selection) => {
      const conditions = [...outer, ...conditionsOf(selection)];
      if (selection.kind === Kind.FIELD) return unfoldField(selection, parent, conditions);
      const fragment = selection.kind === Kind.INLINE_FRAGMENT ? selection : fragments.get(selection.name.value);
      if (!fragment) return [];
      const narrowed = fragment.typeCondition ? typeFromAST(schema, fragment.typeCondition) : parent;
      return isCompositeType(narrowed) ? unfoldAll(fragment.selectionSet.selections, narrowed, conditions) : [];
    });
  }

  function unfoldField(node: FieldNode, parent: GraphQLCompositeType, conditions: Condition[]): PlannedField[] {
    const name = node.name.value;
    if (name === "__schema" || name === "__type") unfolded.usesIntrospection = true;
    const field = isUnionType(parent) ? undefined : parent.getFields()[name];
    if (!field) return [];
    const type = getNamedType(field.type);
    const children =
      node.selectionSet && isCompositeType(type) ? unfoldAll(node.selectionSet.selections, type, conditions) : [];
    return [{ key: node.alias?.value ?? name, node, parent, field, conditions, children }];
  }
}

export function argumentNode({ node }: PlannedField, name: string): ValueNode | undefined {
  return node.arguments?.find((argument) => argument.name.value === name)?.value;
}

export function isAskedFor({ conditions }: PlannedField, values: Readonly<Record<string, unknown>>): boolean {
  return conditions.every(({ value, expected }) => {
    const actual = value.kind === Kind.VARIABLE ? values[value.name.value] : value.kind === Kind.BOOLEAN && value.value;
    return actual === expected;
  });
}

function conditionsOf({ directives = [] }: SelectionNode): Condition[] {
  return directives
    .filter(({ name }) => name.value === "skip" || name.value === "include")
    .flatMap((directive) => {
      const value = directive.arguments?.find((argument) => argument.name.value === "if")?.value;
      return value ? [{ value, expected: directive.name.value === "include" }] : [];
    });
}
