import type { Figures, Load } from "./load-process.js";
import type { PostgresUsage } from "./postgres-usage.js";
import type { RemoteProcess } from "./processes.js";
import type { Usage } from "./usage.js";

export interface BenchOptions extends Pick<Load, "connections" | "seconds"> {
  /** A file for the CPU profile of our server. */
  readonly profileTo: string | undefined;
}

export interface Instruments {
  readonly loader: RemoteProcess;
  readonly postgres: PostgresUsage;
}

export interface Runner {
  readonly server: RemoteProcess;
  readonly load: Load;
}

/** CPU and statements are those of one request. */
export interface Measured extends Figures {
  readonly cpuMs: number;
  readonly postgresCpuMs: number | null;
  readonly statements: number;
}

async function measure({ loader, postgres }: Instruments, { server, load }: Runner): Promise<Measured> {
  const before = await server.ask<Usage>("usage");
  const postgresBefore = await postgres.cpuMs();
  const figures = await loader.ask<Figures>("run", load);
  const postgresAfter = await postgres.cpuMs();
  const after = await server.ask<Usage>("usage");
  return {
    ...figures,
    cpuMs: (after.cpuMs - before.cpuMs) / figures.requests,
    postgresCpuMs:
      postgresBefore === null || postgresAfter === null ? null : (postgresAfter - postgresBefore) / figures.requests,
    statements: (totalOf(after) - totalOf(before)) / figures.requests,
  };
}

const rounds = 5;

/** In turns, since these machines have good and bad seconds; of each the round in the middle. */
export async function measureInTurns<Name extends string>(
  instruments: Instruments,
  runners: Readonly<Record<Name, Runner>>,
): Promise<Record<Name, Measured>> {
  const entries = Object.entries<Runner>(runners).map(([name, runner]) => ({
    name,
    runner,
    measured: [] as Measured[],
  }));
  for (const { runner } of entries) await warmUp(instruments, runner.load);
  for (let round = 0; round < rounds; round += 1) {
    for (const { runner, measured } of entries) {
      const load = { ...runner.load, seconds: runner.load.seconds / rounds };
      measured.push(await measure(instruments, { ...runner, load }));
    }
  }
  return Object.fromEntries(entries.map(({ name, measured }) => [name, middle(measured)])) as Record<Name, Measured>;
}

/** A run that nobody counts, for a profile of our server under this load. */
export async function profile(instruments: Instruments, runner: Runner, path: string): Promise<void> {
  await runner.server.ask("startProfile");
  await measure(instruments, runner);
  await runner.server.ask("stopProfile", path);
}

/** A short run that nobody counts, so that compilers and caches are warm. */
async function warmUp({ loader }: Instruments, load: Load): Promise<void> {
  await loader.ask<Figures>("run", { ...load, seconds: Math.min(2, load.seconds) });
}

function middle(measured: readonly Measured[]): Measured {
  const found = [...measured].sort((a, b) => a.perSecond - b.perSecond)[Math.floor(measured.length / 2)];
  if (!found) throw new Error("Nothing was measured");
  return found;
}

const totalOf = ({ statements: { work, transaction, scope } }: Usage): number => work + transaction + scope;
