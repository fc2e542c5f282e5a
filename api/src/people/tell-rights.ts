import type { EntityManager } from "typeorm";
import { rows, sql } from "../platform/sql.js";

/** Every node hears with the commit that somebody's rights have changed. It is rare, so it may ride in the transaction. */
export async function tellRights(em: EntityManager, merchantId: string): Promise<void> {
  await rows(em, sql`SELECT pg_notify('leadledger_live', ${`${merchantId} RIGHTS`})`);
}
