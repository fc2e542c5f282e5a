import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import type { Statement } from "./count-statements.js";
import type { Dataset } from "./dataset.js";
import type { BenchOptions } from "./measure.js";

const execute = promisify(execFile);

/** Transactions in a second when nobody thinks between the statements; null where pgbench is not installed. */
export async function replayByPgbench(
  { url, merchantId }: Dataset,
  statements: readonly Statement[],
  { connections, seconds }: Pick<BenchOptions, "connections" | "seconds">,
): Promise<number | null> {
  const folder = await mkdtemp(join(tmpdir(), "leadledger-pgbench-"));
  const script = join(folder, "script.sql");
  try {
    await writeFile(script, await scriptOf(url, statements));
    const { stdout } = await execute(
      "pgbench",
      ["-n", "-f", script, "-c", `${connections}`, "-j", "2", "-T", `${Math.ceil(seconds)}`, "-D", "i=0", url],
      { env: { ...process.env, PGOPTIONS: `-c role=leadledger_server -c leadledger.merchant_id=${merchantId}` } },
    );
    return Number(/^tps = ([\d.]+)/m.exec(stdout)?.[1]);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** What was new in the recorded run is new in each of these: ids, keys and addresses carry a number that never comes twice. */
async function scriptOf(url: string, statements: readonly Statement[]): Promise<string> {
  const known = await knownIds(url);
  const run = randomBytes(4).toString("hex");
  const fresh = new Map<string, string>();
  const lines = statements.map(({ text, values }) =>
    `${text.replace(/\$(\d+)/g, (_, place) => literal(values[Number(place) - 1]))};`.replace(/\s*\n\s*/g, " "),
  );
  const renewed = lines.map((line) =>
    line.replace(
      /(?<id>[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})|E-\w{5}-\w{5}|[0-9a-f]{8}-\d+/g,
      (text, id) => {
        if (!id) return text.startsWith("E-") ? `E-${run}-:n` : `${run}-:n`;
        if (known.has(id)) return id;
        if (!fresh.has(id)) fresh.set(id, `${run}-${String(fresh.size).padStart(4, "0")}-7000-8000-:n`);
        return fresh.get(id) ?? id;
      },
    ),
  );
  return ["\\set i :i + 1", "\\set n 100000000000 + :client_id * 1000000000 + :i", ...renewed].join("\n");
}

/** What stood there before: the merchant's own people, sources and pipelines. */
async function knownIds(url: string): Promise<Set<string>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ id: string }>(
    "SELECT id FROM merchants UNION SELECT id FROM members UNION SELECT id FROM intake_sources UNION SELECT id FROM pipelines UNION SELECT id FROM campaigns",
  );
  await client.end();
  return new Set(rows.map(({ id }) => id));
}

function literal(value: unknown): string {
  if (value === null || value === undefined) return "NULL";
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (Buffer.isBuffer(value) || value instanceof Uint8Array) return `'\\x${Buffer.from(value).toString("hex")}'`;
  if (value instanceof Date) return pg.escapeLiteral(value.toISOString());
  if (Array.isArray(value)) return value.length > 0 ? `ARRAY[${value.map(literal).join(", ")}]` : "'{}'";
  return pg.escapeLiteral(typeof value === "string" ? value : JSON.stringify(value));
}
