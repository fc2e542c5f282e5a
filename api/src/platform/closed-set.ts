import { registerEnumType } from "type-graphql";

/** An enum object for GraphQL from the one `as const` array that also gives the type and the check constraint. */
export function graphqlEnum<const Names extends readonly string[]>(
  name: string,
  names: Names,
  description: string,
  meanings: Record<Names[number], string>,
): { [Name in Names[number]]: Name } {
  const values = Object.fromEntries(names.map((n) => [n, n])) as { [Name in Names[number]]: Name };
  const meaningOf = ([key, meaning]: [string, string]) => [key, { description: meaning }];
  const valuesConfig = Object.fromEntries(Object.entries<string>(meanings).map(meaningOf)) as object;
  registerEnumType(values, { name, description, valuesConfig });
  return values;
}

/** The check constraint that keeps a text column inside a closed set. */
export const isOneOf = (column: string, names: readonly string[]): string =>
  `${column} IN (${names.map((n) => `'${n}'`).join(", ")})`;
