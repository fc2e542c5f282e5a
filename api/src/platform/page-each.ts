import type DataLoader from "dataloader";
import type { EntityManager } from "typeorm";
import type { Context } from "./context.js";
import type { Keyset } from "./keyset.js";
import { manyEachWith } from "./loader.js";
import { rows, type Sql, sql } from "./sql.js";

type Page = Pick<Keyset<never>, "where" | "orderBy">;

/**
 * The same page of every list of a level in one statement, read along an index however long the lists are. `select`
 * finds the list that belongs to `owner.id` and ends in its WHERE. Whoever makes the page has checked its cursor.
 */
export function pageEach<Row extends object>(
  select: (ctx: Context, em: EntityManager) => Sql,
): (ctx: Context, page: Page) => DataLoader<string, Row[]> {
  const pages = manyEachWith<Page, Row & { belongsTo: string }>(
    (row) => row.belongsTo,
    (ctx, em, ids, { where, orderBy }) =>
      rows(
        em,
        sql`SELECT owner.id AS "belongsTo", page.* FROM unnest(${ids}::uuid[]) AS owner(id)
            CROSS JOIN LATERAL (${select(ctx, em)} AND ${where} ${orderBy}) page`,
      ),
  );
  return (ctx, { where, orderBy }) => pages(ctx, { where, orderBy });
}
