import {
  type DocumentNode,
  type FragmentDefinitionNode,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  visit,
} from "graphql";
import { ApiError } from "./errors.js";

export interface Limits {
  tokens: number;
  depth: number;
  fields: number;
  aliases: number;
  directives: number;
  rootFields: number;
  pageSize: number;
  cost: number;
}

export const defaultLimits: Limits = {
  // A full introspection query has 600, the largest page of the dashboard about as many.
  tokens: 4000,
  // The deepest honest path we know has 8: a lead of a page, its history, an event's conversion, its campaign.
  depth: 12,
  // Counted with every fragment unfolded: the 30 kinds of history events with 10 fields each still fit.
  fields: 500,
  // Enough to ask for a page of leads one by one; not enough to guess ids.
  aliases: 50,
  directives: 50,
  // As mutations these are 20 transactions.
  rootFields: 20,
  pageSize: 100,
  // 100 leads with 200 objects behind each: what Postgres and the wire still answer within a second.
  cost: 20_000,
};

type Measure = Exclude<keyof Limits, "pageSize" | "cost" | "tokens">;

/** Before validation, whose own work grows with the square of what is counted here. */
export function checkDocument(document: DocumentNode, operation: OperationDefinitionNode, limits: Limits): void {
  const written = countWritten(document);
  refuseAbove("directives", written.directives, limits);
  refuseAbove("fields", written.fields, limits);

  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition);
  }
  const unfolded = measure(operation.selectionSet, fragments, new Map());
  refuseAbove("depth", unfolded.depth, limits);
  refuseAbove("fields", unfolded.fields, limits);
  refuseAbove("aliases", unfolded.aliases, limits);
  refuseAbove("rootFields", unfolded.rootFields, limits);
}

export function tooComplex(what: string, value: number, limit: number): ApiError {
  return new ApiError("QUERY_TOO_COMPLEX", `The operation exceeds the limit for ${what}: ${value} of ${limit}.`, {
    measure: what,
    [what]: value,
    limit,
  });
}

function refuseAbove(what: Measure, value: number, limits: Limits): void {
  if (value > limits[what]) throw tooComplex(what, value, limits[what]);
}

function countWritten(document: DocumentNode): { directives: number; fields: number } {
  const counts = { directives: 0, fields: 0 };
  visit(document, {
    Directive: () => {
      counts.directives += 1;
    },
    Field: () => {
      counts.fields += 1;
    },
  });
  return counts;
}

interface Extent {
  depth: number;
  fields: number;
  aliases: number;
  rootFields: number;
}

const nothing: Extent = { depth: 0, fields: 0, aliases: 0, rootFields: 0 };

/** Each fragment is measured once, so that a bomb of fragments in fragments costs nothing to see through. */
function measure(
  selectionSet: SelectionSetNode,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
  measured: Map<string, Extent>,
): Extent {
  const sum = { ...nothing };
  for (const selection of selectionSet.selections) {
    const extent = { ...nothing };
    if (selection.kind === Kind.FIELD) {
      const below = selection.selectionSet ? measure(selection.selectionSet, fragments, measured) : nothing;
      // Introspection is deep by nature, and graphql-js has a rule of its own for it.
      extent.depth = selection.name.value.startsWith("__") ? 1 : below.depth + 1;
      extent.fields = below.fields + 1;
      extent.aliases = below.aliases + (selection.alias ? 1 : 0);
      extent.rootFields = 1;
    } else if (selection.kind === Kind.INLINE_FRAGMENT) {
      Object.assign(extent, measure(selection.selectionSet, fragments, measured));
    } else {
      Object.assign(extent, measureFragment(selection.name.value, fragments, measured));
    }
    sum.depth = Math.max(sum.depth, extent.depth);
    sum.fields += extent.fields;
    sum.aliases += extent.aliases;
    sum.rootFields += extent.rootFields;
  }
  return sum;
}

function measureFragment(
  name: string,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
  measured: Map<string, Extent>,
): Extent {
  const known = measured.get(name);
  const fragment = fragments.get(name);
  if (known || !fragment) return known ?? nothing;

  // A fragment that meets itself again counts nothing; validation will name the cycle.
  measured.set(name, nothing);
  const extent = measure(fragment.selectionSet, fragments, measured);
  measured.set(name, extent);
  return extent;
}
