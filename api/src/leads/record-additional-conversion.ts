import type { Context } from "../platform/context.js";
import { payload } from "../platform/payload.js";
import { parseId } from "../platform/scalars.js";
import { checkedValue } from "./checked-value.js";
import { commandLead } from "./command-lead.js";
import type { RecordAdditionalConversionInput } from "./lead.inputs.js";
import { RecordAdditionalConversionPayload } from "./lead.payloads.js";

/** A second sale while the lead stays in won. The key is required: without one a repeated request would be a third. */
export async function recordAdditionalConversion(
  ctx: Context,
  input: RecordAdditionalConversionInput,
): Promise<RecordAdditionalConversionPayload> {
  const leadId = parseId(input.leadId, ["input", "leadId"]);
  const value = checkedValue(input.value, ["input", "value"]);
  const request = { operation: "recordAdditionalConversion", leadId, input };
  const outcome = await commandLead(ctx, request, async ({ carryOut }) => {
    const { state } = await carryOut({ kind: "RECORD_ADDITIONAL_CONVERSION", value });
    return { leadId, conversionId: state.conversions.at(-1)?.id ?? null };
  });
  return payload(RecordAdditionalConversionPayload, outcome);
}
