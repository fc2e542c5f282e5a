import { cleanText } from "../platform/clean-text.js";
import type { Context } from "../platform/context.js";
import { newId } from "../platform/new-id.js";
import { payload } from "../platform/payload.js";
import { parseId, parseIdOrNull } from "../platform/scalars.js";
import { checkedValue } from "./checked-value.js";
import { commandLead } from "./command-lead.js";
import type { MoveLeadInput } from "./lead.inputs.js";
import { MoveLeadPayload } from "./lead.payloads.js";
import { lockAssignable } from "./lock-member.js";

/** A person moves a lead to another stage. Two who press Won together get the same conversion. */
export async function moveLead(ctx: Context, input: MoveLeadInput): Promise<MoveLeadPayload> {
  const leadId = parseId(input.leadId, ["input", "leadId"]);
  const assigneeId = parseIdOrNull(input.followUp?.assigneeId, ["input", "followUp", "assigneeId"]);
  const outcome = await commandLead(ctx, { operation: "moveLead", leadId, input }, async ({ em, acting, carryOut }) => {
    if (assigneeId) await lockAssignable(em, acting, assigneeId, ["followUp", "assigneeId"]);
    const followUp = input.followUp ?? null;
    const followUpId = newId();
    const notes = followUp?.note ? new Map([[followUpId, cleanText(followUp.note)]]) : new Map<string, string>();
    const { events, state } = await carryOut(
      {
        kind: "MOVE",
        toStage: input.toStage,
        reason: reasonOf(input.reason),
        cause: input.cause ?? null,
        followUp: followUp && { followUpId, dueAt: followUp.dueAt, assigneeId },
        value: checkedValue(input.value),
      },
      { followUpNotes: notes },
    );
    const voided = events.find((e) => e.kind === "ConversionVoided");
    const isWon = state.stageKind === "WON" && input.toStage === state.stage;
    return {
      leadId,
      conversionId: isWon ? (state.conversions.find((c) => c.lifecycleId === state.lifecycle.id)?.id ?? null) : null,
      voidedConversionId: voided?.kind === "ConversionVoided" ? voided.conversionId : null,
    };
  });
  return payload(MoveLeadPayload, outcome);
}

/** A reason of blanks is none. */
export const reasonOf = (reason: string | null | undefined): string | null => cleanText(reason ?? "").trim() || null;
