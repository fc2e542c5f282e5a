import type { Figures, Load } from "./load-process.js";
import type { RemoteProcess } from "./processes.js";
import type { Usage } from "./usage.js";

export interface BenchOptions extends Pick<Load, "connections" | "seconds"> {
  /** A file for the CPU profile of our server. */
  readonly profileTo: string | undefined;
}

export interface Measured extends Figures {
  /** Of the server's process alone, Postgres not included. */
  readonly cpuMs: number;
  readonly statements: number;
}

/** A short run that nobody counts, so that compilers and caches are warm. */
async function warmUp(loader: RemoteProcess, load: Load): Promise<void> {
  await loader.ask<Figures>("run", { ...load, seconds: Math.min(2, load.seconds) });
}

export async function measure(loader: RemoteProcess, server: RemoteProcess, load: Load): Promise<Measured> {
  const before = await server.ask<Usage>("usage");
  const figures = await loader.ask<Figures>("run", load);
  const after = await server.ask<Usage>("usage");
  return {
    ...figures,
    cpuMs: (after.cpuMs - before.cpuMs) / figures.requests,
    statements: (totalOf(after) - totalOf(before)) / figures.requests,
  };
}

const rounds = 5;

/** In turns, since these machines have good and bad seconds; of each the round in the middle. */
export async function measureInTurns(
  loader: RemoteProcess,
  runners: readonly { readonly server: RemoteProcess; readonly load: Load }[],
): Promise<Measured[]> {
  const measured: Measured[][] = runners.map(() => []);
  for (const { load } of runners) await warmUp(loader, load);
  for (let round = 0; round < rounds; round += 1) {
    for (const [i, { server, load }] of runners.entries()) {
      measured[i]?.push(await measure(loader, server, { ...load, seconds: load.seconds / rounds }));
    }
  }
  return measured.map(middle);
}

function middle(measured: readonly Measured[]): Measured {
  const found = [...measured].sort((a, b) => a.perSecond - b.perSecond)[Math.floor(measured.length / 2)];
  if (!found) throw new Error("Nothing was measured");
  return found;
}

const totalOf = ({ statements: { work, transaction, scope } }: Usage): number => work + transaction + scope;
