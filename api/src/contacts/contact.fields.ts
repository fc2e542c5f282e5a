import { Ctx, FieldResolver, Resolver, Root } from "type-graphql";
import { Allow } from "../platform/allow.js";
import type { Context } from "../platform/context.js";
import { EmailAddress, PhoneNumber } from "../platform/scalars.js";
import { Contact } from "./contact.js";
import { ContactIdentity } from "./contact-identity.js";
import { findPrimary, identitiesOfContact, type ShownIdentity } from "./find-identities.js";

@Resolver(() => Contact)
export class ContactFields {
  @Allow("ADMIN", "MANAGER", "AGENT")
  @FieldResolver(() => PhoneNumber, {
    nullable: true,
    description: "The primary telephone number in E.164; null when none is known.",
  })
  phone(@Root() contact: Contact, @Ctx() ctx: Context): Promise<string | null> {
    return findPrimary(ctx, contact, "PHONE");
  }

  @Allow("ADMIN", "MANAGER", "AGENT")
  @FieldResolver(() => EmailAddress, {
    nullable: true,
    description: "The primary mail address in lower case; null when none is known.",
  })
  email(@Root() contact: Contact, @Ctx() ctx: Context): Promise<string | null> {
    return findPrimary(ctx, contact, "EMAIL");
  }

  @Allow("ADMIN", "MANAGER", "AGENT")
  @FieldResolver(() => [ContactIdentity], {
    nullable: true,
    description:
      "By what the person is recognised, those that a provider vouched for first, then in the order in which they became known.",
  })
  identities(@Root() contact: Contact, @Ctx() ctx: Context): Promise<ShownIdentity[]> {
    return identitiesOfContact(ctx).load(contact.id);
  }

  @Allow("ADMIN", "MANAGER", "AGENT", "ANALYST")
  @FieldResolver(() => [String], {
    nullable: true,
    description:
      "Tags, the system's own first: `won_customer` while a win stands, `repeat_lead` since a customer came back.",
  })
  tags(@Root() { systemTags, memberTags }: Contact): string[] {
    return [...new Set([...systemTags, ...memberTags])];
  }
}
