import { createHash } from "node:crypto";
import { Contact } from "../contacts/contact.js";
import { oneEachOrSurvivor } from "../contacts/survivors.js";
import { Conversation } from "../conversations/conversation.js";
import { Conversion } from "../conversions/conversion.js";
import { FollowUp } from "../follow-ups/follow-up.js";
import { ofMerchant } from "../people/merchant-scope.js";
import { seesLead } from "../people/visibility.js";
import { canonicalJson } from "../platform/canonical-json.js";
import { cleanText } from "../platform/clean-text.js";
import type { Context } from "../platform/context.js";
import { ApiError } from "../platform/errors.js";
import { type Keyset, keyset, type Order } from "../platform/keyset.js";
import { manyEach, oneEach } from "../platform/loader.js";
import { type Connection, type PageArgs, toConnection } from "../platform/page.js";
import { parseId } from "../platform/scalars.js";
import { columns, join, rows, type Sql, sql } from "../platform/sql.js";
import type { LeadFilter, LeadOrder } from "./lead.filters.js";
import { Lead } from "./lead.js";
import { Lifecycle } from "./lifecycle.js";
import { Pipeline } from "./pipeline.js";

/** The lead as this viewer may see it, or null when there is none to be seen. */
export async function findLead(ctx: Context, id: string | null): Promise<Lead | null> {
  return id ? leadById(ctx).load(id) : null;
}

export async function getLead(ctx: Context, id: string): Promise<Lead> {
  const lead = await findLead(ctx, parseId(id, ["id"]));
  if (!lead) throw new ApiError("NOT_FOUND", "There is no lead with this id.");
  return lead;
}

const leadById = oneEachOrSurvivor<Lead>(
  "leads",
  (lead) => lead.id,
  (ctx, em, ids) =>
    rows(
      em,
      sql`SELECT ${columns(em, Lead, "l")} FROM leads l WHERE l.id = ANY(${ids}) AND ${seesLead(ctx.viewer, "l")}`,
    ),
);

const orders = {
  CREATED_AT_DESC: { column: "l.created_at", property: "createdAt", idColumn: "l.id", direction: "DESC" },
  CREATED_AT_ASC: { column: "l.created_at", property: "createdAt", idColumn: "l.id", direction: "ASC" },
  UPDATED_AT_DESC: { column: "l.updated_at", property: "updatedAt", idColumn: "l.id", direction: "DESC" },
  UPDATED_AT_ASC: { column: "l.updated_at", property: "updatedAt", idColumn: "l.id", direction: "ASC" },
} satisfies Record<LeadOrder, Order>;

export async function findLeads(
  ctx: Context,
  filter: LeadFilter,
  orderBy: LeadOrder,
  args: PageArgs,
): Promise<Connection<Lead>> {
  const page: Keyset<Lead> = keyset(
    args,
    listScope(ctx, `leads ${orderBy}`, filter),
    orders[orderBy],
    (lead) => lead.id,
  );
  const found = await ctx.db.read(ctx.viewer.merchantId, (em) =>
    rows<Lead>(
      em,
      sql`SELECT ${columns(em, Lead, "l")} FROM leads l
          WHERE ${join([seesLead(ctx.viewer, "l"), ...conditionsOf(filter), page.where], " AND ")} ${page.orderBy}`,
    ),
  );
  return toConnection(found, args, page.cursorOf);
}

/** A cursor is good for its own list only: this merchant's, in this order, under this filter. */
export function listScope(ctx: Context, list: string, filter: object): string {
  const digest = createHash("sha256").update(canonicalJson(filter)).digest("base64url").slice(0, 12);
  return `${ctx.viewer.merchantId} ${list} ${digest}`;
}

function conditionsOf(filter: LeadFilter): Sql[] {
  const conditions: Sql[] = [];
  if (filter.stage != null) conditions.push(sql`l.stage = ${cleanText(filter.stage)}`);
  if (filter.stageKind) conditions.push(sql`l.stage_kind = ${filter.stageKind}`);
  if (filter.ownerId != null) conditions.push(sql`l.owner_id = ${parseId(filter.ownerId, ["filter", "ownerId"])}`);
  if (filter.isAssigned === true) conditions.push(sql`l.owner_id IS NOT NULL`);
  if (filter.isAssigned === false) conditions.push(sql`l.owner_id IS NULL`);
  if (filter.contactId != null)
    conditions.push(sql`l.contact_id = ${parseId(filter.contactId, ["filter", "contactId"])}`);
  if (filter.pipelineId != null)
    conditions.push(sql`l.pipeline_id = ${parseId(filter.pipelineId, ["filter", "pipelineId"])}`);
  if (typeof filter.isTest === "boolean") conditions.push(sql`l.is_test = ${filter.isTest}`);
  if (filter.createdFrom) conditions.push(sql`l.created_at >= ${filter.createdFrom}`);
  if (filter.createdBefore) conditions.push(sql`l.created_at < ${filter.createdBefore}`);
  return conditions;
}

/** For leads that the viewer is known to see. */
export const contactOfLead = oneEach<Contact>(
  (contact) => contact.id,
  (ctx, em, ids) =>
    rows(
      em,
      sql`SELECT ${columns(em, Contact, "c")} FROM contacts c WHERE c.id = ANY(${ids}) AND ${ofMerchant(ctx.viewer, "c")}`,
    ),
);

export const pipelineById = oneEach<Pipeline>(
  (pipeline) => pipeline.id,
  (ctx, em, ids) =>
    rows(
      em,
      sql`SELECT ${columns(em, Pipeline, "p")} FROM pipelines p WHERE p.id = ANY(${ids}) AND ${ofMerchant(ctx.viewer, "p")}`,
    ),
);

export const lifecycleById = oneEach<Lifecycle>(
  (lifecycle) => lifecycle.id,
  (ctx, em, ids) =>
    rows(
      em,
      sql`SELECT ${columns(em, Lifecycle, "y")} FROM lifecycles y WHERE y.id = ANY(${ids}) AND ${seesLifecycle(ctx, "y")}`,
    ),
);

export const lifecyclesOfLead = manyEach<Lifecycle>(
  (lifecycle) => lifecycle.leadId,
  (ctx, em, ids) =>
    rows(
      em,
      sql`SELECT ${columns(em, Lifecycle, "y")} FROM lifecycles y WHERE y.lead_id = ANY(${ids}) AND ${seesLifecycle(ctx, "y")} ORDER BY y.number`,
    ),
);

/** Of a lead that it sees, a partner sees the passes that its own enquiries opened. */
export function seesLifecycle({ viewer }: Context, alias: "y"): Sql {
  const line = ofMerchant(viewer, alias);
  return viewer.role === "PARTNER" ? sql`${line} AND y.source_id = ANY(${viewer.sourceIds})` : line;
}

export const conversationsOfLead = manyEach<Conversation>(
  (conversation) => conversation.leadId,
  (ctx, em, ids) =>
    rows(
      em,
      sql`SELECT ${columns(em, Conversation, "c")} FROM conversations c WHERE c.lead_id = ANY(${ids}) AND ${ofMerchant(ctx.viewer, "c")} ORDER BY c.last_message_at DESC, c.id`,
    ),
);

export const openFollowUpsOfLead = manyEach<FollowUp>(
  (followUp) => followUp.leadId,
  (ctx, em, ids) =>
    rows(
      em,
      sql`SELECT ${columns(em, FollowUp, "f")} FROM follow_ups f WHERE f.lead_id = ANY(${ids}) AND f.status = 'OPEN' AND ${ofMerchant(ctx.viewer, "f")} ORDER BY f.due_at, f.id`,
    ),
);

export const conversionsOfLifecycle = manyEach<Conversion>(
  (conversion) => conversion.lifecycleId,
  (ctx, em, ids) =>
    rows(
      em,
      sql`SELECT ${columns(em, Conversion, "v")} FROM lead_conversions v WHERE v.lifecycle_id = ANY(${ids}) AND ${ofMerchant(ctx.viewer, "v")} ORDER BY v.recorded_at DESC, v.id DESC`,
    ),
);

export const findPipelines = (ctx: Context): Promise<Pipeline[]> =>
  ctx.db.read(ctx.viewer.merchantId, (em) =>
    rows(
      em,
      sql`SELECT ${columns(em, Pipeline, "p")} FROM pipelines p WHERE ${ofMerchant(ctx.viewer, "p")} ORDER BY p.created_at, p.id`,
    ),
  );
