import { FollowUp } from "../follow-ups/follow-up.js";
import { cleanText } from "../platform/clean-text.js";
import type { Context } from "../platform/context.js";
import { ApiError } from "../platform/errors.js";
import { newId } from "../platform/new-id.js";
import { payload } from "../platform/payload.js";
import { parseId, parseIdOrNull } from "../platform/scalars.js";
import { commandLead } from "./command-lead.js";
import { findRecord } from "./find-records.js";
import type { CompleteFollowUpInput, RescheduleFollowUpInput, ScheduleFollowUpInput } from "./lead.inputs.js";
import { CompleteFollowUpPayload, RescheduleFollowUpPayload, ScheduleFollowUpPayload } from "./lead.payloads.js";
import { lockAssignable } from "./lock-member.js";

export async function scheduleFollowUp(ctx: Context, input: ScheduleFollowUpInput): Promise<ScheduleFollowUpPayload> {
  const leadId = parseId(input.leadId, ["input", "leadId"]);
  const assigneeId = parseIdOrNull(input.assigneeId, ["input", "assigneeId"]);
  const outcome = await commandLead(
    ctx,
    { operation: "scheduleFollowUp", leadId, input },
    async ({ em, acting, carryOut }) => {
      if (assigneeId) await lockAssignable(em, acting, assigneeId, ["assigneeId"]);
      const followUpId = newId();
      const followUpNotes = new Map(input.note?.trim() ? [[followUpId, cleanText(input.note)]] : []);
      await carryOut({ kind: "SCHEDULE_FOLLOW_UP", followUpId, dueAt: input.dueAt, assigneeId }, { followUpNotes });
      return { leadId, followUpId };
    },
  );
  return payload(ScheduleFollowUpPayload, outcome);
}

export async function rescheduleFollowUp(
  ctx: Context,
  input: RescheduleFollowUpInput,
): Promise<RescheduleFollowUpPayload> {
  const followUpId = parseId(input.followUpId, ["input", "followUpId"]);
  const leadId = await leadOfFollowUp(ctx, followUpId);
  const outcome = await commandLead(ctx, { operation: "rescheduleFollowUp", leadId, input }, async ({ carryOut }) => {
    await carryOut({ kind: "RESCHEDULE_FOLLOW_UP", followUpId, dueAt: input.dueAt });
    return { leadId, followUpId };
  });
  return payload(RescheduleFollowUpPayload, outcome);
}

export async function completeFollowUp(ctx: Context, input: CompleteFollowUpInput): Promise<CompleteFollowUpPayload> {
  const followUpId = parseId(input.followUpId, ["input", "followUpId"]);
  const leadId = await leadOfFollowUp(ctx, followUpId);
  const outcome = await commandLead(ctx, { operation: "completeFollowUp", leadId, input }, async ({ carryOut }) => {
    await carryOut({ kind: "COMPLETE_FOLLOW_UP", followUpId });
    return { leadId, followUpId };
  });
  return payload(CompleteFollowUpPayload, outcome);
}

async function leadOfFollowUp(ctx: Context, followUpId: string): Promise<string> {
  const followUp = await findRecord(ctx, FollowUp, followUpId);
  if (!followUp) throw new ApiError("NOT_FOUND", "There is no follow-up with this id.");
  return followUp.leadId;
}
