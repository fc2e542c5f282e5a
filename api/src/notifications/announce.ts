import type { EntityManager } from "typeorm";
import { z } from "zod";
import { survivorsOf } from "../contacts/survivors.js";
import type { ActorKind, LeadEventKind } from "../leads/events.js";
import { readEvent } from "../leads/events.js";
import type { Database } from "../platform/database.js";
import { enqueue } from "../platform/enqueue.js";
import { newId } from "../platform/new-id.js";
import { join, rows, sql } from "../platform/sql.js";
import { deliverJob } from "./deliver-job.js";
import { type Happening, mailsOwed, type OwedMail } from "./mails-owed.js";
import { readScene } from "./read-scene.js";

export const announcePayload = z.object({
  merchantId: z.guid(),
  leadId: z.guid(),
  sequences: z.array(z.int().positive()),
});
type AnnouncePayload = z.infer<typeof announcePayload>;

/** Turns what happened to a lead into deliveries. Running twice makes none twice: each has the name of its cause. */
export function announce(db: Database, publicUrl: string | null, payload: AnnouncePayload): Promise<void> {
  const { merchantId } = payload;
  return db.inTransaction(merchantId, async (em) => {
    const happenings = await readHappenings(em, payload);
    const survivors = await survivorsOf(em, payload, "leads", [payload.leadId]);
    const leadId = survivors.get(payload.leadId) ?? payload.leadId;
    const scene = await readScene(em, { merchantId, leadId }, happenings, publicUrl);
    const deliveryIds = scene ? await writeDeliveries(em, payload, leadId, mailsOwed(happenings, scene)) : [];
    await enqueue(
      em,
      merchantId,
      deliveryIds.map((deliveryId) => deliverJob({ merchantId, deliveryId })),
    );
  });
}

interface EventRow {
  readonly sequence: number;
  readonly kind: LeadEventKind;
  readonly at: Date;
  readonly actorKind: ActorKind;
  readonly actorId: string | null;
  readonly facts: unknown;
}

async function readHappenings(
  em: EntityManager,
  { merchantId, leadId, sequences }: AnnouncePayload,
): Promise<Happening[]> {
  const found = await rows<EventRow>(
    em,
    sql`SELECT e.sequence, e.kind, e.at, e.actor_kind AS "actorKind", e.actor_id AS "actorId", e.facts FROM lead_events e
        WHERE e.merchant_id = ${merchantId} AND e.lead_id = ${leadId} AND e.sequence = ANY(${sequences}) ORDER BY e.sequence`,
  );
  return found.map((row) => ({
    sequence: row.sequence,
    actor: { kind: row.actorKind, id: row.actorId },
    event: readEvent(row),
  }));
}

async function writeDeliveries(
  em: EntityManager,
  { merchantId, leadId: toldOfId }: AnnouncePayload,
  leadId: string,
  mails: readonly OwedMail[],
): Promise<string[]> {
  if (mails.length === 0) return [];
  const tuples = mails.map(({ sequence, purpose, reader, recipient, subject, body, messageId }) => {
    const causeKey = `${toldOfId}:${sequence}:${purpose}:${reader}`;
    return sql`(${newId()}, ${merchantId}, ${leadId}, ${messageId}, ${causeKey}, ${purpose}, 'EMAIL', ${recipient}, ${subject}, ${body},
      'PENDING', 0, decision_time(), decision_time())`;
  });
  const written = await rows<{ id: string }>(
    em,
    sql`INSERT INTO deliveries (id, merchant_id, lead_id, message_id, cause_key, purpose, channel, recipient, subject, body,
          status, attempts, next_attempt_at, created_at)
        VALUES ${join(tuples)} ON CONFLICT (cause_key) DO NOTHING RETURNING id`,
  );
  return written.map(({ id }) => id);
}
