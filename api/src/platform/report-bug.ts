import type { Log } from "./errors.js";

let log: Log | null = null;

export function reportBugsTo(theirs: Log): void {
  log = theirs;
}

/** For a bug whose effects were undone and whose cause is not to be lost: nothing else would tell of it. */
export const reportBug = (error: unknown, where: string): void => log?.error({ err: error }, where);
