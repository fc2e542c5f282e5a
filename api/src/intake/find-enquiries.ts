import { ofMerchant } from "../people/merchant-scope.js";
import { seesLead } from "../people/visibility.js";
import { cleanText } from "../platform/clean-text.js";
import type { Context } from "../platform/context.js";
import { ApiError } from "../platform/errors.js";
import { manyEach, oneEach } from "../platform/loader.js";
import { columns, firstRow, rows, type Sql, sql } from "../platform/sql.js";
import { Enquiry, type EnquiryOutcomeName } from "./enquiry.js";
import { EnquiryCorrection } from "./enquiry-correction.js";
import { EnquiryOutcome } from "./enquiry-outcome.js";
import { IntakeSource } from "./intake-source.js";

export async function findEnquiryByReceipt(ctx: Context, receiptNumber: string): Promise<Enquiry> {
  const found = await ctx.db.read(ctx.viewer.merchantId, (em) =>
    firstRow<Enquiry>(
      em,
      sql`SELECT ${columns(em, Enquiry, "e")} FROM enquiries e WHERE e.receipt_number = ${cleanText(receiptNumber).trim()} AND ${seesEnquiry(ctx, "e")}`,
    ),
  );
  if (!found) throw notFound();
  return found;
}

export async function getEnquiry(ctx: Context, id: string): Promise<Enquiry> {
  const enquiry = await enquiryById(ctx).load(id);
  if (!enquiry) throw notFound();
  return enquiry;
}

const notFound = (): ApiError => new ApiError("NOT_FOUND", "There is no enquiry with this receipt number or id.");

/** A partner sees what came through its own sources; an agent what belongs to a lead they see, or to none yet. */
export function seesEnquiry({ viewer }: Pick<Context, "viewer">, alias: "e"): Sql {
  const line = ofMerchant(viewer, alias);
  if (viewer.role === "PARTNER") return sql`${line} AND e.source_id = ANY(${viewer.sourceIds})`;
  if (viewer.role !== "AGENT" || viewer.seesAllLeads) return line;
  return sql`${line} AND NOT EXISTS (SELECT 1 FROM enquiry_outcomes o JOIN leads l ON l.id = o.lead_id AND l.merged_into_id IS NULL WHERE o.enquiry_id = e.id AND NOT (${seesLead(viewer, "l")}))`;
}

/** What the caller has just sent, and so knows, also where it reached a lead that they do not see. */
export async function getReceipt(ctx: Context, id: string): Promise<Enquiry> {
  const enquiry = await receiptById(ctx).load(id);
  if (!enquiry) throw new Error(`The receipt ${id} was just written`);
  return enquiry;
}

const receiptById = oneEach<Enquiry>(
  (enquiry) => enquiry.id,
  (ctx, em, ids) =>
    rows(
      em,
      sql`SELECT ${columns(em, Enquiry, "e")} FROM enquiries e WHERE e.id = ANY(${ids}) AND ${ofMerchant(ctx.viewer, "e")}`,
    ),
);

const enquiryById = oneEach<Enquiry>(
  (enquiry) => enquiry.id,
  (ctx, em, ids) =>
    rows(
      em,
      sql`SELECT ${columns(em, Enquiry, "e")} FROM enquiries e WHERE e.id = ANY(${ids}) AND ${seesEnquiry(ctx, "e")}`,
    ),
);

export const findEnquiry = async (ctx: Context, id: string | null): Promise<Enquiry | null> =>
  id ? enquiryById(ctx).load(id) : null;

export const latestOutcome = oneEach<EnquiryOutcome>(
  (outcome) => outcome.enquiryId,
  (ctx, em, ids) =>
    rows(
      em,
      sql`SELECT DISTINCT ON (o.enquiry_id) ${columns(em, EnquiryOutcome, "o")} FROM enquiry_outcomes o
          WHERE o.enquiry_id = ANY(${ids}) AND ${ofMerchant(ctx.viewer, "o")} ORDER BY o.enquiry_id, o.number DESC`,
    ),
);

export async function getOutcome(ctx: Context, enquiryId: string): Promise<EnquiryOutcomeName> {
  const outcome = await latestOutcome(ctx).load(enquiryId);
  if (!outcome) throw new Error(`Enquiry ${enquiryId} has no outcome`);
  return outcome.outcome;
}

export const correctionsOf = manyEach<EnquiryCorrection>(
  (correction) => correction.enquiryId,
  (ctx, em, ids) =>
    rows(
      em,
      sql`SELECT ${columns(em, EnquiryCorrection, "c")} FROM enquiry_corrections c JOIN enquiries e ON e.id = c.enquiry_id
          WHERE c.enquiry_id = ANY(${ids}) AND ${ofMerchant(ctx.viewer, "c")} AND ${seesEnquiry(ctx, "e")} ORDER BY c.created_at, c.id`,
    ),
);

export async function findCorrection(ctx: Context, enquiryId: string, id: string): Promise<EnquiryCorrection | null> {
  const corrections = await correctionsOf(ctx).load(enquiryId);
  return corrections.find((correction) => correction.id === id) ?? null;
}

export const sourceById = oneEach<IntakeSource>(
  (source) => source.id,
  (ctx, em, ids) =>
    rows(
      em,
      sql`SELECT ${columns(em, IntakeSource, "s")} FROM intake_sources s WHERE s.id = ANY(${ids}) AND ${ofMerchant(ctx.viewer, "s")}`,
    ),
);

interface EnquiryOfLead extends Enquiry {
  leadId: string;
}

/** Oldest first. What a partner's other sources sent is not in the partner's list. */
export const enquiriesOfLead = manyEach<EnquiryOfLead>(
  (enquiry) => enquiry.leadId,
  (ctx, em, leadIds) =>
    rows(
      em,
      sql`SELECT ${columns(em, Enquiry, "e")}, o.lead_id AS "leadId" FROM enquiry_outcomes o JOIN enquiries e ON e.id = o.enquiry_id
          WHERE o.lead_id = ANY(${leadIds}) AND o.outcome = 'ACCEPTED' AND ${seesEnquiry(ctx, "e")} ORDER BY e.received_at, e.id`,
    ),
);

export function findSources(ctx: Context): Promise<IntakeSource[]> {
  const { viewer } = ctx;
  const own = viewer.kind === "API_KEY" ? sql`AND s.id = ANY(${viewer.sourceIds})` : sql``;
  return ctx.db.read(viewer.merchantId, (em) =>
    rows<IntakeSource>(
      em,
      sql`SELECT ${columns(em, IntakeSource, "s")} FROM intake_sources s WHERE ${ofMerchant(viewer, "s")} ${own} ORDER BY s.created_at, s.id`,
    ),
  );
}
