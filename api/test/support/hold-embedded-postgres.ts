import { startEmbeddedPostgres } from "../../src/embedded-postgres.js";

// A process of its own for tests that kill it: starts Postgres, says so, and stops it on a Ctrl-C.
const [dataDir = ""] = process.argv.slice(2);
const postgres = await startEmbeddedPostgres({ dataDir, settings: { fsync: "off" }, onNotice: () => undefined });
const keepAlive = setInterval(() => undefined, 60_000);
process.once("SIGINT", async () => {
  await postgres.stop();
  clearInterval(keepAlive);
});
process.stdout.write(JSON.stringify({ url: postgres.url, adopted: postgres.adopted }));
