import { randomBytes } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { migrateDatabase } from "../../src/database.js";
import { hasErrorCode } from "../../src/embedded-postgres-files.js";
import { currentTestRun, noteCreatedRoles, openTestServer, type TestRun } from "./test-run.js";

export interface TestDatabase {
  url: string;
  drop(): Promise<void>;
}

/** A migrated database of the caller's own, in the time it takes to copy one. Once per suite is enough. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const run = currentTestRun();
  const server = await openTestServer(run);
  const name = `${run.databasePrefix}_${randomBytes(6).toString("hex")}`;
  await withClient(server, async (client) => {
    const template = await prepareTemplateOnce(client, server, run);
    await retryWhileInUse(() => client.query(`CREATE DATABASE ${name} TEMPLATE ${template}`));
  });
  return {
    url: urlOf(server, name),
    drop: () =>
      withClient(server, async (client) => void (await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`))),
  };
}

async function prepareTemplateOnce(client: pg.Client, server: string, run: TestRun): Promise<string> {
  const template = `${run.databasePrefix}_template`;
  // Suites in other workers wait here for the first one's migrations; the lock ends with the session.
  await client.query("SELECT pg_advisory_lock(hashtext($1))", [template]);
  const found = await client.query("SELECT FROM pg_database WHERE datname = $1", [template]);
  if (found.rowCount === 0) {
    const unfinished = `${template}_unfinished`;
    const rolesBefore = await findRoles(client);
    await client.query(`DROP DATABASE IF EXISTS ${unfinished} WITH (FORCE)`);
    await client.query(`CREATE DATABASE ${unfinished}`);
    await migrateDatabase(urlOf(server, unfinished));
    await noteCreatedRoles(
      run,
      (await findRoles(client)).filter((role) => !rolesBefore.includes(role)),
    );
    // Copying wants nobody connected, not even autovacuum.
    await client.query(`ALTER DATABASE ${unfinished} ALLOW_CONNECTIONS false`);
    await retryWhileInUse(() => client.query(`ALTER DATABASE ${unfinished} RENAME TO ${template}`));
  }
  await client.query("SELECT pg_advisory_unlock(hashtext($1))", [template]);
  return template;
}

async function findRoles(client: pg.Client): Promise<string[]> {
  const roles = await client.query<{ name: string }>("SELECT rolname AS name FROM pg_roles");
  return roles.rows.map(({ name }) => name);
}

/** A session that was just closed may linger for some milliseconds. */
async function retryWhileInUse(attempt: () => Promise<unknown>): Promise<void> {
  for (let attemptsLeft = 50; ; attemptsLeft -= 1) {
    try {
      await attempt();
      return;
    } catch (error) {
      if (attemptsLeft === 0 || !hasErrorCode(error, "55006")) {
        throw error;
      }
      await wait(100);
    }
  }
}

async function withClient(url: string, use: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await use(client);
  } finally {
    await client.end();
  }
}

function urlOf(server: string, database: string): string {
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
}
