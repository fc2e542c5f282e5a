import type { EntityManager } from "typeorm";
import type { Delivery } from "../deliveries/delivery.js";
import { ofMerchant } from "../people/merchant-scope.js";
import { readPolicies } from "../people/policies.js";
import type { Database } from "../platform/database.js";
import { enqueue } from "../platform/enqueue.js";
import { firstRow, rows, sql } from "../platform/sql.js";
import type { Outgoing } from "./channels/channel.js";
import { type DeliverPayload, deliverJob } from "./deliver-job.js";

export interface Attempt extends Outgoing, Pick<Delivery, "merchantId" | "leadId" | "messageId" | "channel"> {
  readonly number: number;
  readonly startedAt: Date;
  /** Which one of the present round it is, and how many a round has. */
  readonly numberInRound: number;
  readonly roundLength: number;
  /** The round is used up: nothing is to be sent any more. */
  readonly isOneTooMany: boolean;
}

/**
 * The right to make the next attempt, for a while: null when it is not due, done, or somebody else's. Should this
 * worker die, the job that is left behind takes the delivery up again when the while is over.
 */
export function claimDelivery(db: Database, payload: DeliverPayload, patienceMs: number): Promise<Attempt | null> {
  const leaseMs = patienceMs * 1.5;
  return db.inTransaction(payload.merchantId, async (em) => {
    const due = await lockDue(em, payload);
    if (!due) return null;
    if (due.attempts > 0) await writeLost(em, due, leaseMs);
    const attempt = attemptOf(due);
    const leaseEnd = new Date(due.now.getTime() + leaseMs);
    await rows(
      em,
      sql`UPDATE deliveries SET attempts = ${attempt.number}, next_attempt_at = ${leaseEnd} WHERE id = ${due.id}`,
    );
    await enqueue(em, due.merchantId, [deliverJob(payload, leaseEnd)]);
    return attempt;
  });
}

type Due = Omit<Delivery, "nextAttemptAt"> & { nextAttemptAt: Date; now: Date; senderName: string; policies: unknown };

const lockDue = (em: EntityManager, of: DeliverPayload): Promise<Due | null> =>
  firstRow<Due>(
    em,
    sql`SELECT d.id, d.merchant_id AS "merchantId", d.lead_id AS "leadId", d.message_id AS "messageId", d.purpose, d.channel,
          d.recipient, d.subject, d.body, d.attempts, d.attempts_before AS "attemptsBefore", d.next_attempt_at AS "nextAttemptAt",
          decision_time() AS now, m.name AS "senderName", m.policies
        FROM deliveries d JOIN merchants m ON m.id = d.merchant_id
        WHERE d.id = ${of.deliveryId} AND ${ofMerchant(of, "d")} AND d.status = 'PENDING' AND d.next_attempt_at <= decision_time()
        FOR UPDATE OF d`,
  );

/** An attempt that was claimed and never settled stands in the log all the same. */
async function writeLost(
  em: EntityManager,
  { id, merchantId, attempts, nextAttemptAt }: Due,
  leaseMs: number,
): Promise<void> {
  const startedAt = new Date(nextAttemptAt.getTime() - leaseMs);
  await rows(
    em,
    sql`INSERT INTO delivery_attempts (delivery_id, number, merchant_id, at, error)
        VALUES (${id}, ${attempts}, ${merchantId}, ${startedAt}, 'The worker stopped before it knew the outcome') ON CONFLICT DO NOTHING`,
  );
}

function attemptOf(due: Due): Attempt {
  const roundLength = readPolicies(due.policies).deliveryAttempts;
  const numberInRound = due.attempts - due.attemptsBefore + 1;
  const isOneTooMany = numberInRound > roundLength;
  const { merchantId, leadId, messageId, channel, purpose, recipient, subject, body, senderName } = due;
  return {
    ...{ deliveryId: due.id, merchantId, leadId, messageId, channel, purpose, recipient, subject, body, senderName },
    number: isOneTooMany ? due.attempts : due.attempts + 1,
    startedAt: due.now,
    numberInRound,
    roundLength,
    isOneTooMany,
  };
}
