import { Args, Ctx, FieldResolver, Resolver, Root } from "type-graphql";
import { Allow } from "../platform/allow.js";
import type { Context } from "../platform/context.js";
import { type Connection, PageArgs } from "../platform/page.js";
import { DateTime } from "../platform/scalars.js";
import { Conversation } from "./conversation.js";
import { messagesOf } from "./find-messages.js";
import type { Message } from "./message.js";
import { MessageConnection } from "./message-connection.js";
import { replyWindowEnd } from "./reply-window.js";

@Resolver(() => Conversation)
export class ConversationFields {
  @Allow("EVERYONE")
  @FieldResolver(() => MessageConnection, {
    description: "Its messages, newest first by the time at which they were sent.",
  })
  messages(
    @Root() conversation: Conversation,
    @Ctx() ctx: Context,
    @Args(() => PageArgs) page: PageArgs,
  ): Promise<Connection<Message>> {
    return messagesOf(ctx, conversation, page);
  }

  @Allow("EVERYONE")
  @FieldResolver(() => DateTime, {
    nullable: true,
    description:
      "Until when the channel lets the merchant write freely (UTC): on WhatsApp 24 hours after the contact's latest message, also when that is past; null where there is no such end.",
  })
  replyWindowClosesAt(@Root() conversation: Conversation): Date | null {
    return replyWindowEnd(conversation);
  }
}
