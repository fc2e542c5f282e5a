import type { Conversion } from "../conversions/conversion.js";
import { cleanText } from "../platform/clean-text.js";
import type { Context } from "../platform/context.js";
import { ApiError, badInput } from "../platform/errors.js";
import { payload } from "../platform/payload.js";
import { parseId } from "../platform/scalars.js";
import { principalIdOf } from "../platform/viewer.js";
import { commandLead } from "./command-lead.js";
import { findConversion } from "./find-conversions.js";
import type { VoidConversionInput } from "./lead.inputs.js";
import { VoidConversionPayload } from "./lead.payloads.js";

/** Takes a mistaken win back, wherever the lead stands by now. Twice is the same as once. */
export async function voidConversion(ctx: Context, input: VoidConversionInput): Promise<VoidConversionPayload> {
  const conversionId = parseId(input.conversionId, ["input", "conversionId"]);
  const reason = cleanText(input.reason).trim();
  if (!reason)
    throw badInput([{ path: ["input", "reason"], rule: "required", message: "Say why the win was a mistake." }]);
  const conversion = await getConversion(ctx, conversionId);
  const { leadId, actorId } = conversion;
  const request = { operation: "voidConversion", leadId, input, reachesUnseen: actorId === principalIdOf(ctx.viewer) };
  const outcome = await commandLead(ctx, request, async ({ carryOut }) => {
    await carryOut({ kind: "VOID_CONVERSION", conversionId, reason, toStage: input.toStage ?? null });
    return { leadId, voidedConversionId: conversionId };
  });
  return payload(VoidConversionPayload, outcome);
}

export async function getConversion(ctx: Context, id: string): Promise<Conversion> {
  const conversion = await findConversion(ctx, id);
  if (!conversion) throw new ApiError("NOT_FOUND", "There is no conversion with this id.");
  return conversion;
}
