import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { resolve } from "node:path";
import { type Client, createClient } from "@leadledger/client";
import pg from "pg";
import { createTestDatabase } from "../support/database.js";
import { startMailServer } from "../support/mail-server.js";
import { until } from "../support/until.js";

const project = resolve(__dirname, "..", "..", "..");

export interface Verdict {
  submissions: number;
  /** Receipts that were given, each counted once. */
  receipts: number;
  stored: number;
  /** What is not whole: a receipt without its lead, lifecycle, message, history or place in a queue. */
  halfWritten: number;
  leads: number;
  messages: number;
  replayed: number;
}

/** F1: the API is killed in the middle of many submissions by clients that try again with their keys. */
export async function killUnderLoad(submissions: number): Promise<Verdict> {
  const database = await createTestDatabase();
  const mail = await startMailServer();
  const port = await freePort();
  let api = await startApi(database.url, port, mail.url);
  try {
    const desk = await signIn(port);
    let done = 0;
    const receipts = Array.from({ length: submissions }, async (_, i) => {
      const { receiptNumber, replayed } = await desk.submitEnquiry({
        idempotencyKey: `submission ${i}`,
        channel: "WEB_FORM",
        contact: { name: `Person ${i}`, email: `person-${i}@example.com` },
        message: "Is anybody there?",
      });
      done += 1;
      return { receiptNumber, replayed };
    });
    await until("a part of the submissions is done", () => done > submissions / 5, 180_000);
    api.kill("SIGKILL");
    await once(api, "exit");
    api = await startApi(database.url, port, mail.url);
    const given = await Promise.all(receipts);
    return await judge(database.url, submissions, given);
  } finally {
    api.kill("SIGKILL");
    await mail.close();
    await database.drop();
  }
}

async function startApi(databaseUrl: string, port: number, smtpUrl: string): Promise<ChildProcess> {
  const api = spawn("node", ["--import", "tsx", "api/src/main.ts"], {
    cwd: project,
    env: {
      ...process.env,
      NODE_ENV: "development",
      DATABASE_URL: databaseUrl,
      PORT: String(port),
      SMTP_URL: smtpUrl,
      LOG_LEVEL: "fatal",
    },
    stdio: ["ignore", "ignore", "inherit"],
  });
  await until(
    "the API is ready",
    async () => (await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null))?.ok,
    180_000,
  );
  return api;
}

async function signIn(port: number): Promise<Client> {
  const response = await fetch(`http://127.0.0.1:${port}/dev/tokens`);
  const { merchants } = (await response.json()) as { merchants: { tokens: { ADMIN: string } }[] };
  const token = merchants[0]?.tokens.ADMIN ?? "";
  return createClient({
    url: `http://127.0.0.1:${port}/graphql`,
    token: () => token,
    timeoutMs: 60_000,
    retry: { attempts: 100, maxDelayMs: 1000 },
  });
}

async function judge(
  url: string,
  submissions: number,
  given: { receiptNumber: string; replayed: boolean }[],
): Promise<Verdict> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const count = async (statement: string): Promise<number> =>
      Number((await client.query<{ count: string }>(statement)).rows[0]?.count);
    const ours = "e.idempotency_key LIKE 'submission %'";
    return {
      submissions,
      receipts: new Set(given.map(({ receiptNumber }) => receiptNumber)).size,
      replayed: given.filter(({ replayed }) => replayed).length,
      stored: await count(`SELECT count(*) FROM enquiries e WHERE ${ours}`),
      leads: await count(
        `SELECT count(DISTINCT o.lead_id) FROM enquiries e JOIN enquiry_outcomes o ON o.enquiry_id = e.id WHERE ${ours}`,
      ),
      messages: await count(`SELECT count(*) FROM enquiries e JOIN messages m ON m.enquiry_id = e.id WHERE ${ours}`),
      halfWritten: await count(`SELECT count(*) FROM enquiries e WHERE ${ours} AND NOT EXISTS (
        SELECT 1 FROM enquiry_outcomes o JOIN leads l ON l.id = o.lead_id
          JOIN lifecycles y ON y.id = l.current_lifecycle_id AND y.lead_id = l.id
          JOIN messages m ON m.lead_id = l.id AND m.enquiry_id = e.id
          JOIN queue_entries q ON q.subject_id = l.id AND q.queue = 'UNASSIGNED'
        WHERE o.enquiry_id = e.id AND o.outcome = 'ACCEPTED'
          AND l.history_length = (SELECT count(*) FROM lead_events h WHERE h.lead_id = l.id)
          AND (SELECT count(*) FROM queue_changes c WHERE c.subject_id = l.id AND c.queue = 'UNASSIGNED' AND c.kind = 'ENTERED') = 1)`),
    };
  } finally {
    await client.end();
  }
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as AddressInfo;
  probe.close();
  return port;
}
