import pg from "pg";
import type { Log } from "../platform/errors.js";
import { type LiveSignals, type Signal, signals } from "../platform/live-signals.js";

export interface WakeUps extends LiveSignals {
  /** To be told after each commit: the word goes to every node, at most once for a merchant within some milliseconds. */
  tell(merchantId: string, signal: Signal): void;
  onRights(listener: RightsListener): void;
  listenerCount(): number;
  stop(): Promise<void>;
}

/** Told for every merchant, by whichever node it was changed; null when it may have been any of them. */
type RightsListener = (merchantId: string | null) => void;

const channel = "leadledger_live";
const coalesceMs = 5;
const pollMs = 1000;
const reconnectMs = 500;

/**
 * Wake-ups between nodes through Postgres, sent after the commit and on a connection of their own, so that no
 * transaction waits for a notification. A lost one is made good by looking at the logs' ends once a second.
 */
export async function startWakeUps(url: string, log: Log): Promise<WakeUps> {
  const listeners = new Map<string, Set<(signal: Signal) => void>>();
  const seen = new Map<string, number>();
  const waiting = new Map<string, Set<Signal>>();
  const rightsListeners: RightsListener[] = [];
  let client: pg.Client | null = null;
  let turn: Promise<unknown> = Promise.resolve();
  let isStopped = false;
  let flushTimer: NodeJS.Timeout | null = null;

  function hear(merchantId: string, signal: Signal): void {
    for (const listener of listeners.get(merchantId) ?? []) listener(signal);
    if (signal === "RIGHTS") for (const listener of rightsListeners) listener(merchantId);
  }

  async function connect(): Promise<void> {
    const next = new pg.Client({ connectionString: url, application_name: "leadledger live" });
    next.on("error", () => void reconnect());
    next.on("notification", ({ payload }) => {
      const [merchantId, signal] = (payload ?? "").split(" ");
      const known = signals.find((s) => s === signal);
      if (merchantId && known) hear(merchantId, known);
    });
    await next.connect();
    await next.query(`LISTEN ${channel}`);
    client = next;
  }

  async function reconnect(): Promise<void> {
    if (isStopped || client === null) return;
    client = null;
    while (!isStopped && client === null) {
      await new Promise((resolve) => setTimeout(resolve, reconnectMs));
      await connect().catch((error: unknown) => log.error({ err: error }, "live connection lost, trying again"));
    }
    // Whose rights have changed meanwhile was told to nobody here.
    for (const merchantId of listeners.keys()) hear(merchantId, "RIGHTS");
    for (const listener of rightsListeners) listener(null);
  }

  /** One statement after the other, on the one connection; a lost one is no harm, since each node polls. */
  function ask<Row extends pg.QueryResultRow>(statement: string, values: unknown[]): Promise<Row[]> {
    const answer = turn.then(async () => (await client?.query<Row>(statement, values))?.rows ?? []).catch(() => []);
    turn = answer;
    return answer;
  }

  async function flush(): Promise<void> {
    flushTimer = null;
    const told = [...waiting].flatMap(([merchantId, kinds]) => [...kinds].map((signal) => `${merchantId} ${signal}`));
    waiting.clear();
    await ask("SELECT pg_notify($1, told) FROM unnest($2::text[]) AS told", [channel, told]);
  }

  /** A listener that is told too often reads and finds nothing; one that is told too seldom would be late. */
  async function poll(): Promise<void> {
    if (listeners.size === 0) return;
    const ends = await ask<{ merchant_id: string; sequence: string }>(
      "SELECT m AS merchant_id, (SELECT max(c.sequence) FROM queue_changes c WHERE c.merchant_id = m) AS sequence FROM unnest($1::uuid[]) AS m",
      [[...listeners.keys()]],
    );
    for (const { merchant_id: merchantId, sequence } of ends) {
      if (Number(sequence) > (seen.get(merchantId) ?? 0)) hear(merchantId, "CHANGES");
      seen.set(merchantId, Number(sequence));
    }
  }

  await connect();
  const pollTimer = setInterval(() => void poll(), pollMs);

  return {
    listen(merchantId, onSignal) {
      const those = listeners.get(merchantId) ?? new Set();
      listeners.set(merchantId, those.add(onSignal));
      return () => {
        those.delete(onSignal);
        if (those.size === 0 && listeners.get(merchantId) === those) listeners.delete(merchantId);
      };
    },
    tell(merchantId, signal) {
      if (!merchantId) return;
      waiting.set(merchantId, (waiting.get(merchantId) ?? new Set()).add(signal));
      flushTimer ??= setTimeout(() => void flush(), coalesceMs);
    },
    onRights: (listener) => void rightsListeners.push(listener),
    listenerCount: () => [...listeners.values()].reduce((count, those) => count + those.size, 0),
    async stop() {
      isStopped = true;
      clearInterval(pollTimer);
      if (flushTimer) clearTimeout(flushTimer);
      await turn;
      await client?.end();
    },
  };
}
