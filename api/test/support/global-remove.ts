import { setTimeout as wait } from "node:timers/promises";
import { isAlive } from "../../src/embedded-postgres-files.js";
import { currentTestRun, doesTestRunExist, removeTestRun, type TestRun } from "./test-run.js";

// A process of its own: started by the teardown, and beside a run that uses Postgres, to clean up after a Ctrl-C or a
// kill, which leave Jest no time for its teardown.
const run = currentTestRun();
if (process.argv[2] === "once-jest-is-gone") {
  await waitForTheEnd(run);
}
await removeTestRun(run);

async function waitForTheEnd(run: TestRun): Promise<void> {
  while (isAlive(run.runnerPid) && (await doesTestRunExist(run))) {
    await wait(500);
  }
}
