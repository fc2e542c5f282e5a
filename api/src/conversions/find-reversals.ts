import { ofMerchant } from "../people/merchant-scope.js";
import { oneEach } from "../platform/loader.js";
import { columns, rows, sql } from "../platform/sql.js";
import { Reversal } from "./reversal.js";

/** For conversions that the viewer is known to see. */
export const reversalOfConversion = oneEach<Reversal>(
  (reversal) => reversal.conversionId,
  (ctx, em, ids) =>
    rows(
      em,
      sql`SELECT ${columns(em, Reversal, "r")} FROM conversion_reversals r
          WHERE r.conversion_id = ANY(${ids}) AND ${ofMerchant(ctx.viewer, "r")}`,
    ),
);
