import { Delivery } from "../deliveries/delivery.js";
import { DeliveryAttempt } from "../deliveries/delivery-attempt.js";
import { listScope } from "../leads/find-leads.js";
import type { Lead } from "../leads/lead.js";
import { ofMerchant } from "../people/merchant-scope.js";
import { seesLead } from "../people/visibility.js";
import type { Context } from "../platform/context.js";
import { type Keyset, keyset, type Order } from "../platform/keyset.js";
import { manyEach, manyEachWith } from "../platform/loader.js";
import { type Connection, connectionOf, type PageArgs, toConnection } from "../platform/page.js";
import { parseId } from "../platform/scalars.js";
import { columns, join, rows, type Sql, sql } from "../platform/sql.js";
import type { DeliveryFilter } from "./delivery.filters.js";

export const DeliveryConnection = connectionOf("Delivery", () => Delivery).Connection;

/** Newest first: what the viewer may see of its lead decides what it may see of a delivery. */
export async function findDeliveries(
  ctx: Context,
  filter: DeliveryFilter,
  args: PageArgs,
): Promise<Connection<Delivery>> {
  const page = pageOf(ctx, "deliveries", filter, args);
  const found = await ctx.db.read(ctx.viewer.merchantId, (em) =>
    rows<Delivery>(
      em,
      sql`SELECT ${columns(em, Delivery, "d")} FROM deliveries d JOIN leads l ON l.id = d.lead_id
          WHERE ${join([ofMerchant(ctx.viewer, "d"), seesLead(ctx.viewer, "l"), ...conditionsOf(filter), page.where], " AND ")} ${page.orderBy}`,
    ),
  );
  return toConnection(found, args, page.cursorOf);
}

/** For a lead that the viewer is known to see. */
export async function findDeliveriesOfLead(ctx: Context, lead: Lead, args: PageArgs): Promise<Connection<Delivery>> {
  const found = await deliveriesOfLead(ctx, args).load(lead.id);
  return toConnection(found, args, pageOf(ctx, listOfLead, {}, args).cursorOf);
}

export const attemptsOfDelivery = manyEach<DeliveryAttempt>(
  (attempt) => attempt.deliveryId,
  (ctx, em, ids) =>
    rows(
      em,
      sql`SELECT ${columns(em, DeliveryAttempt, "a")} FROM delivery_attempts a
          WHERE a.delivery_id = ANY(${ids}) AND ${ofMerchant(ctx.viewer, "a")} ORDER BY a.delivery_id, a.number`,
    ),
);

const newestFirst: Order = { column: "d.created_at", property: "createdAt", idColumn: "d.id", direction: "DESC" };

const pageOf = (ctx: Context, list: string, filter: object, args: PageArgs): Keyset<Delivery> =>
  keyset<Delivery>(args, listScope(ctx, list, filter), newestFirst, (delivery) => delivery.id);

const listOfLead = "deliveries of a lead";

const deliveriesOfLead = manyEachWith<PageArgs, Delivery>(
  (delivery) => delivery.leadId,
  (ctx, em, leadIds, args) => {
    const page = pageOf(ctx, listOfLead, {}, args);
    return rows(
      em,
      sql`SELECT x.* FROM unnest(${leadIds}::uuid[]) AS wanted(id) CROSS JOIN LATERAL (
            SELECT ${columns(em, Delivery, "d")} FROM deliveries d
            WHERE d.lead_id = wanted.id AND ${ofMerchant(ctx.viewer, "d")} AND ${page.where} ${page.orderBy}) x`,
    );
  },
);

function conditionsOf(filter: DeliveryFilter): Sql[] {
  const conditions: Sql[] = [];
  if (filter.status) conditions.push(sql`d.status = ${filter.status}`);
  if (filter.purpose) conditions.push(sql`d.purpose = ${filter.purpose}`);
  if (filter.leadId != null) conditions.push(sql`d.lead_id = ${parseId(filter.leadId, ["filter", "leadId"])}`);
  return conditions;
}
