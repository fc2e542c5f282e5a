import { ofMerchant } from "../people/merchant-scope.js";
import type { Context } from "../platform/context.js";
import { type Keyset, keyset, type Order } from "../platform/keyset.js";
import { oneEach } from "../platform/loader.js";
import { type Connection, type PageArgs, toConnection } from "../platform/page.js";
import { pageEach } from "../platform/page-each.js";
import { columns, rows, sql } from "../platform/sql.js";
import { Conversation } from "./conversation.js";
import { Message } from "./message.js";

const newestFirst: Order = { column: "m.sent_at", property: "sentAt", idColumn: "m.id", direction: "DESC" };

/** Of conversations that the viewer is known to see, newest message first. */
export async function messagesOf(ctx: Context, { id }: Conversation, args: PageArgs): Promise<Connection<Message>> {
  const scope = `${ctx.viewer.merchantId} messages ${id}`;
  const page: Keyset<Message> = keyset(args, scope, newestFirst, (message) => message.id);
  return toConnection(await messagePages(ctx, page).load(id), args, page.cursorOf);
}

const messagePages = pageEach<Message>(
  (ctx, em) =>
    sql`SELECT ${columns(em, Message, "m")} FROM messages m WHERE m.conversation_id = owner.id AND ${ofMerchant(ctx.viewer, "m")}`,
);

/** For messages that the viewer is known to see. */
export const conversationById = oneEach<Conversation>(
  (conversation) => conversation.id,
  (ctx, em, ids) =>
    rows(
      em,
      sql`SELECT ${columns(em, Conversation, "c")} FROM conversations c WHERE c.id = ANY(${ids}) AND ${ofMerchant(ctx.viewer, "c")}`,
    ),
);
