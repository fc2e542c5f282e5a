import { Arg, Args, Ctx, ID, Query, Resolver } from "type-graphql";
import { Conversation } from "../conversations/conversation.js";
import { ConversationConnection } from "../conversations/conversation-connection.js";
import { Allow } from "../platform/allow.js";
import type { Context } from "../platform/context.js";
import { type Connection, PageArgs } from "../platform/page.js";
import { ConversationFilter } from "./conversation.filters.js";
import { findConversations, getConversation } from "./find-conversations.js";

@Resolver()
export class ConversationResolver {
  @Allow("ADMIN", "MANAGER", "AGENT", "ANALYST")
  @Query(() => Conversation, {
    nullable: true,
    description: "The conversation. NOT_FOUND when there is none whose lead the caller may see.",
  })
  conversation(
    @Arg("id", () => ID, { description: "As in `Conversation.id`." }) id: string,
    @Ctx() ctx: Context,
  ): Promise<Conversation> {
    return getConversation(ctx, id);
  }

  @Allow("ADMIN", "MANAGER", "AGENT")
  @Query(() => ConversationConnection, {
    description: "The inbox: the conversations of the leads that the caller may see, newest activity first.",
  })
  conversations(
    @Args(() => PageArgs) page: PageArgs,
    @Arg("filter", () => ConversationFilter, { nullable: true, description: "Which ones; all of them when not given." })
    filter: ConversationFilter | null | undefined,
    @Ctx() ctx: Context,
  ): Promise<Connection<Conversation>> {
    return findConversations(ctx, filter ?? {}, page);
  }
}
