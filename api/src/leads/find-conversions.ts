import { Conversion } from "../conversions/conversion.js";
import { merchantSettings } from "../people/find-merchant-settings.js";
import { ofMerchant } from "../people/merchant-scope.js";
import { seesLead } from "../people/visibility.js";
import type { Context } from "../platform/context.js";
import { badInput } from "../platform/errors.js";
import { type Keyset, keyset, type Order } from "../platform/keyset.js";
import { loadOrNull, oneEach } from "../platform/loader.js";
import { clockOf, nextDay } from "../platform/local-date.js";
import { type Connection, type PageArgs, toConnection } from "../platform/page.js";
import { pageEach } from "../platform/page-each.js";
import { parseId } from "../platform/scalars.js";
import { columns, join, raw, rows, type Sql, sql } from "../platform/sql.js";
import type { Viewer } from "../platform/viewer.js";
import type { ConversionFilter } from "./conversion.filters.js";
import { conversionsOfLifecycle, listScope, seesLifecycle } from "./find-leads.js";
import type { Lead } from "./lead.js";
import type { Lifecycle } from "./lifecycle.js";

const newestFirst: Order = { column: "v.converted_at", property: "convertedAt", idColumn: "v.id", direction: "DESC" };

export async function findConversions(
  ctx: Context,
  filter: ConversionFilter,
  args: PageArgs,
): Promise<Connection<Conversion>> {
  const page: Keyset<Conversion> = keyset(
    args,
    listScope(ctx, "conversions", filter),
    newestFirst,
    (conversion) => conversion.id,
  );
  const conditions = [...conditionsOf(filter), ...(await daysOf(ctx, filter))];
  const found = await ctx.db.read(ctx.viewer.merchantId, (em) =>
    rows<Conversion>(
      em,
      sql`SELECT ${columns(em, Conversion, "v")} FROM lead_conversions v
          WHERE ${join([seesConversion(ctx.viewer), ...conditions, page.where], " AND ")} ${page.orderBy}`,
    ),
  );
  return toConnection(found, args, page.cursorOf);
}

/** In the ledger an agent sees own wins, wherever their leads are by now; a partner those that its sources opened. */
export function seesConversion(viewer: Viewer): Sql {
  const line = ofMerchant(viewer, "v");
  switch (viewer.role) {
    case "ADMIN":
    case "MANAGER":
    case "ANALYST":
      return line;
    case "AGENT":
      return sql`${line} AND v.actor_kind = 'MEMBER' AND v.actor_id = ${viewer.memberId}`;
    case "PARTNER":
      return sql`${line} AND v.source_id = ANY(${viewer.sourceIds})`;
  }
}

/** One that the viewer sees in the ledger, or with its lead. */
export const findConversion = async (ctx: Context, id: string | null): Promise<Conversion | null> =>
  loadOrNull(conversionById(ctx), id);

const conversionById = oneEach<Conversion>(
  (conversion) => conversion.id,
  (ctx, em, ids) =>
    rows(
      em,
      sql`SELECT ${columns(em, Conversion, "v")} FROM lead_conversions v JOIN leads l ON l.id = v.lead_id
          WHERE v.id = ANY(${ids}) AND (${seesConversion(ctx.viewer)} OR ${withItsLead(ctx.viewer)})`,
    ),
);

// Of a lead that it sees, a partner sees not every win.
const withItsLead = (viewer: Viewer): Sql => (viewer.role === "PARTNER" ? raw("FALSE") : seesLead(viewer, "l"));

/** Days of the merchant, as in the insights, so that the list and the figures have the same rows. */
async function daysOf(ctx: Context, { from, to }: ConversionFilter): Promise<Sql[]> {
  if (!from && !to) return [];
  if (from && to && from > to) {
    throw badInput([
      { path: ["filter", "to"], rule: "range", message: `The range begins on ${from}, after its end on ${to}.` },
    ]);
  }
  const { timeZone } = await merchantSettings(ctx);
  const days: Sql[] = [];
  if (from) days.push(sql`v.converted_at >= ${clockOf(from, timeZone)(0)}`);
  if (to) days.push(sql`v.converted_at < ${clockOf(nextDay(to), timeZone)(0)}`);
  return days;
}

function conditionsOf({
  campaignId,
  actorId,
  isRepeat,
  includeVoided,
  includeTest,
  leadId,
  contactId,
}: ConversionFilter): Sql[] {
  const conditions: Sql[] = [];
  if (campaignId != null) conditions.push(sql`v.campaign_id = ${parseId(campaignId, ["filter", "campaignId"])}`);
  if (actorId != null) conditions.push(sql`v.actor_id = ${parseId(actorId, ["filter", "actorId"])}`);
  if (typeof isRepeat === "boolean") conditions.push(sql`v.is_repeat = ${isRepeat}`);
  if (!includeVoided) conditions.push(raw("v.voided_at IS NULL"));
  if (!includeTest) conditions.push(raw("NOT v.is_test"));
  // By way of its lifecycles, as in conversionsOfLead: they are indexed, and they follow a lead that was merged.
  if (leadId != null)
    conditions.push(
      sql`v.lifecycle_id IN (SELECT y.id FROM lifecycles y WHERE y.lead_id = ${parseId(leadId, ["filter", "leadId"])})`,
    );
  if (contactId != null) conditions.push(sql`v.contact_id = ${parseId(contactId, ["filter", "contactId"])}`);
  return conditions;
}

/** Of a lead that the viewer is known to see: all of them, void ones too; for a partner those of the lifecycles it sees. */
export async function conversionsOfLead(ctx: Context, { id }: Lead, args: PageArgs): Promise<Connection<Conversion>> {
  const page: Keyset<Conversion> = keyset(
    args,
    `${ctx.viewer.merchantId} conversions of ${id}`,
    newestFirst,
    (conversion) => conversion.id,
  );
  return toConnection(await conversionPages(ctx, page).load(id), args, page.cursorOf);
}

const conversionPages = pageEach<Conversion>(
  (
    ctx,
    em,
  ) => sql`SELECT ${columns(em, Conversion, "v")} FROM lifecycles y JOIN lead_conversions v ON v.lifecycle_id = y.id
    WHERE y.lead_id = owner.id AND ${seesLifecycle(ctx, "y")} AND ${ofMerchant(ctx.viewer, "v")}`,
);

/** The win that stands for a lifecycle; further sales in it are no second end of it. */
export async function findWinOf(ctx: Context, { id }: Lifecycle): Promise<Conversion | null> {
  const conversions = await conversionsOfLifecycle(ctx).load(id);
  return conversions.find(({ voidedAt, isAdditional }) => voidedAt === null && !isAdditional) ?? null;
}
