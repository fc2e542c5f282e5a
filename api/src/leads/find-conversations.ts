import { Conversation } from "../conversations/conversation.js";
import { ofMerchant } from "../people/merchant-scope.js";
import { seesLead } from "../people/visibility.js";
import type { Context } from "../platform/context.js";
import { ApiError } from "../platform/errors.js";
import { type Keyset, keyset, type Order } from "../platform/keyset.js";
import { type Connection, type PageArgs, toConnection } from "../platform/page.js";
import { parseId } from "../platform/scalars.js";
import { columns, join, raw, rows, type Sql, sql } from "../platform/sql.js";
import type { ConversationFilter } from "./conversation.filters.js";
import { listScope } from "./find-leads.js";
import { findRecord } from "./find-records.js";

export async function getConversation(ctx: Context, id: string): Promise<Conversation> {
  const conversation = await findRecord(ctx, Conversation, parseId(id, ["id"]));
  if (!conversation) throw new ApiError("NOT_FOUND", "There is no conversation with this id.");
  return conversation;
}

const newestActivityFirst: Order = {
  column: "c.last_message_at",
  property: "lastMessageAt",
  idColumn: "c.id",
  direction: "DESC",
};

/** Threads of hidden leads are hidden, also those of a contact who is seen by another lead. */
export async function findConversations(
  ctx: Context,
  filter: ConversationFilter,
  args: PageArgs,
): Promise<Connection<Conversation>> {
  const page: Keyset<Conversation> = keyset(
    args,
    listScope(ctx, "conversations", filter),
    newestActivityFirst,
    (conversation) => conversation.id,
  );
  const spaces = typeof filter.isTest === "boolean" ? [filter.isTest] : [false, true];
  const conditions = [
    ofMerchant(ctx.viewer, "c"),
    sql`c.is_test = space.is_test`,
    seesLead(ctx.viewer, "l"),
    ...conditionsOf(filter),
    page.where,
  ];
  const found = await ctx.db.read(ctx.viewer.merchantId, (em) =>
    rows<Conversation>(
      em,
      // Each space is read along the index, which begins with it; then the newest of both are the page.
      sql`SELECT c.* FROM unnest(${spaces}::boolean[]) AS space(is_test) CROSS JOIN LATERAL (
            SELECT ${columns(em, Conversation, "c")} FROM conversations c JOIN leads l ON l.id = c.lead_id
            WHERE ${join(conditions, " AND ")} ${page.orderBy}
          ) c ORDER BY c."lastMessageAt" DESC, c.id DESC LIMIT ${args.first + 1}`,
    ),
  );
  return toConnection(found, args, page.cursorOf);
}

function conditionsOf({ channel, isOpen, isUnread, ownerId }: ConversationFilter): Sql[] {
  const conditions: Sql[] = [];
  if (channel) conditions.push(sql`c.channel = ${channel}`);
  if (isOpen === true) conditions.push(raw("c.closed_at IS NULL"));
  if (isOpen === false) conditions.push(raw("c.closed_at IS NOT NULL"));
  if (isUnread === true) conditions.push(raw("c.unread_count > 0"));
  if (isUnread === false) conditions.push(raw("c.unread_count = 0"));
  if (ownerId != null) conditions.push(sql`l.owner_id = ${parseId(ownerId, ["filter", "ownerId"])}`);
  return conditions;
}
