import type { EntityManager } from "typeorm";
import { carryOut, givenOf } from "../leads/command-lead.js";
import type { Command } from "../leads/decide.js";
import { type LoadedLead, lockLead } from "../leads/load-lead.js";
import { type Acting, lockActor } from "../people/lock-actor.js";
import { ofMerchant } from "../people/merchant-scope.js";
import { cleanText } from "../platform/clean-text.js";
import type { Database } from "../platform/database.js";
import { enqueue } from "../platform/enqueue.js";
import { firstRow, rows, sql } from "../platform/sql.js";
import type { Attempt } from "./claim-delivery.js";
import { deliverJob } from "./deliver-job.js";
import { retryDelayMs } from "./retry-delay.js";

export type Finding =
  | { readonly isDelivered: true }
  | { readonly isDelivered: false; readonly error: string; readonly isFinal: boolean };

/** Writes down what became of an attempt, and what follows from it. */
export async function settleDelivery(
  db: Database,
  attempt: Attempt,
  finding: Finding,
  firstRetryMs: number,
): Promise<void> {
  await db.inTransaction(attempt.merchantId, async (em) => {
    if (finding.isDelivered) return settleDelivered(em, attempt);
    const error = cleanText(finding.error).slice(0, longestError);
    if (finding.isFinal || attempt.numberInRound >= attempt.roundLength) return giveUp(em, attempt, error);
    return tryLater(em, attempt, error, firstRetryMs);
  });
}

const longestError = 1000;

async function settleDelivered(em: EntityManager, attempt: Attempt): Promise<void> {
  if (attempt.purpose === "ACKNOWLEDGEMENT") return settleAcknowledged(em, attempt);
  await writeDelivered(em, attempt);
}

/** An automatic answer is a fact about the pass of the lead whose enquiry it answers, and never a human response. */
async function settleAcknowledged(em: EntityManager, attempt: Attempt): Promise<void> {
  const held = await holdLead(em, attempt);
  if (!(await writeDelivered(em, attempt))) return;
  const lifecycleId = await answeredLifecycle(em, attempt);
  if (lifecycleId) await command(em, held, { kind: "ACKNOWLEDGE", lifecycleId, deliveryId: attempt.deliveryId });
}

async function answeredLifecycle(em: EntityManager, { leadId, messageId }: Attempt): Promise<string | null> {
  const found = await firstRow<{ id: string }>(
    em,
    sql`SELECT y.id FROM messages w
        JOIN lead_events e ON e.lead_id = w.lead_id AND e.kind = 'EnquiryReceived' AND e.facts->>'enquiryId' = w.enquiry_id::text
        JOIN lifecycles y ON y.lead_id = e.lead_id AND y.number = (e.facts->>'lifecycleNumber')::integer
        WHERE w.id = ${messageId} AND w.lead_id = ${leadId} LIMIT 1`,
  );
  return found?.id ?? null;
}

/** False when it was settled without us. */
async function writeDelivered(em: EntityManager, attempt: Attempt): Promise<boolean> {
  const pending = await lockPending(em, attempt);
  await writeAttempt(em, attempt, null);
  if (!pending) return false;
  await rows(
    em,
    sql`UPDATE deliveries SET status = 'DELIVERED', next_attempt_at = NULL, last_error = NULL WHERE id = ${attempt.deliveryId}`,
  );
  // A provider's own receipt may have been faster, and a message only moves forward.
  if (attempt.purpose === "REPLY") {
    await rows(
      em,
      sql`UPDATE messages SET status = 'SENT' WHERE id = ${attempt.messageId} AND status IN ('QUEUED', 'FAILED')`,
    );
  }
  return true;
}

async function tryLater(em: EntityManager, attempt: Attempt, error: string, firstRetryMs: number): Promise<void> {
  const pending = await lockPending(em, attempt);
  await writeAttempt(em, attempt, error);
  if (pending?.attempts !== attempt.number) return;
  const { merchantId, deliveryId } = attempt;
  const later = new Date(pending.now.getTime() + retryDelayMs(attempt.numberInRound, firstRetryMs, Math.random));
  await rows(em, sql`UPDATE deliveries SET next_attempt_at = ${later}, last_error = ${error} WHERE id = ${deliveryId}`);
  await enqueue(em, merchantId, [deliverJob({ merchantId, deliveryId }, later)]);
}

/** History, the queue of failures and the live change follow from the lead's own command, in the same transaction. */
async function giveUp(em: EntityManager, attempt: Attempt, error: string): Promise<void> {
  const held = await holdLead(em, attempt);
  const pending = await lockPending(em, attempt);
  await writeAttempt(em, attempt, error);
  if (pending?.attempts !== attempt.number) return;
  const { deliveryId } = attempt;
  await rows(
    em,
    sql`UPDATE deliveries SET status = 'FAILED', failed_at = ${held.loaded.now}, next_attempt_at = NULL, last_error = ${error}
        WHERE id = ${deliveryId}`,
  );
  if (attempt.purpose === "REPLY") {
    await rows(em, sql`UPDATE messages SET status = 'FAILED' WHERE id = ${attempt.messageId} AND status = 'QUEUED'`);
  }
  await command(em, held, { kind: "FAIL_DELIVERY", deliveryId });
}

interface Pending {
  /** More than ours when the claim ran out and somebody else took over. */
  readonly attempts: number;
  readonly now: Date;
}

const lockPending = (em: EntityManager, attempt: Attempt): Promise<Pending | null> =>
  firstRow(
    em,
    sql`SELECT d.attempts, decision_time() AS now FROM deliveries d
        WHERE d.id = ${attempt.deliveryId} AND ${ofMerchant(attempt, "d")} AND d.status = 'PENDING' FOR UPDATE`,
  );

async function writeAttempt(em: EntityManager, attempt: Attempt, error: string | null): Promise<void> {
  const { deliveryId, number, merchantId, startedAt } = attempt;
  // A claim that ran out before its answer came was written as lost by whoever took over.
  await rows(
    em,
    sql`INSERT INTO delivery_attempts (delivery_id, number, merchant_id, at, error)
        VALUES (${deliveryId}, ${number}, ${merchantId}, ${startedAt}, ${error}) ON CONFLICT DO NOTHING`,
  );
}

interface HeldLead {
  readonly acting: Acting;
  readonly loaded: LoadedLead;
}

/** Before the delivery, since everybody takes the lead first: so that nobody waits in a circle. */
async function holdLead(em: EntityManager, { merchantId, leadId }: Attempt): Promise<HeldLead> {
  const acting = await lockActor(em, { merchantId });
  return { acting, loaded: await lockLead(em, acting, leadId) };
}

async function command(em: EntityManager, { acting, loaded }: HeldLead, what: Command): Promise<void> {
  await carryOut(em, acting, loaded, givenOf(acting, loaded.rules, loaded.now), what);
}
