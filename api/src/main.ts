import { pino } from "pino";
import { type Config, ConfigError, readConfig } from "./config.js";
import { makeDemoOnce } from "./demo/make-demo.js";
import { startEmbeddedPostgres } from "./embedded-postgres.js";
import { EmbeddedPostgresError } from "./embedded-postgres-programs.js";
import { type Desk, startDesk } from "./start-desk.js";

/** Something that whoever starts the desk can mend, in one line. */
class StartError extends Error {}

try {
  await main(readConfig(process.env));
} catch (error) {
  const isExpected =
    error instanceof StartError || error instanceof ConfigError || error instanceof EmbeddedPostgresError;
  process.stderr.write(`LeadLedger did not start: ${isExpected ? error.message : (error as Error).stack}\n`);
  process.exit(1);
}

async function main(config: Config): Promise<void> {
  // Asked to stop while it is still starting, it finishes starting and stops then.
  let stop: () => void = () => undefined;
  const stopAsked = new Promise<void>((resolve) => {
    stop = resolve;
  });
  process.on("SIGINT", stop);
  process.on("SIGTERM", stop);

  const isProduction = config.environment === "production";
  const log = pino({ level: isProduction ? config.logLevel : config.logLevel === "info" ? "warn" : config.logLevel });
  const postgres =
    config.databaseUrl === null ? await startEmbeddedPostgres({ dataDir: config.dataDir, onNotice: say }) : null;
  let desk: Desk | null = null;
  try {
    desk = await openDesk(config, postgres?.url ?? config.databaseUrl ?? "", log);
    const address = await listen(desk, config);
    say(`LeadLedger is ready at ${address}`);
    say(`  GraphQL       ${address}/graphql (HTTP and WebSocket)`);
    if (!isProduction) say(`  Demo tokens   ${address}/dev/tokens`);
    say(`  Website form  POST ${address}/intake/<source key>`);
    say(`  Database      ${postgres ? `embedded Postgres, data in ${postgres.dataDir}` : "by DATABASE_URL"}`);
    await stopAsked;
    say("LeadLedger is stopping.");
  } finally {
    await desk?.close(config.shutdownGraceMs);
    await postgres?.stop();
  }
  process.exit(0);
}

async function openDesk(
  config: Config,
  databaseUrl: string,
  log: Parameters<typeof startDesk>[0]["log"],
): Promise<Desk> {
  const isProduction = config.environment === "production";
  try {
    return await startDesk({
      databaseUrl,
      poolSize: config.databasePoolSize,
      isProduction,
      introspection: config.introspection,
      allowedOrigins: config.allowedOrigins,
      mail: config,
      publicUrl: config.publicUrl,
      trustedDocuments: config.trustedDocuments,
      oidc: config.oidc,
      async prepare(owner, devSecret) {
        if (!isProduction && (await makeDemoOnce(owner, databaseUrl, devSecret)))
          say("Made two demonstration merchants.");
      },
      log,
    });
  } catch (error) {
    throw databaseTrouble(error, databaseUrl);
  }
}

async function listen({ server }: Desk, { port, host }: Config): Promise<string> {
  try {
    return await server.listen(port, host);
  } catch (error) {
    const code = codeOf(error);
    if (code === "EADDRINUSE")
      throw new StartError(`port ${port} is in use; stop what uses it or set PORT to another one.`);
    if (code === "EACCES")
      throw new StartError(`port ${port} may not be used by this account; set PORT to one above 1023.`);
    if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND")
      throw new StartError(`HOST is ${host}, which is no address of this machine.`);
    throw error;
  }
}

function databaseTrouble(error: unknown, databaseUrl: string): unknown {
  const at = new URL(databaseUrl);
  const where = `${at.hostname}:${at.port || "5432"}`;
  const code = codeOf(error);
  if (code === "ECONNREFUSED" || code === "ENOTFOUND" || code === "ETIMEDOUT" || code === "EAI_AGAIN") {
    return new StartError(`no Postgres answers at ${where} (${code}); start it, or mend DATABASE_URL.`);
  }
  if (code === "28P01" || code === "28000")
    return new StartError(
      `Postgres at ${where} refuses the user ${at.username}; mend the user or password in DATABASE_URL.`,
    );
  if (code === "3D000")
    return new StartError(
      `Postgres at ${where} has no database ${at.pathname.slice(1)}; create it, or mend DATABASE_URL.`,
    );
  if (code === "42501")
    return new StartError(
      `the user ${at.username} may not create the role leadledger_server; let an administrator run CREATE ROLE leadledger_server NOLOGIN; GRANT leadledger_server TO ${at.username};`,
    );
  return error;
}

function codeOf(error: unknown): string | null {
  const cause = error instanceof AggregateError ? error.errors[0] : error;
  if (typeof cause !== "object" || cause === null) return null;
  const { driverError } = cause as { driverError?: unknown };
  if (driverError) return codeOf(driverError);
  return "code" in cause && typeof cause.code === "string" ? cause.code : null;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
