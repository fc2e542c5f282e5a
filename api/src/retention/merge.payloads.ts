import { Ctx, Field, ObjectType } from "type-graphql";
import { Contact } from "../contacts/contact.js";
import { contactById } from "../leads/find-contacts.js";
import { Allow } from "../platform/allow.js";
import type { Context } from "../platform/context.js";
import { loadOrNull } from "../platform/loader.js";
import { Payload } from "../platform/payload.js";

@Allow("EVERYONE")
@ObjectType({ description: "What mergeContacts did." })
export class MergeContactsPayload extends Payload {
  contactId!: string | null;

  @Field(() => Contact, { nullable: true, description: "The united contact; null when it was refused." })
  contact(@Ctx() ctx: Context): Promise<Contact | null> {
    return loadOrNull(contactById(ctx), this.contactId);
  }
}
