import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { FastifyBaseLogger } from "fastify";
import type { DataSource } from "typeorm";
import { createDataSource, createServerDataSource, migrateDatabase } from "./database.js";
import { websiteForm } from "./intake/doors/website-form.js";
import { startWakeUps } from "./live/wake-ups.js";
import { demoKeyName, findDevTokens } from "./people/dev-tokens.js";
import { findViewer, renewViewer } from "./people/find-viewer.js";
import { createOidcTokens, type Provider } from "./people/oidc-tokens.js";
import { createDevTokens, demoApiKey } from "./people/tokens.js";
import type { Context } from "./platform/context.js";
import { createDatabase, type Database } from "./platform/database.js";
import { installationSecret } from "./platform/installation-secret.js";
import { useCursorSecret } from "./platform/page.js";
import { reportBugsTo } from "./platform/report-bug.js";
import type { Viewer } from "./platform/viewer.js";
import { buildLeadLedgerSchema } from "./schema.js";
import { type ApiServer, createServer, type ServerOptions } from "./server.js";
import { startWorker, type WorkerOptions } from "./worker.js";

export interface DeskOptions extends Partial<Pick<ServerOptions, "limits" | "socketLimits">> {
  databaseUrl: string;
  poolSize: number;
  isProduction: boolean;
  introspection: boolean;
  allowedOrigins: readonly string[];
  mail: WorkerOptions["mail"];
  publicUrl: string | null;
  /** Whose tokens sign members in, beside the developers' own outside of production. */
  oidc?: Provider | null;
  /** "only": members send documents of the SDK's manifest by their id, and nothing else. */
  trustedDocuments?: "off" | "only";
  deliveryTiming?: WorkerOptions["timing"];
  /** The demonstration is made before anything is sent or served. */
  prepare?: (owner: DataSource, devSecret: Buffer) => Promise<void>;
  log: FastifyBaseLogger;
}

export interface Desk {
  server: ApiServer;
  db: Database;
  owner: DataSource;
  devSecret: Buffer;
  /** How many streams wait for a signal. */
  listenerCount(): number;
  close(graceMs: number): Promise<void>;
}

/** Everything but the port: the database brought up to date, the server ready to listen, the worker at work. */
export async function startDesk(options: DeskOptions): Promise<Desk> {
  const { databaseUrl: url, log, isProduction } = options;
  await migrateDatabase(url);
  const owner = await createDataSource(url).initialize();
  const source = await createServerDataSource(url, options.poolSize).initialize();
  const wakeUps = await startWakeUps(url, log);
  const db = createDatabase(source, (merchantId) => wakeUps.tell(merchantId, "CHANGES"));
  useCursorSecret((await installationSecret(owner, "cursors")).toString("hex"));
  const devSecret = await installationSecret(owner, "developers");
  await options.prepare?.(owner, devSecret);
  const devTokens = isProduction ? null : createDevTokens(devSecret);
  const demoKeyOf = isProduction ? (id: string) => demoApiKey(devSecret, demoKeyName(id)) : null;
  const oidcTokens = options.oidc ? createOidcTokens(options.oidc) : null;
  reportBugsTo(log);
  const contextOf = (viewer: Viewer, requestId: string): Context => ({
    viewer,
    db,
    requestId,
    live: wakeUps,
    renewViewer: () => renewViewer(db, viewer),
  });

  const server = await createServer({
    ...options,
    ...buildLeadLedgerSchema(),
    trustedDocuments: options.trustedDocuments === "only" ? { texts: readManifest(), requiredOf: ["MEMBER"] } : null,
    trustProxy: isProduction,
    viewerOf: (authorization) => findViewer(db, { devTokens, oidcTokens, demoKeyOf }, authorization),
    contextOf,
    isReady: () => isAnswering(source),
    async routes(app) {
      await app.register(websiteForm(db, log));
      if (devTokens)
        app.get("/dev/tokens", async () => ({ merchants: await findDevTokens(owner, devTokens, devSecret) }));
    },
  });
  wakeUps.onRights((merchantId) => void server.recheckSockets(merchantId));
  const worker = await startWorker({
    url,
    db,
    mail: options.mail,
    publicUrl: options.publicUrl,
    log,
    ...(options.deliveryTiming ? { timing: options.deliveryTiming } : {}),
  });

  return {
    server,
    db,
    owner,
    devSecret,
    listenerCount: wakeUps.listenerCount,
    async close(graceMs) {
      await server.close(graceMs);
      await worker.stop();
      await wakeUps.stop();
      await Promise.all([source.destroy(), owner.destroy()]);
    },
  };
}

function readManifest(): ReadonlyMap<string, string> {
  const path = fileURLToPath(new URL("../../client-sdk/src/generated/manifest.json", import.meta.url));
  const manifest: Record<string, string> = JSON.parse(readFileSync(path, "utf8"));
  return new Map(Object.entries(manifest));
}

async function isAnswering(source: DataSource): Promise<boolean> {
  try {
    await source.query("SELECT 1");
    return true;
  } catch {
    return false;
  }
}
