import { raw, type Sql, sql } from "../platform/sql.js";

/** The application's own line between merchants: every statement over a merchant's rows passes here. */
export const ofMerchant = (scope: { readonly merchantId: string }, alias: string): Sql =>
  sql`${raw(alias)}.merchant_id = ${scope.merchantId}`;
