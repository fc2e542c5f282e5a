import { isDeepStrictEqual } from "node:util";
import type { Dataset } from "./dataset.js";
import type { Load } from "./load-process.js";
import { type BenchOptions, type Measured, measure, measureInTurns } from "./measure.js";
import { type RemoteProcess, startProcess } from "./processes.js";
import { drawTable, rowOf } from "./table.js";

const listQuery = `query List {
  leads(first: 50) {
    nodes {
      id version isTest createdAt updatedAt
      stage { key name kind }
      contact { id name phone email tags createdAt }
      owner { id name role email }
      history(first: 3) { nodes { sequence kind at cause } }
    }
    pageInfo { hasNextPage }
  }
}`;

/** P1: the list of leads as an agent has it, beside one hand-written statement that gives the same JSON. */
export async function benchList(dataset: Dataset, { profileTo, ...asked }: BenchOptions): Promise<string> {
  const environment = { DATABASE_URL: dataset.url, NODE_ENV: "production" };
  const loader = startProcess("./load-process.ts");
  const ours = startProcess("./desk-process.ts", environment);
  const peer = startProcess("./hand-sql-process.ts", environment);
  try {
    const bodies = [JSON.stringify({ query: listQuery })];
    const loadOn = async (server: RemoteProcess, token: string): Promise<Load> => ({
      ...{ ...asked, token, bodies, url: await server.ask<string>("url"), expected: '"MESSAGE_RECEIVED"' },
    });
    const ourLoad = await loadOn(ours, dataset.agentToken);
    const peerLoad = await loadOn(peer, `${dataset.merchantId} ${dataset.agentId}`);
    await assertSameRows(loader, ourLoad, peerLoad);
    const [figures, peerFigures] = await measureInTurns(loader, [
      { server: ours, load: ourLoad },
      { server: peer, load: peerLoad },
    ]);
    if (!figures || !peerFigures) throw new Error("Two were measured");
    if (profileTo) {
      await ours.ask("startProfile");
      await measure(loader, ours, ourLoad);
      await ours.ask("stopProfile", profileTo);
    }
    return drawTable(`P1 list: 50 of ${dataset.leads / 10} leads of a merchant, ${asked.connections} connections`, [
      rowOf("LeadLedger", figures, ratioOf(figures, peerFigures)),
      rowOf("one hand-written SQL", peerFigures, "1.00"),
    ]);
  } finally {
    await Promise.all([loader, ours, peer].map((started) => started.stop()));
  }
}

const ratioOf = (ours: Measured, peer: Measured): string => (ours.perSecond / peer.perSecond).toFixed(2);

async function assertSameRows(loader: RemoteProcess, ours: Load, peer: Load): Promise<void> {
  const [our, their] = await Promise.all(
    [ours, peer].map(async (load) => JSON.parse(await loader.ask<string>("answerTo", load)).data),
  );
  if (!isDeepStrictEqual(our, their)) {
    throw new Error(`Not the same rows: ${JSON.stringify(our).slice(0, 800)}\n${JSON.stringify(their).slice(0, 800)}`);
  }
}
