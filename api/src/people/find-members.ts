import type { Context } from "../platform/context.js";
import { oneEach } from "../platform/loader.js";
import { columns, rows, sql } from "../platform/sql.js";
import { ApiKey } from "./api-key.js";
import { Member } from "./member.js";
import { Merchant } from "./merchant.js";
import { ofMerchant } from "./merchant-scope.js";

export const memberById = oneEach<Member>(
  (member) => member.id,
  (ctx, em, ids) =>
    rows(
      em,
      sql`SELECT ${columns(em, Member, "m")} FROM members m WHERE m.id = ANY(${ids}) AND ${ofMerchant(ctx.viewer, "m")}`,
    ),
);

export const findMembers = (ctx: Context): Promise<Member[]> =>
  ctx.db.read(ctx.viewer.merchantId, (em) =>
    rows(
      em,
      sql`SELECT ${columns(em, Member, "m")} FROM members m WHERE ${ofMerchant(ctx.viewer, "m")} ORDER BY m.created_at, m.id`,
    ),
  );

export const findApiKeys = (ctx: Context): Promise<ApiKey[]> =>
  ctx.db.read(ctx.viewer.merchantId, (em) =>
    rows(
      em,
      sql`SELECT ${columns(em, ApiKey, "k")} FROM api_keys k WHERE ${ofMerchant(ctx.viewer, "k")} ORDER BY k.created_at, k.id`,
    ),
  );

const merchantById = oneEach<Merchant>(
  (merchant) => merchant.id,
  (_ctx, em, ids) => rows(em, sql`SELECT ${columns(em, Merchant, "t")} FROM merchants t WHERE t.id = ANY(${ids})`),
);

export async function ownMerchant(ctx: Context): Promise<Merchant> {
  const merchant = await merchantById(ctx).load(ctx.viewer.merchantId);
  if (!merchant) throw new Error("A viewer's merchant exists");
  return merchant;
}
