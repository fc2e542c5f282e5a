import { chmod, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { startEmbeddedPostgres } from "../src/embedded-postgres.js";
import { type Dataset, openDataset } from "./dataset.js";
import { benchGrowth } from "./growth.js";
import { benchIntake } from "./intake.js";
import { benchList } from "./list.js";
import type { BenchOptions } from "./measure.js";
import { benchPage } from "./page.js";

// npm run bench -- [list page intake growth] [--leads 10000] [--busy] [--seconds 6] [--connections 20]
//   [--keep <folder in which the data stays for the next time>] [--profile <file for a CPU profile>]
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    leads: { type: "string" },
    // More leads in the same year; without it, the same number of leads each day for more years.
    busy: { type: "boolean", default: false },
    seconds: { type: "string", default: "6" },
    connections: { type: "string", default: "20" },
    keep: { type: "string" },
    profile: { type: "string" },
  },
});

type Open = (leads: number) => Promise<Dataset>;

const benches = {
  list: async (open, options) => benchList(await open(Number(values.leads ?? 10_000)), options),
  page: async (open, options) => benchPage(await open(Number(values.leads ?? 10_000)), options),
  intake: async (open, options) => benchIntake(await open(Number(values.leads ?? 10_000)), options),
  growth: async (open, options) =>
    benchGrowth(await open(10_000), await open(Number(values.leads ?? 1_000_000)), options),
} satisfies Record<string, (open: Open, options: BenchOptions) => Promise<string>>;

const isBench = (name: string): name is keyof typeof benches => name in benches;
const asked = positionals.length > 0 ? positionals : Object.keys(benches);
const unknown = asked.filter((name) => !isBench(name));
if (unknown.length > 0) {
  process.stderr.write(`There is no bench ${unknown.join(", ")}; there are ${Object.keys(benches).join(", ")}.\n`);
  process.exit(1);
}

const dataDir = values.keep ?? (await mkdtemp(join(tmpdir(), "leadledger-bench-")));
await mkdir(dataDir, { recursive: true });
// As root, another account runs Postgres in it.
await chmod(dataDir, 0o755);
const postgres = await startEmbeddedPostgres({ dataDir, onNotice: (notice) => process.stderr.write(`${notice}\n`) });
try {
  const days = (leads: number): number => (values.busy ? 365 : (30 * leads) / 10_000);
  const open: Open = (leads) => openDataset(postgres.url, { leads, days: days(leads) });
  const options = {
    connections: Number(values.connections),
    seconds: Number(values.seconds),
    profileTo: values.profile,
  };
  for (const name of asked.filter(isBench)) console.log(`${await benches[name](open, options)}\n`);
} finally {
  await postgres.stop();
  if (!values.keep) await rm(dataDir, { recursive: true, force: true });
}
