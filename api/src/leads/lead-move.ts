import { cleanText } from "../platform/clean-text.js";
import { newId } from "../platform/new-id.js";
import { parseId, parseIdOrNull } from "../platform/scalars.js";
import { checkedValue } from "./checked-value.js";
import type { LeadWork } from "./command-lead.js";
import type { Command } from "./decide.js";
import { lockAssignable } from "./lock-member.js";
import type { LeadMoveInput } from "./move.inputs.js";

/** A move as it was asked for, in itself sound. */
export interface LeadMove {
  readonly leadId: string;
  readonly expectedVersion: number | null;
  readonly command: Command & { readonly kind: "MOVE" };
  readonly followUpNote: string | null;
}

/** The records that a move came to, by their ids. */
export interface MovedLead {
  readonly leadId: string;
  readonly conversionId: string | null;
  readonly voidedConversionId: string | null;
}

export function readMove(input: LeadMoveInput, path: readonly string[]): LeadMove {
  const { followUp } = input;
  const assigneeId = parseIdOrNull(followUp?.assigneeId, [...path, "followUp", "assigneeId"]);
  return {
    leadId: parseId(input.leadId, [...path, "leadId"]),
    expectedVersion: input.expectedVersion ?? null,
    command: {
      kind: "MOVE",
      toStage: input.toStage,
      reason: reasonOf(input.reason),
      cause: input.cause ?? null,
      followUp: followUp ? { followUpId: newId(), dueAt: followUp.dueAt, assigneeId } : null,
      value: checkedValue(input.value, [...path, "value"]),
    },
    followUpNote: followUp?.note ? cleanText(followUp.note) : null,
  };
}

/** The one way in which a person moves a lead. Two who press Won together get the same conversion. */
export async function makeMove({ em, acting, carryOut }: LeadWork, move: LeadMove): Promise<MovedLead> {
  const { leadId, command, followUpNote } = move;
  const { followUp } = command;
  if (followUp?.assigneeId) await lockAssignable(em, acting, followUp.assigneeId, ["followUp", "assigneeId"]);
  const followUpNotes = new Map(followUp && followUpNote ? [[followUp.followUpId, followUpNote]] : []);
  const { events, state } = await carryOut(command, { followUpNotes });
  const voided = events.find((e) => e.kind === "ConversionVoided");
  const isWon = state.stageKind === "WON" && command.toStage === state.stage;
  return {
    leadId,
    conversionId: isWon ? (state.conversions.find((c) => c.lifecycleId === state.lifecycle.id)?.id ?? null) : null,
    voidedConversionId: voided?.kind === "ConversionVoided" ? voided.conversionId : null,
  };
}

/** A reason of blanks is none. */
export const reasonOf = (reason: string | null | undefined): string | null => cleanText(reason ?? "").trim() || null;
