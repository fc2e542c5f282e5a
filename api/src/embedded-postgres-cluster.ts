import { randomBytes } from "node:crypto";
import { access, chown, constants, link, mkdir, open, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { hasErrorCode, isAlive, makeWholeFolder, nullWhenMissing } from "./embedded-postgres-files.js";
import { type PostgresHome, unusableFolder } from "./embedded-postgres-home.js";
import { EmbeddedPostgresError, firstLine, run } from "./embedded-postgres-programs.js";

export interface Cluster {
  port: number;
  password: string;
  adopted: boolean;
}

/** Makes the cluster if there is none, then finds its running server or starts it. Several processes may do so at once. */
export async function openCluster(home: PostgresHome, settings: Readonly<Record<string, string>>): Promise<Cluster> {
  await createClusterOnce(home, settings);
  const password = await readFile(join(home.cluster, passwordFile), "utf8");

  let problem = "";
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    const port = await findRunningPort(home, password);
    if (port !== null) {
      return { port, password, adopted: true };
    }
    const started = await startServer(home, settings);
    if ("port" in started) {
      return { port: started.port, password, adopted: false };
    }
    problem = started.problem;
    // A start at the same moment may have won, somebody may have taken the port; another look tells.
    if (!/lock file|shared memory block is still in use|could not (bind|create any TCP)/.test(started.problem)) {
      break;
    }
    await wait(200 * attempt);
  }
  throw new EmbeddedPostgresError(
    `the embedded Postgres does not start (${problem}): ${join(home.cluster, logFile)} says more`,
  );
}

export async function stopCluster(home: PostgresHome): Promise<void> {
  // pg_ctl signals whatever process the lock file names; after a crash that may be anybody.
  if (!(await isRunning(home))) {
    return;
  }
  const stopped = await control(home, "stop", "-m", "fast", "-t", "60");
  if (!stopped.succeeded && (await isRunning(home))) {
    throw new EmbeddedPostgresError(
      `the embedded Postgres does not stop (${firstLine(stopped.output)}): ${join(home.cluster, logFile)} says more`,
    );
  }
}

const passwordFile = "leadledger-password";
const logFile = "postgres.log";
const startLimitSeconds = 300;

async function createClusterOnce(home: PostgresHome, settings: Readonly<Record<string, string>>): Promise<void> {
  const version = await readFile(join(home.cluster, "PG_VERSION"), "utf8").catch(nullWhenMissing);
  if (version === null) {
    await createCluster(home, settings);
  } else if (version.trim() !== home.major) {
    throw new EmbeddedPostgresError(
      `the data in ${home.cluster} was made by Postgres ${version.trim()} and this LeadLedger brings ${home.major}: set DATA_DIR to another folder, or DATABASE_URL to a Postgres ${version.trim()} with that data`,
    );
  }
}

async function createCluster(home: PostgresHome, settings: Readonly<Record<string, string>>): Promise<void> {
  await assertWritable(dirname(home.cluster));
  await makeWholeFolder(home.cluster, async (aside) => {
    const [fresh, password] = [join(aside, "cluster"), join(aside, "password")];
    await mkdir(fresh, { mode: 0o700 });
    await writeFile(password, randomBytes(24).toString("base64url"), { mode: 0o600 });
    await Promise.all([aside, fresh, password].map((path) => giveToAccount(path, home)));

    const made = await run(
      join(home.postgres, "bin", "initdb"),
      initialisation(fresh, password, settings),
      home.account,
    );
    if (!made.succeeded) {
      throw new EmbeddedPostgresError(
        `the embedded Postgres cannot make its data folder ${home.cluster} (${problemIn(made.output)})`,
      );
    }
    await rename(password, join(fresh, passwordFile));
    return fresh;
  });
  if (!(await stat(join(home.cluster, "PG_VERSION")).catch(nullWhenMissing))) {
    throw new EmbeddedPostgresError(
      `${home.cluster} holds something that is not Postgres data: move it away, or set DATA_DIR to another folder`,
    );
  }
}

async function assertWritable(folder: string): Promise<void> {
  try {
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw hasErrorCode(error) ? unusableFolder(folder, error.code) : error;
  }
}

async function giveToAccount(path: string, home: PostgresHome): Promise<void> {
  if (home.account) {
    await chown(path, home.account.uid, home.account.gid);
  }
}

function initialisation(cluster: string, password: string, settings: Readonly<Record<string, string>>): string[] {
  return [
    `--pgdata=${cluster}`,
    "--username=leadledger",
    `--pwfile=${password}`,
    "--auth=scram-sha-256",
    "--encoding=UTF8",
    // Built in, so the same on every machine, whatever locales it has installed.
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    "--locale=C",
    ...(settings.fsync === "off" ? ["--no-sync"] : []),
  ];
}

async function startServer(
  home: PostgresHome,
  settings: Readonly<Record<string, string>>,
): Promise<{ port: number } | { problem: string }> {
  const port = await findFreePort();
  const log = join(home.cluster, logFile);
  const logged = (await stat(log).catch(nullWhenMissing))?.size ?? 0;
  const flags = Object.entries({ ...serverSettings, port: String(port), ...settings }).map(
    ([name, value]) => `-c ${quote(`${name}=${value}`)}`,
  );

  const started = await control(home, "start", "-t", String(startLimitSeconds), "-l", log, "-o", flags.join(" "));
  return started.succeeded
    ? { port }
    : { problem: problemIn(await readFrom(log, logged)) || firstLine(started.output) };
}

const serverSettings = {
  listen_addresses: "127.0.0.1",
  // A socket's path has a length limit that the depth of a clone would break.
  unix_socket_directories: "",
  timezone: "UTC",
  // Nobody rotates this log.
  log_checkpoints: "off",
  // Callers hear about failed statements; a log that quotes them would keep what people wrote.
  log_min_error_statement: "panic",
  log_error_verbosity: "terse",
};

async function control(
  home: PostgresHome,
  action: "start" | "stop",
  ...args: string[]
): Promise<{ succeeded: boolean; output: string }> {
  return run(join(home.postgres, "bin", "pg_ctl"), [action, "-w", "-D", home.cluster, ...args], home.account);
}

/** The port of this cluster's server, once it answers; null when none runs. */
async function findRunningPort(home: PostgresHome, password: string): Promise<number | null> {
  const giveUpAt = Date.now() + startLimitSeconds * 1000;
  while (Date.now() < giveUpAt) {
    const lock = await readLock(home);
    if (!lock || !isAlive(lock.pid)) {
      return null;
    }
    if (!(await isServerOf(lock.pid, home))) {
      await removeStaleLock(home, lock);
      return null;
    }
    if (lock.port !== null && (await doesAnswer(home, lock.port, password))) {
      return lock.port;
    }
    // It is starting, recovering or stopping.
    await wait(100);
  }
  throw new EmbeddedPostgresError(
    `the embedded Postgres in ${home.cluster} runs but does not answer: ${join(home.cluster, logFile)} says more`,
  );
}

async function isRunning(home: PostgresHome): Promise<boolean> {
  const lock = await readLock(home);
  return lock !== null && isAlive(lock.pid) && (await isServerOf(lock.pid, home));
}

interface ServerLock {
  content: string;
  pid: number;
  port: number | null;
}

async function readLock(home: PostgresHome): Promise<ServerLock | null> {
  const content = await readFile(join(home.cluster, "postmaster.pid"), "utf8").catch(nullWhenMissing);
  if (content === null) {
    return null;
  }
  const [pid, , , port] = content.split("\n");
  return { content, pid: Number(pid), port: Number(port) || null };
}

/** After a crash the number in the lock file may belong to any other process by now. */
async function isServerOf(pid: number, home: PostgresHome): Promise<boolean> {
  const command =
    process.platform === "linux"
      ? await readFile(`/proc/${pid}/cmdline`, "utf8").catch(nullWhenMissing)
      : (await run("ps", ["-ww", "-o", "command=", "-p", String(pid)], null)).output;
  return ` ${command?.replaceAll("\0", " ").trim()} `.includes(` -D ${home.cluster} `);
}

/** Postgres itself would take the other process for its server. Its check of shared memory still guards the data. */
async function removeStaleLock(home: PostgresHome, lock: ServerLock): Promise<void> {
  const path = join(home.cluster, "postmaster.pid");
  const taken = `${path}.stale-${process.pid}`;
  await rename(path, taken).catch(nullWhenMissing);
  const content = await readFile(taken, "utf8").catch(nullWhenMissing);
  if (content !== null && content !== lock.content) {
    // A start at the same moment had already written its own: give it back.
    await link(taken, path);
  }
  await rm(taken, { force: true });
}

async function doesAnswer(home: PostgresHome, port: number, password: string): Promise<boolean> {
  const client = new pg.Client({
    host: "127.0.0.1",
    port,
    user: "leadledger",
    password,
    database: "postgres",
    ssl: false,
    connectionTimeoutMillis: 5000,
  });
  client.on("error", () => undefined);
  try {
    await client.connect();
    const answer = await client.query<{ directory: string }>("SELECT current_setting('data_directory') AS directory");
    return answer.rows[0]?.directory === home.cluster;
  } catch (error) {
    if (hasErrorCode(error, "28P01")) {
      throw new EmbeddedPostgresError(
        `the running Postgres does not take the password in ${join(home.cluster, passwordFile)}: set it again with ALTER ROLE leadledger PASSWORD, or stop that Postgres`,
      );
    }
    return false;
  } finally {
    await client.end();
  }
}

async function findFreePort(): Promise<number> {
  return new Promise((settle, fail) => {
    const server = createServer();
    server.once("error", fail);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => (address && typeof address === "object" ? settle(address.port) : fail(new Error("no port"))));
    });
  });
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

async function readFrom(path: string, position: number): Promise<string> {
  const file = await open(path).catch(nullWhenMissing);
  if (!file) {
    return "";
  }
  try {
    const chunk = Buffer.alloc(64 * 1024);
    const { bytesRead } = await file.read(chunk, 0, chunk.length, position);
    return chunk.subarray(0, bytesRead).toString();
  } finally {
    await file.close();
  }
}

function problemIn(output: string): string {
  return (
    /(?:FATAL|PANIC|error|LOG: {2}could not).*/.exec(output)?.[0].replace(/^(FATAL|PANIC|LOG): +/, "") ??
    firstLine(output)
  );
}
