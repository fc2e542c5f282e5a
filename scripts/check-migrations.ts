import { createDataSource, migrateDatabase } from "../api/src/database.js";
import { startEmbeddedPostgres } from "../api/src/embedded-postgres.js";

type DataSource = ReturnType<typeof createDataSource>;

const embedded = process.env.DATABASE_URL
  ? null
  : await startEmbeddedPostgres({ dataDir: ".leadledger/checks", onNotice: console.error, settings: { fsync: "off" } });
try {
  const complaints = await inFreshDatabase(process.env.DATABASE_URL ?? embedded?.url ?? "", complaintsAbout);
  for (const complaint of complaints) console.error(complaint);
  if (complaints.length > 0) process.exitCode = 1;
} finally {
  await embedded?.stop();
}

async function inFreshDatabase<T>(serverUrl: string, work: (url: string) => Promise<T>): Promise<T> {
  const name = `check_migrations_${process.pid}`;
  const freshUrl = new URL(serverUrl);
  freshUrl.pathname = name;
  await withSource(serverUrl, (server) => server.query(`CREATE DATABASE ${name}`));
  try {
    return await work(freshUrl.href);
  } finally {
    await withSource(serverUrl, (server) => server.query(`DROP DATABASE ${name} WITH (FORCE)`));
  }
}

async function complaintsAbout(url: string): Promise<string[]> {
  await migrateDatabase(url);
  const differences = await withSource(url, differencesFromEntities);
  const leftovers = await withSource(url, leftoversAfterUndoing);
  // Only what is really gone can be made again.
  if (leftovers.length === 0) await migrateDatabase(url);
  return [...differences, ...leftovers];
}

async function withSource<T>(url: string, work: (source: DataSource) => Promise<T>): Promise<T> {
  const source = await createDataSource(url).initialize();
  try {
    return await work(source);
  } finally {
    await source.destroy();
  }
}

async function differencesFromEntities(source: DataSource): Promise<string[]> {
  const { upQueries } = await source.driver.createSchemaBuilder().log();
  return upQueries.map(({ query }) => `The entities also need: ${query}`);
}

async function leftoversAfterUndoing(source: DataSource): Promise<string[]> {
  for (const _ of source.migrations) await source.undoLastMigration();
  const leftovers = await source.query<{ name: string }[]>(`
    SELECT oid::regclass::text AS name FROM pg_class
      WHERE relkind IN ('r', 'p', 'v', 'm') AND relname <> 'migrations' AND ${isOurs("pg_class", "relnamespace")}
    UNION ALL
    SELECT oid::regprocedure::text FROM pg_proc WHERE ${isOurs("pg_proc", "pronamespace")}`);
  return leftovers.map(({ name }) => `Undone, the migrations leave behind: ${name}`);
}

// What came with Postgres, an extension or the job queue is not ours to take away.
function isOurs(catalogue: string, namespace: string): string {
  return `${namespace}::regnamespace::text !~ '^(pg_|information_schema|graphile_worker)'
    AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = '${catalogue}'::regclass AND objid = ${catalogue}.oid AND deptype = 'e')`;
}
