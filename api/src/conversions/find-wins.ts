import { ofMerchant } from "../people/merchant-scope.js";
import type { Context } from "../platform/context.js";
import { manyEach } from "../platform/loader.js";
import { rows, sql } from "../platform/sql.js";
import type { Conversion } from "./conversion.js";

/** The live wins of a person over all pipelines, in the order in which they were won. */
const winsOfContact = manyEach<Pick<Conversion, "id" | "contactId">>(
  (win) => win.contactId,
  (ctx, em, ids) =>
    rows(
      em,
      sql`SELECT v.id, v.contact_id AS "contactId" FROM lead_conversions v
          WHERE v.contact_id = ANY(${ids}) AND v.voided_at IS NULL AND ${ofMerchant(ctx.viewer, "v")}
          ORDER BY v.converted_at, v.recorded_at, v.id`,
    ),
);

export async function countWins(ctx: Context, contactId: string): Promise<number> {
  const wins = await winsOfContact(ctx).load(contactId);
  return wins.length;
}

/** 1 for a contact's first live win; null for a void one. */
export async function findOrdinal(ctx: Context, { id, contactId }: Conversion): Promise<number | null> {
  const wins = await winsOfContact(ctx).load(contactId);
  const place = wins.findIndex((win) => win.id === id);
  return place < 0 ? null : place + 1;
}
