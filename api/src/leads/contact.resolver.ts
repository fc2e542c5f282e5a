import { Arg, Args, Ctx, ID, Query, Resolver } from "type-graphql";
import { Contact } from "../contacts/contact.js";
import { ContactConnection } from "../contacts/contact-connection.js";
import { Allow } from "../platform/allow.js";
import type { Context } from "../platform/context.js";
import { type Connection, PageArgs } from "../platform/page.js";
import { ContactFilter } from "./contact.filters.js";
import { findContacts, getContact } from "./find-contacts.js";

@Resolver()
export class ContactResolver {
  @Allow("ADMIN", "MANAGER", "AGENT", "ANALYST")
  @Query(() => Contact, {
    nullable: true,
    description:
      "The contact. NOT_FOUND when there is none that the caller may see, which is when none of its leads is seen.",
  })
  contact(
    @Arg("id", () => ID, { description: "As in `Contact.id`." }) id: string,
    @Ctx() ctx: Context,
  ): Promise<Contact> {
    return getContact(ctx, id);
  }

  @Allow("ADMIN", "MANAGER", "AGENT", "ANALYST")
  @Query(() => ContactConnection, { description: "The contacts whose leads the caller may see, newest first." })
  contacts(
    @Args(() => PageArgs) page: PageArgs,
    @Arg("filter", () => ContactFilter, { nullable: true, description: "Which ones; all of them when not given." })
    filter: ContactFilter | null | undefined,
    @Ctx() ctx: Context,
  ): Promise<Connection<Contact>> {
    return findContacts(ctx, filter ?? {}, page);
  }
}
