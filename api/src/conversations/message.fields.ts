import { Ctx, FieldResolver, Resolver, Root } from "type-graphql";
import { Campaign } from "../campaigns/campaign.js";
import { campaignById } from "../campaigns/find-campaigns.js";
import { memberById } from "../people/find-members.js";
import { Member } from "../people/member.js";
import { Allow } from "../platform/allow.js";
import type { Context } from "../platform/context.js";
import { loadOrNull } from "../platform/loader.js";
import { Conversation } from "./conversation.js";
import { conversationById } from "./find-messages.js";
import { Message } from "./message.js";

@Resolver(() => Message)
export class MessageFields {
  @Allow("ADMIN", "MANAGER", "AGENT")
  @FieldResolver(() => Member, {
    nullable: true,
    description:
      "The colleague who wrote it; null for others, and for a colleague who answered from a telephone that no account stands for.",
  })
  member(@Root() { memberId }: Message, @Ctx() ctx: Context): Promise<Member | null> {
    return loadOrNull(memberById(ctx), memberId);
  }

  @Allow("ADMIN", "MANAGER", "AGENT", "ANALYST")
  @FieldResolver(() => Campaign, {
    nullable: true,
    description: "The campaign that it carried, such as by a quick-reply button.",
  })
  campaign(@Root() { campaignId }: Message, @Ctx() ctx: Context): Promise<Campaign | null> {
    return loadOrNull(campaignById(ctx), campaignId);
  }

  @Allow("ADMIN", "MANAGER", "AGENT", "ANALYST")
  @FieldResolver(() => Conversation, { nullable: true, description: "The conversation in which it stands." })
  conversation(@Root() { conversationId }: Message, @Ctx() ctx: Context): Promise<Conversation | null> {
    return conversationById(ctx).load(conversationId);
  }
}
