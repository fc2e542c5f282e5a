import { isDeepStrictEqual } from "node:util";
import { withProcesses } from "./bench.js";
import type { Dataset } from "./dataset.js";
import type { Load } from "./load-process.js";
import { type BenchOptions, type Instruments, measureInTurns, profile, type Runner } from "./measure.js";
import type { RemoteProcess } from "./processes.js";
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
export function benchList(dataset: Dataset, { profileTo, ...asked }: BenchOptions): Promise<string> {
  const bodies = [JSON.stringify({ query: listQuery })];
  const runnerOf = async (server: RemoteProcess, token: string): Promise<Runner> => ({
    server,
    load: { ...asked, token, bodies, url: await server.ask<string>("url"), expected: '"MESSAGE_RECEIVED"' },
  });
  return withProcesses(
    dataset,
    ["./desk-process.ts", "./hand-sql-process.ts"],
    async (instruments, ourServer, peerServer) => {
      const ours = await runnerOf(ourServer, dataset.agentToken);
      const peer = await runnerOf(peerServer, `${dataset.merchantId} ${dataset.agentId}`);
      await assertSameRows(instruments, ours.load, peer.load);
      const measured = await measureInTurns(instruments, { ours, peer });
      if (profileTo) await profile(instruments, ours, profileTo);
      const ratio = measured.ours.perSecond / measured.peer.perSecond;
      return drawTable(`P1 list: 50 of ${dataset.leads / 10} leads of a merchant, ${asked.connections} connections`, [
        rowOf("LeadLedger", measured.ours, ratio.toFixed(2)),
        rowOf("one hand-written SQL", measured.peer, "1.00"),
      ]);
    },
  );
}

async function assertSameRows({ loader }: Instruments, ours: Load, peer: Load): Promise<void> {
  const [our, their] = await Promise.all(
    [ours, peer].map(async (load) => JSON.parse(await loader.ask<string>("answerTo", load)).data),
  );
  if (!isDeepStrictEqual(our, their)) {
    throw new Error(`Not the same rows: ${JSON.stringify(our).slice(0, 800)}\n${JSON.stringify(their).slice(0, 800)}`);
  }
}
