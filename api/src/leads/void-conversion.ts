import { ofMerchant } from "../people/merchant-scope.js";
import { mayWorkOn } from "../people/visibility.js";
import { cleanText } from "../platform/clean-text.js";
import type { Context } from "../platform/context.js";
import { ApiError, badInput } from "../platform/errors.js";
import { payload } from "../platform/payload.js";
import { parseId } from "../platform/scalars.js";
import { firstRow, sql } from "../platform/sql.js";
import { commandLead } from "./command-lead.js";
import type { VoidConversionInput } from "./lead.inputs.js";
import { VoidConversionPayload } from "./lead.payloads.js";

/** Takes a mistaken win back, wherever the lead stands by now. Twice is the same as once. */
export async function voidConversion(ctx: Context, input: VoidConversionInput): Promise<VoidConversionPayload> {
  const conversionId = parseId(input.conversionId, ["input", "conversionId"]);
  const reason = cleanText(input.reason).trim();
  if (!reason)
    throw badInput([{ path: ["input", "reason"], rule: "required", message: "Say why the win was a mistake." }]);
  const conversion = await getConversion(ctx, conversionId);
  const request = { operation: "voidConversion", leadId: conversion.leadId, input };
  const outcome = await commandLead(ctx, request, async ({ acting, loaded, carryOut }) => {
    const { viewer } = acting;
    const isOwn = viewer?.kind === "MEMBER" && conversion.actorId === viewer.memberId;
    if (viewer?.kind === "MEMBER" && !isOwn && !mayWorkOn(viewer, loaded.lead.ownerId)) throw notFound();
    await carryOut({ kind: "VOID_CONVERSION", conversionId, reason, toStage: input.toStage ?? null });
    return { leadId: conversion.leadId, voidedConversionId: conversionId };
  });
  return payload(VoidConversionPayload, outcome);
}

export async function getConversion(ctx: Context, id: string): Promise<{ leadId: string; actorId: string | null }> {
  const found = await ctx.db.read(ctx.viewer.merchantId, (em) =>
    firstRow<{ leadId: string; actorId: string | null }>(
      em,
      sql`SELECT v.lead_id AS "leadId", v.actor_id AS "actorId" FROM lead_conversions v WHERE v.id = ${id} AND ${ofMerchant(ctx.viewer, "v")}`,
    ),
  );
  if (!found) throw notFound();
  return found;
}

const notFound = (): ApiError => new ApiError("NOT_FOUND", "There is no conversion with this id.");
