import { cleanText } from "../platform/clean-text.js";
import type { Context } from "../platform/context.js";
import { badInput } from "../platform/errors.js";
import { newId } from "../platform/new-id.js";
import { payload } from "../platform/payload.js";
import { parseId } from "../platform/scalars.js";
import { commandLead } from "./command-lead.js";
import type { ReverseConversionInput } from "./lead.inputs.js";
import { ReverseConversionPayload } from "./lead.payloads.js";
import { getConversion } from "./void-conversion.js";

/** A refund or cancellation after the window, once for a win: figures give it on its own day, and the win on the day of the win. */
export async function reverseConversion(
  ctx: Context,
  input: ReverseConversionInput,
): Promise<ReverseConversionPayload> {
  const conversionId = parseId(input.conversionId, ["input", "conversionId"]);
  const reason = cleanText(input.reason).trim();
  if (!reason)
    throw badInput([{ path: ["input", "reason"], rule: "required", message: "Say why the win is reversed." }]);
  const { leadId } = await getConversion(ctx, conversionId);
  const outcome = await commandLead(ctx, { operation: "reverseConversion", leadId, input }, async ({ carryOut }) => {
    await carryOut({ kind: "REVERSE_CONVERSION", conversionId, reversalId: newId(), reason });
    return { leadId, conversionId };
  });
  return payload(ReverseConversionPayload, outcome);
}
