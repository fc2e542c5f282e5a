import { Ctx, FieldResolver, Resolver, Root } from "type-graphql";
import { Contact } from "../contacts/contact.js";
import { Conversation } from "../conversations/conversation.js";
import { Allow } from "../platform/allow.js";
import type { Context } from "../platform/context.js";
import { findContactOfLead } from "./find-contacts.js";
import { findLead } from "./find-leads.js";
import { Lead } from "./lead.js";

@Resolver(() => Conversation)
export class ConversationLead {
  @Allow("EVERYONE")
  @FieldResolver(() => Lead, { nullable: true, description: "Its lead; null when the viewer may no longer see it." })
  lead(@Root() { leadId }: Conversation, @Ctx() ctx: Context): Promise<Lead | null> {
    return findLead(ctx, leadId);
  }

  @Allow("EVERYONE")
  @FieldResolver(() => Contact, {
    nullable: true,
    description: "Who writes in it; null when the viewer may no longer see its lead.",
  })
  contact(@Root() { leadId }: Conversation, @Ctx() ctx: Context): Promise<Contact | null> {
    return findContactOfLead(ctx, leadId);
  }
}
