import { ofMerchant } from "../people/merchant-scope.js";
import type { Context } from "../platform/context.js";
import { oneEach } from "../platform/loader.js";
import { columns, rows, sql } from "../platform/sql.js";
import { Campaign } from "./campaign.js";

export const campaignById = oneEach<Campaign>(
  (campaign) => campaign.id,
  (ctx, em, ids) =>
    rows(
      em,
      sql`SELECT ${columns(em, Campaign, "g")} FROM campaigns g WHERE g.id = ANY(${ids}) AND ${ofMerchant(ctx.viewer, "g")}`,
    ),
);

export const findCampaigns = (ctx: Context): Promise<Campaign[]> =>
  ctx.db.read(ctx.viewer.merchantId, (em) =>
    rows(
      em,
      sql`SELECT ${columns(em, Campaign, "c")} FROM campaigns c WHERE ${ofMerchant(ctx.viewer, "c")} ORDER BY c.created_at, c.id`,
    ),
  );
