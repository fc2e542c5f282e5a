import type { DataSource, EntityManager, QueryRunner } from "typeorm";

/**
 * The only way to rows. Every call names the merchant whose rows it may touch; row-level security in the database
 * holds that line even where a statement forgets it.
 */
export interface Database {
  /** Reads, each statement on its own. */
  read<T>(merchantId: string, work: (em: EntityManager) => Promise<T>): Promise<T>;
  /** One transaction, retried whole on a serialisation failure or a deadlock: `work` may run more than once. */
  inTransaction<T>(merchantId: string, work: (em: EntityManager) => Promise<T>): Promise<T>;
  /** Lookups that come before any merchant is known (who is calling, whose form is this). */
  beforeMerchant<T>(work: (em: EntityManager) => Promise<T>): Promise<T>;
}

const noMerchant = "";
const attempts = 6;

/** `onCommit` is told after each commit, whose rows may then wake others up. */
export function createDatabase(source: DataSource, onCommit: (merchantId: string) => void = () => {}): Database {
  const merchantOfConnection = new WeakMap<object, string>();

  async function scoped<T>(merchantId: string, work: (runner: QueryRunner) => Promise<T>): Promise<T> {
    const runner = source.createQueryRunner();
    try {
      const connection: object = await runner.connect();
      if (merchantOfConnection.get(connection) !== merchantId) {
        await runner.query("SELECT set_config('leadledger.merchant_id', $1, false)", [merchantId]);
        merchantOfConnection.set(connection, merchantId);
      }
      return await work(runner);
    } finally {
      await runner.release();
    }
  }

  async function once<T>(merchantId: string, work: (em: EntityManager) => Promise<T>): Promise<T> {
    return scoped(merchantId, async (runner) => {
      await runner.startTransaction();
      let result: T;
      try {
        result = await work(runner.manager);
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
    beforeMerchant: (work) => scoped(noMerchant, (runner) => work(runner.manager)),
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

export function postgresCode(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const driverError: unknown = "driverError" in error ? error.driverError : error;
  if (typeof driverError !== "object" || driverError === null || !("code" in driverError)) return null;
  return typeof driverError.code === "string" ? driverError.code : null;
}

const serialisationFailure = "40001";
const deadlock = "40P01";

function isRetriable(error: unknown): boolean {
  const code = postgresCode(error);
  return code === serialisationFailure || code === deadlock;
}

function pause(attempt: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.random() * 10 * 2 ** attempt));
}
