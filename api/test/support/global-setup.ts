import { chmod, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Only makes room: Postgres comes up when the first suite asks for a database, so tests without one do not wait. */
export default async function setUp(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), `leadledger-test-${process.pid}-`));
  // As root, another account runs Postgres in here.
  await chmod(folder, 0o755);
  process.env.LEADLEDGER_TEST_RUN = folder;
}
