import { oneEach } from "../platform/loader.js";
import { rows, sql } from "../platform/sql.js";
import type { ApiKey } from "./api-key.js";
import { ofMerchant } from "./merchant-scope.js";

/** What an API key is called, for those who may know who did what. Nothing of its secret is read. */
export const apiKeyNameById = oneEach<Pick<ApiKey, "id" | "name">>(
  (key) => key.id,
  (ctx, em, ids) =>
    rows(em, sql`SELECT k.id, k.name FROM api_keys k WHERE k.id = ANY(${ids}) AND ${ofMerchant(ctx.viewer, "k")}`),
);
