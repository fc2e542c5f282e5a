import {
  type GraphQLOutputType,
  getNamedType,
  getNullableType,
  isLeafType,
  isListType,
  Kind,
  type ValueNode,
} from "graphql";
import { argumentNode, type PlannedField } from "./operation-plan.js";
import type { Values } from "./variables.js";

export type Cost = (values: Values) => number;

/** Compiled once for an operation: an object costs 1, times the entries of the pages and lists around it. */
export function compileCost(roots: readonly PlannedField[], isMutation: boolean): Cost {
  const fields = roots.map((root) => compileField(root));
  const ofRoots = isMutation ? roots.length * mutationCost : 0;
  return (values) => ofRoots + sum(fields, values, null);
}

/** The page size an operation asks for at this field; null when the field has no pages. */
export function pageSizeOf(field: PlannedField): ((values: Values) => unknown) | null {
  const argument = field.field.args.find(({ name }) => name === "first");
  if (!argument || getNamedType(argument.type).name !== "Int") return null;
  const node = argumentNode(field, "first");
  if (!node) return () => argument.defaultValue;
  if (node.kind !== Kind.VARIABLE) return () => numberIn(node);
  const { value: name } = node.name;
  return (values) => (name in values ? values[name] : argument.defaultValue);
}

// A transaction, its history and what it sets off.
const mutationCost = 10;

// A list without pages is short by design: badges, allowed moves, lifecycles.
const unpagedEntries = 5;

type FieldCost = (values: Values, entriesAbove: number | null) => number;

function compileField(planned: PlannedField): FieldCost {
  const children = planned.children.map(compileField);
  const own = ownCost(planned);
  const sizeOf = pageSizeOf(planned);
  const isList = isListOf(planned.field.type);
  return (values, entriesAbove) => {
    const size = sizeOf?.(values);

    // The list inside a page (nodes, edges) has the page's entries, whatever stands beside it is there once.
    const entries = isList ? (entriesAbove ?? unpagedEntries) : 1;
    return entries * (own + sum(children, values, typeof size === "number" ? size : null));
  };
}

function ownCost({ field }: PlannedField): number {
  const declared = field.extensions.complexity;
  if (typeof declared === "number") return declared;
  return isLeafType(getNamedType(field.type)) ? 0 : 1;
}

function sum(fields: readonly FieldCost[], values: Values, entriesAbove: number | null): number {
  let total = 0;
  for (const field of fields) total += field(values, entriesAbove);
  return total;
}

function isListOf(type: GraphQLOutputType): boolean {
  return isListType(getNullableType(type));
}

function numberIn(node: ValueNode): number | null {
  return node.kind === Kind.INT ? Number(node.value) : null;
}
