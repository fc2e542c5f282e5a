import { readFile } from "node:fs/promises";
import pg from "pg";

export interface PostgresUsage {
  /** CPU time that the server's processes have used so far; null where the system does not tell. */
  cpuMs(): Promise<number | null>;
  close(): Promise<void>;
}

const msPerTick = 10;

export async function watchPostgres(url: string): Promise<PostgresUsage> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return {
    async cpuMs() {
      if (process.platform !== "linux") return null;
      const { rows } = await client.query<{ pid: number }>(
        "SELECT pid FROM pg_stat_activity WHERE pid <> pg_backend_pid()",
      );
      const ticks = await Promise.all(rows.map(({ pid }) => ticksOf(pid)));
      return ticks.reduce((sum, each) => sum + each, 0) * msPerTick;
    },
    close: () => client.end(),
  };
}

async function ticksOf(pid: number): Promise<number> {
  // One that has just ended is gone from there.
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return Number(fields[11] ?? 0) + Number(fields[12] ?? 0);
}
