const longestDelayMs = 10 * 60_000;

/**
 * How long to wait after the n-th failed attempt of a round: twice as long each time, never more than ten minutes, and
 * never as long as its neighbours, so that what failed together does not come back together.
 */
export function retryDelayMs(failures: number, baseMs: number, random: () => number): number {
  const delay = baseMs * 2 ** (failures - 1) * (1 + random() / 5);
  return Math.round(Math.min(delay, longestDelayMs));
}
