import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { startEmbeddedPostgres } from "../src/embedded-postgres.js";
import { openDataset } from "./dataset.js";
import { benchList } from "./list.js";

// npm run bench -- [list] [--leads 10000] [--seconds 6] [--connections 20] [--keep <folder for the data>]
const { values } = parseArgs({
  allowPositionals: true,
  options: {
    leads: { type: "string", default: "10000" },
    seconds: { type: "string", default: "6" },
    connections: { type: "string", default: "20" },
    keep: { type: "string" },
    profile: { type: "string" },
  },
});
const dataDir = values.keep ?? (await mkdtemp(join(tmpdir(), "leadledger-bench-")));
await chmod(dataDir, 0o755);
const postgres = await startEmbeddedPostgres({ dataDir, onNotice: (notice) => process.stderr.write(`${notice}\n`) });
try {
  const asked = { connections: Number(values.connections), seconds: Number(values.seconds), profileTo: values.profile };
  const dataset = await openDataset(postgres.url, { leads: Number(values.leads), days: 30 });
  console.log(await benchList(dataset, asked));
} finally {
  await postgres.stop();
  if (!values.keep) await rm(dataDir, { recursive: true, force: true });
}
