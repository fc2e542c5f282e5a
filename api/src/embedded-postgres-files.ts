import { mkdtemp, readdir, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

/**
 * `make` fills an empty folder beside the place and answers what is to be renamed into it, so nobody ever sees half of
 * it. When the place was filled meanwhile, what was made is dropped. What earlier processes left unfinished is removed.
 */
export async function makeWholeFolder(place: string, make: (aside: string) => Promise<string>): Promise<void> {
  await removeAbandoned(place);
  const aside = await mkdtemp(`${asidePrefix(place)}${process.pid}-`);
  try {
    await rename(await make(aside), place);
  } catch (error) {
    if (!hasErrorCode(error, "ENOTEMPTY", "EEXIST")) {
      throw error;
    }
  } finally {
    await rm(aside, { recursive: true, force: true });
  }
}

export function isAlive(pid: number): boolean {
  try {
    return pid > 0 && process.kill(pid, 0);
  } catch (error) {
    return hasErrorCode(error, "EPERM");
  }
}

export function hasErrorCode(error: unknown, ...codes: string[]): error is Error & { code: string } {
  return (
    error instanceof Error &&
    "code" in error &&
    typeof error.code === "string" &&
    (codes.length === 0 || codes.includes(error.code))
  );
}

export function nullWhenMissing(error: unknown): null {
  if (hasErrorCode(error, "ENOENT")) {
    return null;
  }
  throw error;
}

async function removeAbandoned(place: string): Promise<void> {
  const prefix = basename(asidePrefix(place));
  const names = (await readdir(dirname(place))).filter((name) => name.startsWith(prefix));
  const abandoned = names.filter((name) => !isAlive(Number.parseInt(name.slice(prefix.length), 10)));
  await Promise.all(abandoned.map((name) => rm(join(dirname(place), name), { recursive: true, force: true })));
}

function asidePrefix(place: string): string {
  return `${place}.new-`;
}
