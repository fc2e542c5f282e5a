import type { Database } from "../platform/database.js";
import { PermanentFailure } from "./channels/channel.js";
import type { Channels } from "./channels/index.js";
import { type Attempt, claimDelivery } from "./claim-delivery.js";
import type { DeliverPayload } from "./deliver-job.js";
import { type Finding, settleDelivery } from "./settle-delivery.js";

export interface DeliveryTiming {
  /** The wait after the first failed attempt; it doubles with each further one. */
  readonly firstRetryMs: number;
  /** How long one attempt may take before it is taken back. */
  readonly patienceMs: number;
}

export interface Tools {
  readonly db: Database;
  readonly channels: Channels;
  readonly timing: DeliveryTiming;
}

/**
 * One attempt. It is claimed in one transaction and its outcome written in another, and in between no database waits
 * for a mail server. A claim runs out by itself: what a killed worker was sending is sent once more, under the same
 * Message-ID.
 */
export async function deliver(tools: Tools, payload: DeliverPayload, stopping: AbortSignal): Promise<void> {
  const { db, timing } = tools;
  const attempt = await claimDelivery(db, payload, timing.patienceMs);
  if (!attempt) return;
  const finding = attempt.isOneTooMany ? lost : await send(tools, attempt, stopping);
  await settleDelivery(db, attempt, finding, timing.firstRetryMs);
}

/** The last attempt of a round whose outcome nobody lived to see. */
const lost: Finding = { isDelivered: false, error: "The worker stopped before it knew the outcome", isFinal: true };

async function send({ channels, timing }: Tools, attempt: Attempt, stopping: AbortSignal): Promise<Finding> {
  const tooLong = AbortSignal.timeout(timing.patienceMs);
  try {
    await channels[attempt.channel].send(attempt, AbortSignal.any([tooLong, stopping]));
    return { isDelivered: true };
  } catch (error) {
    // Whatever a channel throws is an answer to keep: it must never set off the job queue's own, silent retries.
    return {
      isDelivered: false,
      error: reasonOf(error, tooLong, stopping),
      isFinal: error instanceof PermanentFailure,
    };
  }
}

function reasonOf(error: unknown, tooLong: AbortSignal, stopping: AbortSignal): string {
  if (tooLong.aborted) return "No answer in time";
  if (stopping.aborted) return "The server was stopped before there was an answer";
  return error instanceof Error ? error.message : String(error);
}
