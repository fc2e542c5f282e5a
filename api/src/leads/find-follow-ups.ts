import { FollowUp } from "../follow-ups/follow-up.js";
import { ofMerchant } from "../people/merchant-scope.js";
import type { Context } from "../platform/context.js";
import { pageEach } from "../platform/page-each.js";
import { columns, raw, sql } from "../platform/sql.js";
import type { Lead } from "./lead.js";

/** What is still to be done first, soonest first; then what is over, latest first. Bounded, as few look further back. */
export async function followUpsOfLead(ctx: Context, { id }: Lead): Promise<FollowUp[]> {
  return allFollowUps(ctx, bounded).load(id);
}

const bounded = {
  where: raw("TRUE"),
  orderBy: raw(
    "ORDER BY f.status = 'OPEN' DESC, CASE WHEN f.status = 'OPEN' THEN f.due_at END, f.due_at DESC, f.id LIMIT 50",
  ),
};

const allFollowUps = pageEach<FollowUp>(
  (ctx, em) =>
    sql`SELECT ${columns(em, FollowUp, "f")} FROM follow_ups f WHERE f.lead_id = owner.id AND ${ofMerchant(ctx.viewer, "f")}`,
);
