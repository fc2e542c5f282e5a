let steps = 0;

export function say(what: string, outcome: string): void {
  steps += 1;
  console.log(`${String(steps).padStart(2)}. ${what.padEnd(34)} ${outcome}`);
}

export function check(what: string, holds: boolean): void {
  if (holds) return;
  console.error(`    This is not as it should be: ${what}.`);
  process.exit(1);
}

/** The first value that is there, or the end of the demonstration. */
export async function waitFor<T>(what: string, look: () => Promise<T | null | undefined | false>): Promise<T> {
  for (let tries = 0; tries < 100; tries += 1) {
    const seen = await look();
    if (seen) return seen;
    await new Promise((resolve) => setTimeout(resolve, 150));
  }
  check(what, false);
  throw new Error(what);
}
