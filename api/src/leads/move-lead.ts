import type { Context } from "../platform/context.js";
import { payload } from "../platform/payload.js";
import { commandLead } from "./command-lead.js";
import { MoveLeadPayload } from "./lead.payloads.js";
import { makeMove, readMove } from "./lead-move.js";
import type { MoveLeadInput } from "./move.inputs.js";

/** A person moves a lead to another stage. */
export async function moveLead(ctx: Context, input: MoveLeadInput): Promise<MoveLeadPayload> {
  const move = readMove(input, ["input"]);
  const { leadId } = move;
  const outcome = await commandLead(ctx, { operation: "moveLead", leadId, input }, (work) => makeMove(work, move));
  return payload(MoveLeadPayload, outcome);
}
