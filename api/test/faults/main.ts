import { spawnSync } from "node:child_process";
import { parseArgs } from "node:util";

// `npm run test:faults -- --rounds 20`: the same faults as in every test run, as often as you like.
const { values } = parseArgs({ options: { rounds: { type: "string", default: "1" } } });

const { status } = spawnSync("npx", ["jest", "api/test/faults.test.ts"], {
  env: { ...process.env, ROUNDS: values.rounds },
  stdio: "inherit",
});
process.exit(status ?? 1);
