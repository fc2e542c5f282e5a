import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "../src/embedded-postgres.js";
import { stopCluster } from "../src/embedded-postgres-cluster.js";
import { findPostgresHome } from "../src/embedded-postgres-home.js";

const onlyAsRoot = process.getuid?.() === 0 ? it : it.skip;
const cleanUps: (() => Promise<unknown>)[] = [];

describe("the embedded Postgres", () => {
  afterEach(async () => {
    for (const cleanUp of cleanUps.splice(0).reverse()) {
      await cleanUp();
    }
  });

  it("answers on this machine alone, and only to who knows its password", async () => {
    const dataDir = await aFolder();

    const { url } = await start(dataDir);

    const withoutPassword = new URL(url);
    withoutPassword.password = "guess";
    await expect(query(withoutPassword.href, "SELECT 1")).rejects.toMatchObject({ code: "28P01" });
    expect(await query(url, "SHOW listen_addresses")).toEqual([{ listen_addresses: "127.0.0.1" }]);
    expect(await query(url, "SHOW unix_socket_directories")).toEqual([{ unix_socket_directories: "" }]);
    expect((await stat(join(dataDir, "postgres", "leadledger-password"))).mode & 0o777).toBe(0o600);
    expect((await stat(join(dataDir, "postgres"))).mode & 0o777).toBe(0o700);
  });

  it("reads and compares text alike on every machine", async () => {
    const { url } = await start(await aFolder());

    expect(await query(url, "SELECT lower('ÄÖÜ') AS lower, 'Z' < 'a' AS by_code_point")).toEqual([
      { lower: "äöü", by_code_point: true },
    ]);
    expect(await query(url, "SHOW server_encoding")).toEqual([{ server_encoding: "UTF8" }]);
    expect(await query(url, "SHOW timezone")).toEqual([{ TimeZone: "UTC" }]);
  });

  it("keeps the data from one start to the next", async () => {
    const dataDir = await aFolder();
    const first = await start(dataDir);
    await query(first.url, "CREATE TABLE kept AS SELECT 'Ada' AS name");
    await first.stop();

    const second = await start(dataDir);

    expect(second.adopted).toBe(false);
    expect(await query(second.url, "SELECT name FROM kept")).toEqual([{ name: "Ada" }]);
  });

  it("is taken over, with its data, by the start after a kill", async () => {
    const dataDir = await aFolder();
    const killed = await startProcess(dataDir);
    await query(killed.url, "CREATE TABLE kept AS SELECT 'Ada' AS name");
    killed.process.kill("SIGKILL");
    await once(killed.process, "exit");

    const next = await start(dataDir);

    expect(next).toMatchObject({ adopted: true, url: killed.url });
    expect(await query(next.url, "SELECT name FROM kept")).toEqual([{ name: "Ada" }]);
    await next.stop();
    await expect(query(next.url, "SELECT 1")).rejects.toMatchObject({ code: "ECONNREFUSED" });
  });

  it("is stopped by a Ctrl-C, which reaches the whole group of processes", async () => {
    const { process: server, url } = await startProcess(await aFolder());

    process.kill(-(server.pid ?? 0), "SIGINT");
    const [exitCode] = await once(server, "exit");

    expect(exitCode).toBe(0);
    await expect(query(url, "SELECT 1")).rejects.toMatchObject({ code: "ECONNREFUSED" });
  });

  it("is one server for two starts at the same moment, and stays until the last of them leaves", async () => {
    const dataDir = await aFolder();

    const [one, other] = await Promise.all([start(dataDir), start(dataDir)]);

    expect(one.url).toBe(other.url);
    expect([one.adopted, other.adopted].sort()).toEqual([false, true]);
    await one.stop();
    expect(await query(other.url, "SELECT 1 AS alive")).toEqual([{ alive: 1 }]);
    await other.stop();
    await expect(query(other.url, "SELECT 1")).rejects.toMatchObject({ code: "ECONNREFUSED" });
  });

  it("starts although the lock file of a crashed one names a process that lives", async () => {
    const dataDir = await aFolder();
    const lock = join(dataDir, "postgres", "postmaster.pid");
    const crashed = await start(dataDir);
    await query(crashed.url, "CREATE TABLE kept AS SELECT 'Ada' AS name");
    const content = await readFile(lock, "utf8");
    await crashed.stop();
    await writeFile(lock, content.replace(/^\d+/, String(process.pid)));

    const next = await start(dataDir);

    expect(next.adopted).toBe(false);
    expect(await query(next.url, "SELECT name FROM kept")).toEqual([{ name: "Ada" }]);
  });

  it("recovers when its server was killed too", async () => {
    const dataDir = await aFolder();
    const killed = await start(dataDir);
    await query(killed.url, "CREATE TABLE kept AS SELECT 'Ada' AS name");
    process.kill(Number.parseInt(await readFile(join(dataDir, "postgres", "postmaster.pid"), "utf8"), 10), "SIGKILL");

    const next = await start(dataDir);

    expect(await query(next.url, "SELECT name FROM kept")).toEqual([{ name: "Ada" }]);
  });

  it("says in one line that the data is another version's", async () => {
    const dataDir = await aFolder();
    const server = await start(dataDir);
    await server.stop();
    await writeFile(join(dataDir, "postgres", "PG_VERSION"), "9\n");

    await expect(start(dataDir)).rejects.toThrow(
      /^the data in .* was made by Postgres 9 and this LeadLedger brings 18: set DATA_DIR/,
    );
  });

  it("says in one line that the folder cannot be used", async () => {
    const file = join(await aFolder(), "file");
    await writeFile(file, "");

    await expect(start(file)).rejects.toThrow(
      `the data folder ${file} cannot be used (EEXIST): set DATA_DIR to a folder you may write to`,
    );
  });

  onlyAsRoot("keeps root's data where its account may enter, says so, and finds it again", async () => {
    const closed = await aFolder();
    await chmod(closed, 0o700);
    const dataDir = join(closed, ".leadledger");
    const notices: string[] = [];

    const first = await start(dataDir, notices);
    cleanUps.push(() => rm(first.dataDir, { recursive: true }));
    await query(first.url, "CREATE TABLE kept AS SELECT 'Ada' AS name");
    await first.stop();
    const second = await start(dataDir, notices);

    expect(first.dataDir).toMatch(/^\/var\/lib\/leadledger\/leadledger-postgres-/);
    expect(second.dataDir).toBe(first.dataDir);
    expect(await query(second.url, "SELECT name FROM kept")).toEqual([{ name: "Ada" }]);
    expect(notices).toEqual(Array(2).fill(expect.stringMatching(`its data is in ${first.dataDir}`)));
    await second.stop();
  });
});

async function aFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "leadledger-postgres-"));
  cleanUps.push(() => rm(folder, { recursive: true }));
  await chmod(folder, 0o755);
  return folder;
}

async function start(dataDir: string, notices: string[] = []): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({
    dataDir,
    settings: { fsync: "off" },
    onNotice: (notice) => notices.push(notice),
  });
  cleanUps.push(() => postgres.stop());
  return postgres;
}

async function startProcess(dataDir: string): Promise<{ process: ChildProcess; url: string }> {
  const script = fileURLToPath(new URL("./support/hold-embedded-postgres.ts", import.meta.url));
  const loader = createRequire(import.meta.url).resolve("tsx");
  const child = spawn(process.execPath, ["--import", loader, script, dataDir], {
    // A group of its own, as the terminal gives to what it runs.
    detached: true,
    stdio: ["ignore", "pipe", "inherit"],
  });
  cleanUps.push(async () => {
    child.kill("SIGKILL");
    await stopCluster(await findPostgresHome(dataDir, () => undefined));
  });
  const [said] = await once(child.stdout, "data");
  return { process: child, url: JSON.parse(String(said)).url };
}

async function query(url: string, sql: string): Promise<object[]> {
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
    return (await client.query<object>(sql)).rows;
  } finally {
    await client.end();
  }
}
