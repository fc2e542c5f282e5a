import { z } from "zod";
import { appendChanges } from "../live/append-changes.js";
import { lockActor } from "../people/lock-actor.js";
import type { Database } from "../platform/database.js";
import { queuesOf } from "../queues/queues-of.js";
import { standInQueues } from "../queues/stand-in-queues.js";
import { carryOut, givenOf } from "./command-lead.js";
import { queueFactsOf } from "./lead-queue-facts.js";
import { lockLead } from "./load-lead.js";

export const fallDuePayload = z.object({ merchantId: z.guid(), leadId: z.guid() });
type FallDuePayload = z.infer<typeof fallDuePayload>;

/**
 * Brings a lead to where it stands by now, when nothing but time has passed. A response target that was missed is told
 * in its history; a follow-up that is due only shows in its queue. A second run changes nothing.
 */
export function fallDue(db: Database, { merchantId, leadId }: FallDuePayload): Promise<void> {
  return db.inTransaction(merchantId, async (em) => {
    const acting = await lockActor(em, { merchantId });
    const loaded = await lockLead(em, acting, leadId);
    const { lead, state, rules, standings, now } = loaded;
    const missed = await carryOut(em, acting, loaded, givenOf(acting, rules, now), { kind: "MISS_RESPONSE" });
    if (missed.events.length > 0) return;
    const { isTest, ownerId } = lead;
    const subject = { id: leadId, merchantId, isTest, ownerBefore: ownerId, ownerAfter: ownerId };
    const standing = queuesOf(queueFactsOf(state), now);
    const changes = await standInQueues(em, subject, standings, standing, { now, reason: null, isTouched: false });
    appendChanges(em, merchantId, changes);
  });
}
