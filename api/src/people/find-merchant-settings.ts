import type { Context } from "../platform/context.js";
import { ApiError } from "../platform/errors.js";
import { perRequest } from "../platform/loader.js";
import { firstRow, sql } from "../platform/sql.js";
import { type Policies, readPolicies } from "./policies.js";

export interface MerchantSettings {
  readonly policies: Policies;
  readonly timeZone: string;
  /** The database's clock, by which windows open and close. */
  readonly now: Date;
}

/** By which rules and which clock this answer is given: read once for each operation. */
export const merchantSettings: (ctx: Context) => Promise<MerchantSettings> = perRequest(async (ctx) => {
  const { merchantId } = ctx.viewer;
  const found = await ctx.db.read(merchantId, (em) =>
    firstRow<{ policies: unknown; timeZone: string; now: Date }>(
      em,
      sql`SELECT m.policies, m.time_zone AS "timeZone", decision_time() AS now FROM merchants m WHERE m.id = ${merchantId}`,
    ),
  );
  if (!found) throw new ApiError("UNAUTHENTICATED", "Your account is not known here.");
  return { ...found, policies: readPolicies(found.policies) };
});
