import { createHash } from "node:crypto";
import type { EntityManager } from "typeorm";
import { canonicalJson } from "./canonical-json.js";
import { cleanText } from "./clean-text.js";
import type { Context } from "./context.js";
import { ApiError, badInput, Refusal } from "./errors.js";
import { forgetReads } from "./loader.js";
import { firstRow, rows, sql } from "./sql.js";
import { principalIdOf } from "./viewer.js";

/** What a command came to: a result, or a refusal by a rule. Nothing was written when it was refused. */
export interface Outcome<Result> {
  readonly result: Result | null;
  readonly refusal: Refusal | null;
  readonly replayed: boolean;
}

interface Request {
  readonly operation: string;
  readonly input: object & { readonly idempotencyKey?: string | null };
}

/**
 * One command, one transaction. Under an idempotency key the first result is kept with its effect and given again to
 * whoever repeats the same request; a request that was refused leaves no key behind. `Result` is kept as JSON.
 */
export async function runCommand<Result>(
  ctx: Context,
  request: Request,
  work: (em: EntityManager) => Promise<Result>,
): Promise<Outcome<Result>> {
  try {
    return await ctx.db.inTransaction(ctx.viewer.merchantId, async (em) => {
      const replay = await claimKey<Result>(em, ctx, request);
      if (replay) return { result: replay.result, refusal: null, replayed: true };
      const result = await work(em);
      await keepResult(em, ctx, request, result);
      return { result, refusal: null, replayed: false };
    });
  } catch (error) {
    if (error instanceof Refusal) return { result: null, refusal: error, replayed: false };
    throw error;
  } finally {
    forgetReads(ctx);
  }
}

/** A repeated request waits here until the first one has committed or rolled back. */
async function claimKey<Result>(
  em: EntityManager,
  ctx: Context,
  { operation, input }: Request,
): Promise<{ result: Result } | null> {
  const key = input.idempotencyKey;
  if (key === undefined || key === null) return null;
  assertKey(key);
  const { merchantId } = ctx.viewer;
  const callerId = principalIdOf(ctx.viewer);
  const hash = hashOf(input);
  const claimed = await firstRow(
    em,
    sql`INSERT INTO idempotency_keys (merchant_id, caller_id, operation, key, request_hash, created_at)
        VALUES (${merchantId}, ${callerId}, ${operation}, ${key}, ${hash}, decision_time()) ON CONFLICT DO NOTHING RETURNING key`,
  );
  if (claimed) return null;
  const known = await firstRow<{ requestHash: Buffer; result: Result }>(
    em,
    sql`SELECT request_hash AS "requestHash", result FROM idempotency_keys
        WHERE merchant_id = ${merchantId} AND caller_id = ${callerId} AND operation = ${operation} AND key = ${key}`,
  );
  if (!known) throw new ApiError("SERVICE_UNAVAILABLE", "The first request with this key has just ended; try again.");
  if (!known.requestHash.equals(hash)) throw keyReused();
  return { result: known.result };
}

/** Of a key no character is ever changed, or two of them could become the same. */
export function assertKey(key: string): void {
  const problem = (rule: string, message: string) => badInput([{ path: ["input", "idempotencyKey"], rule, message }]);
  if (key.length < 1 || key.length > 255) throw problem("length", "An idempotency key has 1 to 255 characters.");
  if (cleanText(key) !== key) throw problem("text", "An idempotency key has no NUL and no half of a surrogate pair.");
}

export const keyReused = (): ApiError =>
  new ApiError(
    "IDEMPOTENCY_KEY_REUSED",
    "This key was used for another request; take a new key for a new request. Nothing was written.",
  );

async function keepResult(
  em: EntityManager,
  ctx: Context,
  { operation, input }: Request,
  result: unknown,
): Promise<void> {
  const key = input.idempotencyKey;
  if (key === undefined || key === null) return;
  await rows(
    em,
    sql`UPDATE idempotency_keys SET result = ${JSON.stringify(result)}
        WHERE merchant_id = ${ctx.viewer.merchantId} AND caller_id = ${principalIdOf(ctx.viewer)} AND operation = ${operation} AND key = ${key}`,
  );
}

const hashOf = (input: object): Buffer => createHash("sha256").update(canonicalJson(input)).digest();
