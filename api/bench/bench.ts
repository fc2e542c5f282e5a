import type { Dataset } from "./dataset.js";
import type { Instruments } from "./measure.js";
import { watchPostgres } from "./postgres-usage.js";
import { type RemoteProcess, startProcess } from "./processes.js";

/** Starts what a bench needs beside its database, and stops all of it whatever happens. */
export async function withProcesses<T>(
  { url }: Dataset,
  scripts: readonly `./${string}-process.ts`[],
  work: (instruments: Instruments, ...servers: RemoteProcess[]) => Promise<T>,
): Promise<T> {
  const postgres = await watchPostgres(url);
  const loader = startProcess("./load-process.ts");
  const servers = scripts.map((script) => startProcess(script, { DATABASE_URL: url, NODE_ENV: "production" }));
  try {
    return await work({ loader, postgres }, ...servers);
  } finally {
    await Promise.all([loader, ...servers].map((started) => started.stop()));
    await postgres.close();
  }
}
