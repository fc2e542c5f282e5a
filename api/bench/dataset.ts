import pg from "pg";
import type { DataSource } from "typeorm";
import { createDataSource, migrateDatabase } from "../src/database.js";
import { makeMerchant } from "../src/demo/demo-merchants.js";
import { createDevTokens } from "../src/people/tokens.js";
import { installationSecret } from "../src/platform/installation-secret.js";
import { type DatasetSize, datasetStatements } from "./dataset-statements.js";

/** A database full of leads, and the merchant in it who is asked. */
export interface Dataset {
  readonly url: string;
  readonly leads: number;
  readonly merchantId: string;
  readonly agentId: string;
  readonly agentToken: string;
  readonly managerToken: string;
  /** A won lead of the agent with 30 messages. */
  readonly pageLeadIds: readonly string[];
}

/** Made when it is not there yet. `url` is that of any database of the cluster. */
export async function openDataset(url: string, size: DatasetSize): Promise<Dataset> {
  const name = `bench_${size.leads}_leads_${size.days}_days`;
  const at = new URL(url);
  at.pathname = `/${name}`;
  await withClient(url, async (client) => {
    const found = await client.query("SELECT FROM pg_database WHERE datname = $1", [name]);
    if (found.rowCount === 0) await makeDatabase(client, url, name, size);
  });
  const owner = await createDataSource(at.href).initialize();
  try {
    return await describe(owner, at.href, size);
  } finally {
    await owner.destroy();
  }
}

/** Under another name until it is whole. */
async function makeDatabase(client: pg.Client, url: string, name: string, size: DatasetSize): Promise<void> {
  const unfinished = new URL(url);
  unfinished.pathname = `/${name}_unfinished`;
  const startedAt = performance.now();
  process.stderr.write(`Making ${size.leads} leads over ${size.days} days ... `);
  await client.query(`DROP DATABASE IF EXISTS ${name}_unfinished WITH (FORCE)`);
  await client.query(`CREATE DATABASE ${name}_unfinished`);
  await migrateDatabase(unfinished.href);
  const owner = await createDataSource(unfinished.href).initialize();
  await makeMerchants(owner);
  await owner.destroy();
  await withClient(unfinished.href, async (filling) => {
    for (const statement of datasetStatements(size)) await filling.query(statement);
  });
  await client.query(`ALTER DATABASE ${name}_unfinished RENAME TO ${name}`);
  process.stderr.write(`${((performance.now() - startedAt) / 1000).toFixed(1)} s\n`);
}

async function makeMerchants(owner: DataSource): Promise<void> {
  const devSecret = await installationSecret(owner, "developers");
  for (let i = 0; i < 10; i += 1) {
    await makeMerchant(owner, devSecret, {
      name: `Merchant ${i}`,
      timeZone: "Europe/Berlin",
      members: (["ADMIN", "MANAGER", "AGENT", "AGENT", "AGENT", "ANALYST"] as const).map((role, j) => ({
        name: `${role.toLowerCase()} ${j}`,
        email: `${role.toLowerCase()}-${j}@merchant-${i}.example`,
        role,
      })),
      sources: [{ name: "Website", key: `merchant-${i}`, channel: "WEB_FORM", defaultCountry: "DE" }],
      campaigns: [{ name: "Spring" }],
    });
  }
}

async function describe(owner: DataSource, url: string, { leads }: DatasetSize): Promise<Dataset> {
  const tokens = createDevTokens(await installationSecret(owner, "developers"));
  const [found] = await owner.query<
    { merchantId: string; agentId: string; managerId: string; pageLeadIds: string[] }[]
  >(
    `SELECT a.merchant_id AS "merchantId", a.id AS "agentId", m.id AS "managerId",
       (SELECT array_agg(id) FROM (SELECT l.id FROM leads l WHERE l.merchant_id = a.merchant_id AND l.history_length = 32 AND l.owner_id = a.id
         ORDER BY l.created_at DESC LIMIT 10) AS recent) AS "pageLeadIds"
     FROM members a JOIN members m ON m.merchant_id = a.merchant_id AND m.role = 'MANAGER' WHERE a.role = 'AGENT' ORDER BY a.id LIMIT 1`,
  );
  if (!found) throw new Error("The dataset has no agent");
  const { merchantId, agentId, managerId, pageLeadIds } = found;
  return {
    ...{ url, leads, merchantId, agentId, pageLeadIds },
    agentToken: await tokens.sign(agentId),
    managerToken: await tokens.sign(managerId),
  };
}

async function withClient(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
