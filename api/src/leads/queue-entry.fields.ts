import { Ctx, FieldResolver, Resolver, Root } from "type-graphql";
import { Allow } from "../platform/allow.js";
import type { Context } from "../platform/context.js";
import { QueueEntry } from "../queues/queue.types.js";
import { findLead } from "./find-leads.js";
import { Lead } from "./lead.js";

@Resolver(() => QueueEntry)
export class QueueEntryFields {
  @Allow("EVERYONE")
  @FieldResolver(() => Lead, { nullable: true, description: "The lead with its state of now; null in INTAKE_HELD." })
  async lead(@Root() entry: QueueEntry, @Ctx() ctx: Context): Promise<Lead | null> {
    return entry.queue === "INTAKE_HELD" ? null : findLead(ctx, entry.subjectId);
  }
}
