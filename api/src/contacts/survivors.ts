import type DataLoader from "dataloader";
import type { EntityManager } from "typeorm";
import { ofMerchant } from "../people/merchant-scope.js";
import type { Context } from "../platform/context.js";
import { oneEach } from "../platform/loader.js";
import { raw, rows, sql } from "../platform/sql.js";

type Mergeable = "contacts" | "leads" | "conversations";

/** What is found under the ids of records that were merged into others. An old id leads there for ever, in one step. */
export async function survivorsOf(
  em: EntityManager,
  scope: { readonly merchantId: string },
  table: Mergeable,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const found = await rows<{ oldId: string; id: string }>(
    em,
    sql`SELECT t.id AS "oldId", t.merged_into_id AS id FROM ${raw(table)} t
        WHERE t.id = ANY(${ids}) AND t.merged_into_id IS NOT NULL AND ${ofMerchant(scope, "t")}`,
  );
  return new Map(found.map(({ oldId, id }) => [oldId, id]));
}

/** As oneEach, also by the ids of records that were merged into others. */
export function oneEachOrSurvivor<Row>(
  table: Mergeable,
  keyOf: (row: Row) => string,
  fetch: (ctx: Context, em: EntityManager, keys: readonly string[]) => Promise<Row[]>,
): (ctx: Context) => DataLoader<string, Row | null> {
  const followed = new WeakMap<object, string>();
  return oneEach<Row & object>(
    (row) => followed.get(row) ?? keyOf(row),
    async (ctx, em, keys) => {
      const found = (await fetch(ctx, em, keys)) as (Row & object)[];
      const known = new Set(found.map(keyOf));
      const missing = keys.filter((key) => !known.has(key));
      if (missing.length === 0) return found;
      const survivors = await survivorsOf(em, ctx.viewer, table, missing);
      const others = survivors.size > 0 ? await fetch(ctx, em, [...new Set(survivors.values())]) : [];
      for (const [oldId, id] of survivors) {
        const other = others.find((row) => keyOf(row) === id);
        if (!other) continue;
        const copy = { ...(other as Row & object) };
        followed.set(copy, oldId);
        found.push(copy);
      }
      return found;
    },
  );
}
