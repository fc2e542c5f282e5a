import { spawn } from "node:child_process";
import { lstat, readFile, rm, stat, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { clusterUrl } from "../../src/embedded-postgres.js";
import { openCluster, stopCluster } from "../../src/embedded-postgres-cluster.js";
import { hasErrorCode, nullWhenMissing } from "../../src/embedded-postgres-files.js";
import { findPostgresHome } from "../../src/embedded-postgres-home.js";

/** One run of Jest: what its suites share, and what must be gone when it ends. */
export interface TestRun {
  folder: string;
  databasePrefix: string;
  runnerPid: number;
}

export function currentTestRun(): TestRun {
  const folder = process.env.LEADLEDGER_TEST_RUN;
  if (!folder) {
    throw new Error(`LEADLEDGER_TEST_RUN is not set: run the tests with "npx jest", whose global setup sets it`);
  }
  const name = basename(folder).slice("leadledger-test-".length);
  return {
    folder,
    databasePrefix: `leadledger_test_${name.toLowerCase().replace(/\W/g, "_")}`,
    runnerPid: Number.parseInt(name, 10),
  };
}

/** The server all suites of the run share: DATABASE_URL's, or an embedded one, started by the first suite that asks. */
export async function openTestServer(run: TestRun): Promise<string> {
  await watchOnce(run);
  if (process.env.DATABASE_URL) {
    return process.env.DATABASE_URL;
  }
  const home = await findPostgresHome(run.folder, () => undefined);
  return clusterUrl(await openCluster(home, hastySettings), "postgres");
}

/** Rows that outlive the run are worth nothing, so nothing waits for a disk. */
const hastySettings = { fsync: "off", synchronous_commit: "off", full_page_writes: "off", max_connections: "300" };

/** Roles belong to the server, not to a database, so they are noted where they are made. */
export async function noteCreatedRoles(run: TestRun, roles: readonly string[]): Promise<void> {
  await writeFile(join(run.folder, "roles.json"), JSON.stringify(roles));
}

export async function doesTestRunExist(run: TestRun): Promise<boolean> {
  return (await stat(run.folder).catch(nullWhenMissing)) !== null;
}

export async function removeTestRun(run: TestRun): Promise<void> {
  const wasServerUsed = await stat(join(run.folder, usedMark)).catch(nullWhenMissing);
  if (wasServerUsed && process.env.DATABASE_URL) {
    await removeFromServer(process.env.DATABASE_URL, run);
  } else if (await lstat(join(run.folder, "postgres")).catch(nullWhenMissing)) {
    const home = await findPostgresHome(run.folder, () => undefined);
    await stopCluster(home);
    await rm(dirname(home.cluster), { recursive: true, force: true });
  }
  await rm(run.folder, { recursive: true, force: true });
}

const usedMark = "used";

async function watchOnce(run: TestRun): Promise<void> {
  try {
    await writeFile(join(run.folder, usedMark), "", { flag: "wx" });
  } catch (error) {
    if (hasErrorCode(error, "EEXIST")) {
      return;
    }
    throw error;
  }
  const remove = join(dirname(fileURLToPath(import.meta.url)), "global-remove.ts");
  const loader = createRequire(import.meta.url).resolve("tsx");
  const args = ["--import", loader, remove, "once-jest-is-gone"];
  spawn(process.execPath, args, { detached: true, stdio: "ignore" }).unref();
}

async function removeFromServer(url: string, run: TestRun): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const databases = await client.query<{ name: string }>(
      "SELECT datname AS name FROM pg_database WHERE starts_with(datname, $1)",
      [run.databasePrefix],
    );
    for (const { name } of databases.rows) {
      await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    }
    const roles: string[] = JSON.parse(
      (await readFile(join(run.folder, "roles.json"), "utf8").catch(nullWhenMissing)) ?? "[]",
    );
    for (const role of roles) {
      await dropRoleUnlessNeeded(client, role);
    }
  } finally {
    await client.end();
  }
}

async function dropRoleUnlessNeeded(client: pg.Client, role: string): Promise<void> {
  try {
    await client.query(`DROP ROLE IF EXISTS ${client.escapeIdentifier(role)}`);
  } catch (error) {
    // Another run on this server, or somebody's database, uses the role too.
    if (!hasErrorCode(error, "2BP01", "55006")) {
      throw error;
    }
  }
}
