import DataLoader from "dataloader";
import type { EntityManager } from "typeorm";
import type { Context } from "./context.js";

const read = new WeakMap<Context, Map<object, unknown>>();

/** Makes a thing once for each context, so that a loader never outlives the rights it read with. */
export function perRequest<T>(make: (ctx: Context) => T): (ctx: Context) => T {
  return (ctx) => {
    const things = read.get(ctx) ?? new Map<object, unknown>();
    read.set(ctx, things);
    if (!things.has(make)) things.set(make, make(ctx));
    return things.get(make) as T;
  };
}

/** After a command, what was read before it is old. */
export const forgetReads = (ctx: Context): void => {
  read.delete(ctx);
};

type Fetch<Key, Row> = (ctx: Context, em: EntityManager, keys: readonly Key[]) => Promise<Row[]>;

/** One statement for all the records of a level, by their ids. */
export const oneEach = <Row>(
  keyOf: (row: Row) => string,
  fetch: Fetch<string, Row>,
): ((ctx: Context) => DataLoader<string, Row | null>) =>
  perRequest(
    (ctx) =>
      new DataLoader<string, Row | null>(async (keys) => {
        const found = await ctx.db.read(ctx.viewer.merchantId, (em) => fetch(ctx, em, keys));
        const byKey = new Map(found.map((row) => [keyOf(row), row]));
        return keys.map((key) => byKey.get(key) ?? null);
      }),
  );

/** For a reference that may be empty. */
export const loadOrNull = <Row>(loader: DataLoader<string, Row | null>, id: string | null): Promise<Row | null> =>
  id ? loader.load(id) : Promise.resolve(null);

/** One statement for all the lists of a level, by the id of what they belong to. */
export const manyEach = <Row>(
  keyOf: (row: Row) => string,
  fetch: Fetch<string, Row>,
): ((ctx: Context) => DataLoader<string, Row[]>) => perRequest((ctx) => listsOf(ctx, keyOf, fetch));

/** As manyEach, for lists that are asked for with arguments: one statement for each set of arguments, told apart by their JSON. */
export function manyEachWith<Args extends object, Row>(
  keyOf: (row: Row) => string,
  fetch: (ctx: Context, em: EntityManager, keys: readonly string[], args: Args) => Promise<Row[]>,
): (ctx: Context, args: Args) => DataLoader<string, Row[]> {
  const loadersOf = perRequest(() => new Map<string, DataLoader<string, Row[]>>());
  return (ctx, args) => {
    const loaders = loadersOf(ctx);
    const name = JSON.stringify(args);
    const loader = loaders.get(name) ?? listsOf(ctx, keyOf, (_ctx, em, keys) => fetch(ctx, em, keys, args));
    loaders.set(name, loader);
    return loader;
  };
}

function listsOf<Row>(ctx: Context, keyOf: (row: Row) => string, fetch: Fetch<string, Row>): DataLoader<string, Row[]> {
  return new DataLoader<string, Row[]>(async (keys) => {
    const found = await ctx.db.read(ctx.viewer.merchantId, (em) => fetch(ctx, em, keys));
    const byKey = new Map<string, Row[]>(keys.map((key) => [key, []]));
    for (const row of found) byKey.get(keyOf(row))?.push(row);
    return keys.map((key) => byKey.get(key) ?? []);
  });
}
