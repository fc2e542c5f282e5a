import { z } from "zod";
import { appendChanges } from "../live/append-changes.js";
import type { Database } from "../platform/database.js";
import { queuesOf } from "../queues/queues-of.js";
import { standInQueues } from "../queues/stand-in-queues.js";
import { queueFactsOf } from "./lead-queue-facts.js";
import { lockLead } from "./load-lead.js";

export const fallDuePayload = z.object({ merchantId: z.guid(), leadId: z.guid() });
type FallDuePayload = z.infer<typeof fallDuePayload>;

/**
 * Brings a lead to the queues in which it stands by now, when nothing but time has passed. Nobody did anything, so
 * history stays as it is; only the queues that time has changed are told, and a second run changes nothing.
 */
export function fallDue(db: Database, { merchantId, leadId }: FallDuePayload): Promise<void> {
  return db.inTransaction(merchantId, async (em) => {
    const { lead, state, standings, now } = await lockLead(em, { merchantId }, leadId);
    const subject = {
      id: leadId,
      merchantId,
      isTest: lead.isTest,
      ownerBefore: lead.ownerId,
      ownerAfter: lead.ownerId,
    };
    const standing = queuesOf(queueFactsOf(state), now);
    const changes = await standInQueues(em, subject, standings, standing, { now, reason: null, isTouched: false });
    appendChanges(em, merchantId, changes);
  });
}
