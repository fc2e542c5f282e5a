import { Ctx, FieldResolver, Resolver, Root } from "type-graphql";
import { Conversion } from "../conversions/conversion.js";
import { Allow } from "../platform/allow.js";
import type { Context } from "../platform/context.js";
import { findLead } from "./find-leads.js";
import { Lead } from "./lead.js";

@Resolver(() => Conversion)
export class ConversionLead {
  @Allow("EVERYONE")
  @FieldResolver(() => Lead, {
    nullable: true,
    description: "The lead that was won; null when the viewer may no longer see it.",
  })
  lead(@Root() { leadId }: Conversion, @Ctx() ctx: Context): Promise<Lead | null> {
    return findLead(ctx, leadId);
  }
}
