import { Ctx, FieldResolver, Resolver, Root } from "type-graphql";
import { Allow } from "../platform/allow.js";
import type { Context } from "../platform/context.js";
import { QueueEntry } from "../queues/queue.types.js";
import { Enquiry } from "./enquiry.js";
import { findEnquiry } from "./find-enquiries.js";

@Resolver(() => QueueEntry)
export class HeldEntryFields {
  @Allow("ADMIN", "MANAGER", "AGENT")
  @FieldResolver(() => Enquiry, { nullable: true, description: "The enquiry that waits, in INTAKE_HELD." })
  async enquiry(@Root() entry: QueueEntry, @Ctx() ctx: Context): Promise<Enquiry | null> {
    return entry.queue === "INTAKE_HELD" ? findEnquiry(ctx, entry.subjectId) : null;
  }
}
