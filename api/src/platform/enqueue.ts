import type { EntityManager } from "typeorm";
import { rows, sql } from "./sql.js";

export interface Job {
  readonly task: string;
  readonly payload: Record<string, unknown>;
  /** Now when absent. */
  readonly runAt?: Date;
  /** A later job of the same key takes the place of the earlier one. */
  readonly key?: string;
}

/** Adds jobs in your transaction: they exist exactly if what they are about exists. */
export async function enqueue(em: EntityManager, merchantId: string, jobs: readonly Job[]): Promise<void> {
  if (jobs.length === 0) return;
  await rows(em, sql`SELECT enqueue(${merchantId}, ${JSON.stringify(jobs)})`);
}
