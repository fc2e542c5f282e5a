import { ofMerchant } from "../people/merchant-scope.js";
import type { Context } from "../platform/context.js";
import { ApiError } from "../platform/errors.js";
import { payload } from "../platform/payload.js";
import { parseId, parseIdOrNull } from "../platform/scalars.js";
import { firstRow, sql } from "../platform/sql.js";
import { commandLead } from "./command-lead.js";
import type { CloseConversationInput, MarkConversationReadInput } from "./lead.inputs.js";
import { CloseConversationPayload, MarkConversationReadPayload } from "./lead.payloads.js";
import { getConversation } from "./respond-to-lead.js";

/** Closed by hand: nothing is unread, nobody waits; the next word of the contact opens it again. */
export async function closeConversation(
  ctx: Context,
  input: CloseConversationInput,
): Promise<CloseConversationPayload> {
  const askedId = parseId(input.conversationId, ["input", "conversationId"]);
  const { id: conversationId, leadId } = await getConversation(ctx, askedId);
  const outcome = await commandLead(ctx, { operation: "closeConversation", leadId, input }, async ({ carryOut }) => {
    await carryOut({ kind: "CLOSE_CONVERSATION", conversationId });
    return { leadId, conversationId };
  });
  return payload(CloseConversationPayload, outcome);
}

/** Up to the last message that was seen, so that one that came meanwhile stays unread. */
export async function markConversationRead(
  ctx: Context,
  input: MarkConversationReadInput,
): Promise<MarkConversationReadPayload> {
  const askedId = parseId(input.conversationId, ["input", "conversationId"]);
  const upTo = parseIdOrNull(input.upToMessageId, ["input", "upToMessageId"]);
  const { id: conversationId, leadId } = await getConversation(ctx, askedId);
  const outcome = await commandLead(
    ctx,
    { operation: "markConversationRead", leadId, input },
    async ({ em, acting, carryOut }) => {
      const newer =
        upTo !== null &&
        (await firstRow<{ count: number }>(
          em,
          sql`SELECT count(newer.id) AS count FROM messages seen
            LEFT JOIN messages newer ON newer.conversation_id = seen.conversation_id AND newer.direction = 'INBOUND' AND newer.id > seen.id
            WHERE seen.id = ${upTo} AND seen.conversation_id = ${conversationId} AND ${ofMerchant(acting, "seen")} GROUP BY seen.id`,
        ));
      if (upTo && !newer) throw new ApiError("NOT_FOUND", "There is no message with this id in the conversation.");
      await carryOut({ kind: "MARK_READ", conversationId, unreadCount: newer ? newer.count : 0 });
      return { leadId, conversationId };
    },
  );
  return payload(MarkConversationReadPayload, outcome);
}
