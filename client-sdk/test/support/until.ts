import { setTimeout as pause } from "node:timers/promises";

/** Waits for the thing, or says after a while what did not come. */
export async function until(what: string, isThere: () => boolean, patienceMs = 8000): Promise<void> {
  const end = Date.now() + patienceMs;
  while (!isThere()) {
    if (Date.now() > end) throw new Error(`Waited ${patienceMs} ms for this: ${what}`);
    await pause(5);
  }
}
