import type { Context } from "../platform/context.js";
import { ApiError } from "../platform/errors.js";
import { payload } from "../platform/payload.js";
import { parseId, parseIdOrNull } from "../platform/scalars.js";
import { principalIdOf } from "../platform/viewer.js";
import { commandLead } from "./command-lead.js";
import type { AssignLeadInput } from "./lead.inputs.js";
import { AssignLeadPayload } from "./lead.payloads.js";
import { reasonOf } from "./lead-move.js";
import { lockAssignable } from "./lock-member.js";

/** Makes a member responsible, or nobody. Of two agents who claim at once one wins and the other is told. */
export async function assignLead(ctx: Context, input: AssignLeadInput): Promise<AssignLeadPayload> {
  const leadId = parseId(input.leadId, ["input", "leadId"]);
  const memberId = parseIdOrNull(input.memberId, ["input", "memberId"]);
  const outcome = await commandLead(
    ctx,
    { operation: "assignLead", leadId, input, reachesUnseen: memberId === principalIdOf(ctx.viewer) },
    async ({ em, acting, carryOut }) => {
      if (memberId) await lockAssignable(em, acting, memberId, ["memberId"]);
      await carryOut({ kind: "ASSIGN", memberId, reason: reasonOf(input.reason) }).catch(withLead(leadId));
      return { leadId };
    },
  );
  return payload(AssignLeadPayload, outcome);
}

/** A refusal that shows the lead has to name it. */
const withLead =
  (leadId: string) =>
  (error: unknown): never => {
    if (error instanceof ApiError || !(error instanceof Error)) throw error;
    if ("details" in error && typeof error.details === "object") Object.assign(error.details ?? {}, { leadId });
    throw error;
  };
