import { setTimeout as pause } from "node:timers/promises";

/** Waits for the thing: gives the first value that is neither null nor false, or says after a while what did not come. */
export async function until<T>(
  what: string,
  look: () => T | Promise<T>,
  patienceMs = 8000,
): Promise<Exclude<NonNullable<T>, false>> {
  const end = Date.now() + patienceMs;
  for (;;) {
    const seen = await look();
    if (isThere(seen)) return seen;
    if (Date.now() > end) throw new Error(`Waited ${patienceMs} ms for this: ${what}`);
    await pause(20);
  }
}

const isThere = <T>(seen: T): seen is Exclude<NonNullable<T>, false> =>
  seen !== null && seen !== undefined && seen !== false;
