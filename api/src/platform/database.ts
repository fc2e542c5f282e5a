import type { DataSource, EntityManager, QueryRunner } from "typeorm";
import { join, raw, rows, sql } from "./sql.js";

/**
 * The only way to rows. Every call names the merchant whose rows it may touch; row-level security in the database
 * holds that line even where a statement forgets it.
 */
export interface Database {
  /** Reads, each statement on its own. */
  read<T>(merchantId: string, work: (em: EntityManager) => Promise<T>): Promise<T>;
  /** One transaction, retried whole on a serialisation failure or a deadlock: `work` may run more than once. */
  inTransaction<T>(merchantId: string, work: (em: EntityManager) => Promise<T>): Promise<T>;
  /**
   * What has to be known before any merchant is (who is calling, whose form is this), by one of the database's own
   * functions. They alone see past the line, so it does not matter for which merchant the connection worked last.
   */
  lookUp<Row>(name: `find_${string}`, ...values: readonly unknown[]): Promise<Row[]>;
}

const attempts = 6;

/** `onCommit` is told after each commit, whose rows may then wake others up. */
export function createDatabase(source: DataSource, onCommit: (merchantId: string) => void = () => {}): Database {
  const merchantOfConnection = new WeakMap<object, string>();

  async function connected<T>(work: (runner: QueryRunner) => Promise<T>): Promise<T> {
    const runner = source.createQueryRunner();
    try {
      return await work(runner);
    } finally {
      await runner.release();
    }
  }

  function scoped<T>(merchantId: string, work: (runner: QueryRunner) => Promise<T>): Promise<T> {
    return connected(async (runner) => {
      const connection: object = await runner.connect();
      if (merchantOfConnection.get(connection) !== merchantId) {
        await rows(runner.manager, sql`SELECT set_config('leadledger.merchant_id', ${merchantId}, false)`);
        merchantOfConnection.set(connection, merchantId);
      }
      return work(runner);
    });
  }

  async function once<T>(merchantId: string, work: (em: EntityManager) => Promise<T>): Promise<T> {
    return scoped(merchantId, async (runner) => {
      await runner.startTransaction();
      let result: T;
      try {
        result = await work(runner.manager);
        for (const act of lastActs.get(runner.manager) ?? []) await act();
        await runner.commitTransaction();
      } catch (error) {
        // A connection lost in the middle cannot roll back; the database has done it.
        await runner.rollbackTransaction().catch(() => undefined);
        throw error;
      }
      onCommit(merchantId);
      return result;
    });
  }

  return {
    read: (merchantId, work) => scoped(merchantId, (runner) => work(runner.manager)),
    async lookUp<Row>(name: string, ...values: readonly unknown[]) {
      const found = await connected((runner) =>
        rows<object>(runner.manager, sql`SELECT * FROM ${raw(name)}(${join(values)})`),
      );
      return found.map(inCamelCase) as Row[];
    },
    async inTransaction(merchantId, work) {
      for (let attempt = 1; ; attempt++) {
        try {
          return await once(merchantId, work);
        } catch (error) {
          if (attempt === attempts || !isRetriable(error)) throw error;
          await pause(attempt);
        }
      }
    },
  };
}

const lastActs = new WeakMap<EntityManager, (() => Promise<void>)[]>();

/** To be done in your transaction after everything else, such as to take a lock on which many wait. */
export function beforeCommit(em: EntityManager, act: () => Promise<void>): void {
  lastActs.set(em, [...(lastActs.get(em) ?? []), act]);
}

/** When it throws, all that it wrote is taken back and the transaction can go on. */
export async function underSavepoint<T>(em: EntityManager, work: () => Promise<T>): Promise<T> {
  const actsBefore = lastActs.get(em) ?? [];
  await rows(em, sql`SAVEPOINT work`);
  try {
    // Not released: the commit does that.
    return await work();
  } catch (error) {
    lastActs.set(em, actsBefore);
    // On a lost connection the database has taken back more than this.
    await rows(em, sql`ROLLBACK TO SAVEPOINT work`).catch(() => undefined);
    throw error;
  }
}

function inCamelCase(row: object): object {
  return Object.fromEntries(
    Object.entries(row).map(([key, value]) => [
      key.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
      value,
    ]),
  );
}

export function postgresCode(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const driverError: unknown = "driverError" in error ? error.driverError : error;
  if (typeof driverError !== "object" || driverError === null || !("code" in driverError)) return null;
  return typeof driverError.code === "string" ? driverError.code : null;
}

const serialisationFailure = "40001";
const deadlock = "40P01";

/** Somebody was faster than the locks, so that what was decided before them no longer holds: run it again, whole. */
export class Overtaken extends Error {
  override readonly name = "Overtaken";
  readonly code = serialisationFailure;
}

function isRetriable(error: unknown): boolean {
  const code = postgresCode(error);
  return code === serialisationFailure || code === deadlock;
}

function pause(attempt: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.random() * 10 * 2 ** attempt));
}
