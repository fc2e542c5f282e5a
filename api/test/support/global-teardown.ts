import { spawnSync } from "node:child_process";
import { existsSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export default function tearDown(): void {
  const folder = process.env.LEADLEDGER_TEST_RUN;
  if (folder && !existsSync(join(folder, "used"))) {
    rmSync(folder, { recursive: true });
    return;
  }
  // Jest does not apply its module names to this file, so what imports our sources runs in a process of its own.
  const remove = join(dirname(fileURLToPath(import.meta.url)), "global-remove.ts");
  const loader = createRequire(import.meta.url).resolve("tsx");
  const removed = spawnSync(process.execPath, ["--import", loader, remove, "now"], { stdio: "inherit" });
  if (removed.status !== 0) {
    throw new Error(`the databases of this run are not gone: see above, and ${folder}`);
  }
}
