import type { LeadLedgerError } from "./errors.js";

/** How often and how fast a request that is safe to repeat is repeated. */
export interface RetryOptions {
  /** How often it is sent at most, the first time included; 4 when not given. */
  readonly attempts?: number;
  /** Upper end of the first wait, in milliseconds; it doubles each time. 200 when not given. */
  readonly firstDelayMs?: number;
  /**
   * Upper end of every wait, in milliseconds; 5,000 when not given. A server that asks for a longer one is not waited
   * for: the request fails, with `retryAfterMs`.
   */
  readonly maxDelayMs?: number;
}

export type RetryPolicy = Required<RetryOptions>;

export const defaultRetryPolicy: RetryPolicy = { attempts: 4, firstDelayMs: 200, maxDelayMs: 5000 };

/** How long to wait before the next attempt, in milliseconds; null for no next one. `random` is from 0 to 1. */
export function retryDelayMs(
  { retryable, retryAfterMs }: Pick<LeadLedgerError, "retryable" | "retryAfterMs">,
  attempt: number,
  policy: RetryPolicy,
  random: number,
): number | null {
  if (!retryable || attempt >= policy.attempts) return null;
  const backoff = backoffMs(attempt, policy.firstDelayMs, policy.maxDelayMs, random);
  if (retryAfterMs === null) return backoff;

  // Asked to come back at the same moment, all would: the jitter is added to what the server asked for.
  return retryAfterMs > policy.maxDelayMs ? null : retryAfterMs + backoff;
}

/** Anywhere between nothing and the upper end, which doubles with each attempt: so that many do not come at once. */
export function backoffMs(attempt: number, firstDelayMs: number, maxDelayMs: number, random: number): number {
  return random * Math.min(maxDelayMs, firstDelayMs * 2 ** (attempt - 1));
}
