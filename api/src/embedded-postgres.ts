import { dirname } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { type Cluster, openCluster, stopCluster } from "./embedded-postgres-cluster.js";
import { hasErrorCode } from "./embedded-postgres-files.js";
import { findPostgresHome, type PostgresHome } from "./embedded-postgres-home.js";
import { EmbeddedPostgresError } from "./embedded-postgres-programs.js";

export interface EmbeddedPostgresOptions {
  dataDir: string;
  /** Told, in one line each, what the person at the terminal should know. */
  onNotice: (notice: string) => void;
  settings?: Readonly<Record<string, string>>;
}

export interface EmbeddedPostgres {
  url: string;
  /** True when a server that was already running was taken over. */
  adopted: boolean;
  /** Where the data really is: as root it may have to live outside the folder asked for. */
  dataDir: string;
  /** Stops the server, unless another process still uses it: then that one stops it. May be called twice. */
  stop(): Promise<void>;
}

/** Safe to call from several processes at once: one starts the server, the others share it. */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const home = await findPostgresHome(options.dataDir, options.onNotice);
  const { cluster, hold } = await openAndHold(home, options.settings ?? {});
  await createDatabaseOnce(hold.client);

  let stopping: Promise<void> | null = null;
  return {
    url: clusterUrl(cluster, "leadledger"),
    adopted: cluster.adopted,
    dataDir: dirname(home.cluster),
    stop: () => {
      stopping ??= release(home, cluster, hold, options.onNotice);
      return stopping;
    },
  };
}

export function clusterUrl(cluster: Cluster, database: string): string {
  // A PGSSLMODE in the environment must not make clients ask this server for TLS.
  return `postgres://leadledger:${cluster.password}@127.0.0.1:${cluster.port}/${database}?sslmode=disable`;
}

/** A session that lives as long as this process uses the server: its shared lock is what other processes see of us. */
interface Hold {
  client: pg.Client;
  isLost: boolean;
}

const holdLock = 5_323_400_531;

async function openAndHold(
  home: PostgresHome,
  settings: Readonly<Record<string, string>>,
): Promise<{ cluster: Cluster; hold: Hold }> {
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    const cluster = await openCluster(home, settings);
    const hold = await findHold(cluster);
    if (hold) {
      return { cluster, hold };
    }
    // Its last user was just stopping the server; start our own when it is gone.
    await wait(200);
  }
  throw new EmbeddedPostgresError(
    `the embedded Postgres in ${home.cluster} stops as often as it is started: stop the other LeadLedger, or set DATA_DIR`,
  );
}

/** Null when the server is leaving or gone. */
async function findHold(cluster: Cluster): Promise<Hold | null> {
  const client = new pg.Client({
    connectionString: clusterUrl(cluster, "postgres"),
    application_name: "leadledger-hold",
  });
  const hold: Hold = { client, isLost: false };
  client.on("error", () => {
    hold.isLost = true;
  });
  try {
    await client.connect();
    await client.query("SELECT pg_advisory_lock_shared($1)", [holdLock]);
    return hold;
  } catch (error) {
    await client.end();
    if (isServerLeaving(error)) {
      return null;
    }
    throw error;
  }
}

function isServerLeaving(error: unknown): boolean {
  const isCutOff = error instanceof Error && error.message.startsWith("Connection terminated");
  return isCutOff || hasErrorCode(error, "57P01", "57P03", "ECONNREFUSED", "ECONNRESET", "EPIPE");
}

async function createDatabaseOnce(client: pg.Client): Promise<void> {
  const found = await client.query("SELECT FROM pg_database WHERE datname = 'leadledger'");
  if (found.rowCount === 0) {
    try {
      await client.query("CREATE DATABASE leadledger");
    } catch (error) {
      // Another start created it between our question and our command.
      if (!hasErrorCode(error, "42P04", "23505")) {
        throw error;
      }
    }
  }
}

async function release(
  home: PostgresHome,
  cluster: Cluster,
  hold: Hold,
  onNotice: (notice: string) => void,
): Promise<void> {
  const current = hold.isLost ? await findHold(cluster) : hold;
  if (!current) {
    return;
  }
  if (await isAlone(current.client)) {
    await stopCluster(home);
  } else {
    onNotice(`Postgres keeps running: another process uses the data in ${dirname(home.cluster)}`);
  }
  await current.client.end();
}

/** Of several that leave at once, the last one to give up its share is alone. */
async function isAlone(client: pg.Client): Promise<boolean> {
  await client.query("SELECT pg_advisory_unlock_shared($1)", [holdLock]);
  const answer = await client.query<{ alone: boolean }>("SELECT pg_try_advisory_lock($1) AS alone", [holdLock]);
  return answer.rows[0]?.alone === true;
}
