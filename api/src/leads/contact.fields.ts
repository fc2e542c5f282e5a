import { Ctx, FieldResolver, Int, Resolver, Root } from "type-graphql";
import { Contact } from "../contacts/contact.js";
import { countWins } from "../conversions/find-wins.js";
import { Allow } from "../platform/allow.js";
import type { Context } from "../platform/context.js";
import { leadsOfContact } from "./find-contacts.js";
import { Lead } from "./lead.js";

@Resolver(() => Contact)
export class ContactLeads {
  @Allow("EVERYONE")
  @FieldResolver(() => [Lead], {
    description: "Its leads that the viewer may see, oldest first; at most one in each pipeline.",
  })
  leads(@Root() { id }: Contact, @Ctx() ctx: Context): Promise<Lead[]> {
    return leadsOfContact(ctx).load(id);
  }

  @Allow("ADMIN", "MANAGER", "AGENT", "ANALYST")
  @FieldResolver(() => Int, { nullable: true, description: "How many wins of the person stand, over all pipelines." })
  liveConversionCount(@Root() { id }: Contact, @Ctx() ctx: Context): Promise<number> {
    return countWins(ctx, id);
  }
}
