import type { EntityManager } from "typeorm";
import { isOptOut } from "../contacts/opt-out.js";
import { lockActor } from "../people/lock-actor.js";
import { ofMerchant } from "../people/merchant-scope.js";
import { cleanJson, cleanText } from "../platform/clean-text.js";
import { assertKey } from "../platform/command.js";
import type { Context } from "../platform/context.js";
import { ApiError, badInput } from "../platform/errors.js";
import { forgetReads } from "../platform/loader.js";
import { isId } from "../platform/scalars.js";
import { columns, firstRow, join, type Sql, sql } from "../platform/sql.js";
import type { Viewer } from "../platform/viewer.js";
import type { SubmitEnquiryInput } from "./enquiry.inputs.js";
import { SubmitEnquiryPayload } from "./enquiry.payloads.js";
import { IntakeSource } from "./intake-source.js";
import { receiveEnquiry } from "./receive-enquiry.js";

/** What a visitor sent becomes a receipt, whatever is in it, and mostly a lead. */
export async function submitEnquiry(ctx: Context, input: SubmitEnquiryInput): Promise<SubmitEnquiryPayload> {
  const { idempotencyKey } = input;
  assertKey(idempotencyKey);
  const received = await ctx.db.inTransaction(ctx.viewer.merchantId, async (em) => {
    const acting = await lockActor(em, ctx.viewer);
    const source = await sourceFor(em, acting.viewer ?? ctx.viewer, input.sourceKey ?? null);
    return receiveEnquiry(em, acting, {
      source,
      isTest: source.isTest || input.isTest === true,
      idempotencyKey,
      channel: input.channel,
      contact: {
        name: input.contact.name ?? null,
        email: input.contact.email ?? null,
        phone: input.contact.phone ?? null,
      },
      message: input.message ?? null,
      serviceInterest: input.serviceInterest ?? null,
      sourcePage: input.sourcePage ?? null,
      submittedAt: input.submittedAt ?? null,
      fields: cleanJson(input.fields ?? {}),
      campaignId: idOrNull(input.campaignId),
      isOptOut: isOptOut(input.message),
      raw: Buffer.from(JSON.stringify(input)),
      holdBecause: null,
    });
  });
  forgetReads(ctx);
  return Object.assign(new SubmitEnquiryPayload(), received, { userErrors: [] });
}

const idOrNull = (text: string | null | undefined): string | null => (text && isId(text) ? text : null);

/** A partner's key is bound to its sources; everybody else may name any of the merchant's. */
async function sourceFor(em: EntityManager, viewer: Viewer, key: string | null): Promise<IntakeSource> {
  const allowed: Sql[] = [ofMerchant(viewer, "s")];
  if (viewer.kind === "API_KEY") allowed.push(sql`s.id = ANY(${viewer.sourceIds})`);
  if (key === null && viewer.kind === "API_KEY" && viewer.sourceIds.length > 1) {
    throw badInput([
      {
        path: ["input", "sourceKey"],
        rule: "required",
        message: "Your key has several sources; say with sourceKey which one.",
      },
    ]);
  }
  if (key !== null) allowed.push(sql`s.key = ${cleanText(key)}`);
  const source = await firstRow<IntakeSource>(
    em,
    sql`SELECT ${columns(em, IntakeSource, "s")} FROM intake_sources s WHERE ${join(allowed, " AND ")} ORDER BY s.created_at, s.id LIMIT 1`,
  );
  if (!source) throw new ApiError("NOT_FOUND", "There is no such intake source.");
  return source;
}
