import pg from "pg";
import { withProcesses } from "./bench.js";
import type { Statement } from "./count-statements.js";
import type { Dataset } from "./dataset.js";
import type { Load } from "./load-process.js";
import { type BenchOptions, type Instruments, measureInTurns, profile } from "./measure.js";
import { replayByPgbench } from "./pgbench.js";
import type { RemoteProcess } from "./processes.js";
import { drawTable, rowOf } from "./table.js";

const submitQuery = `mutation Submit($input: SubmitEnquiryInput!) {
  submitEnquiry(input: $input) { outcome enquiry { id receiptNumber receivedAt } userErrors { code message } replayed }
}`;

/** What a visitor sends, told apart from every other by `{{n}}`. */
const input = {
  idempotencyKey: "key-{{n}}",
  channel: "WEB_FORM",
  contact: { name: "Visitor {{n}}", email: "visitor-{{n}}@example.com" },
  message: "Could you call me about an offer?",
};

/** P3: enquiries of people nobody knew, each on disk before it is answered, beside pgbench with the same statements. */
export function benchIntake(dataset: Dataset, { profileTo, ...asked }: BenchOptions): Promise<string> {
  return withProcesses(dataset, ["./desk-process.ts"], async (instruments, server) => {
    const bodies = [JSON.stringify({ query: submitQuery, variables: { input } })];
    const url = await server.ask<string>("url");
    const ours = { server, load: { ...asked, url, bodies, token: dataset.managerToken, expected: '"ACCEPTED"' } };
    await putJobsOff(dataset.url);
    const statements = await recordOne(instruments, server, ours.load);
    const measured = await measureInTurns(instruments, { ours });
    if (profileTo) await profile(instruments, ours, profileTo);
    const perSecond = await replayByPgbench(dataset, statements, asked);
    const ratio = perSecond === null ? "no pgbench here" : (measured.ours.perSecond / perSecond).toFixed(2);
    const rows = [rowOf("LeadLedger", measured.ours, ratio)];
    if (perSecond !== null)
      rows.push({ "": "pgbench, the same statements", "req/s": perSecond.toFixed(0), ratio: "1.00" });
    return drawTable(`P3 intake: new contacts of one merchant, ${asked.connections} connections`, rows);
  });
}

/** Jobs are added as always and done tomorrow: the mails that follow are no part of taking an enquiry in. */
async function putJobsOff(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`CREATE OR REPLACE FUNCTION put_off() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN NEW.run_at := NEW.run_at + interval '1 day'; RETURN NEW; END $$`);
  await client.query(
    "CREATE OR REPLACE TRIGGER put_off BEFORE INSERT ON graphile_worker._private_jobs FOR EACH ROW EXECUTE FUNCTION put_off()",
  );
  await client.end();
}

/** The transaction of one submission, from its BEGIN to its COMMIT. */
async function recordOne({ loader }: Instruments, server: RemoteProcess, load: Load): Promise<Statement[]> {
  // The first one teaches every connection its merchant.
  await loader.ask("run", { ...load, seconds: 0.5 });
  await server.ask("startRecording");
  await loader.ask<string>("answerTo", load);
  const statements = await server.ask<Statement[]>("stopRecording");
  const isInsert = ({ text }: Statement) => text.startsWith("INSERT INTO enquiries ");
  const connection = statements.find(isInsert)?.connection;
  const own = statements.filter((statement) => statement.connection === connection);
  const insertAt = own.findIndex(isInsert);
  const start = own.findLastIndex(({ text }, i) => i < insertAt && text === "START TRANSACTION");
  const end = own.findIndex(({ text }, i) => i > insertAt && text === "COMMIT");
  if (start < 0 || end < 0) throw new Error("No whole submission was recorded");
  return own.slice(start, end + 1);
}
