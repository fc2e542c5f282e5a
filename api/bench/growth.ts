import { withProcesses } from "./bench.js";
import type { Dataset } from "./dataset.js";
import { type BenchOptions, measureInTurns } from "./measure.js";
import { drawTable, type Row } from "./table.js";

const day = (ago: number): string => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);

const reads = {
  "queue page": {
    query: `{ queue(name: UNASSIGNED, first: 50) { nodes { enteredAt dueAt lead { id stage { name } contact { id name } } } } }`,
  },
  "queue counts": { query: "{ queues { name count oldestEnteredAt overdueCount } }" },
  "leads, newest first": { query: "{ leads(first: 50) { nodes { id createdAt } } }" },
  "leads, last changed first": {
    query: "{ leads(first: 50, orderBy: UPDATED_AT_DESC) { nodes { id updatedAt } } }",
  },
  "leads of a stage": { query: '{ leads(first: 50, filter: { stage: "qualified" }) { nodes { id createdAt } } }' },
  "contacts by address": {
    query: '{ contacts(first: 50, filter: { email: "visitor-77@example.com" }) { nodes { id } } }',
  },
  inbox: { query: "{ conversations(first: 50) { nodes { id lastMessageAt } } }" },
  "insights of 30 days": {
    query: `query($from: LocalDate, $to: LocalDate) { insights(from: $from, to: $to) {
      wonDeals repeatLeads wonContacts grossValue { amountMinor currency } firstHumanResponse { count medianSeconds p90Seconds } } }`,
    variables: { from: day(29), to: day(0) },
  },
};

/** P6: what the same reads cost when there is a hundred times more, for an agent where roles differ, else for a manager. */
export async function benchGrowth(small: Dataset, large: Dataset, { seconds }: BenchOptions): Promise<string> {
  const times = { small: await timesOf(small, seconds), large: await timesOf(large, seconds) };
  const rows = Object.keys(times.small).map((name): Row => {
    const [before = 0, after = 0] = [times.small[name], times.large[name]];
    const ratio = (after / before).toFixed(2);
    return { "p50 ms": name, [`${small.leads}`]: before.toFixed(2), [`${large.leads}`]: after.toFixed(2), ratio };
  });
  return drawTable(`P6 growth: ${small.leads} to ${large.leads} leads of 10 merchants, one connection`, rows);
}

function timesOf(dataset: Dataset, seconds: number): Promise<Record<string, number>> {
  return withProcesses(dataset, ["./desk-process.ts"], async (instruments, server) => {
    const url = await server.ask<string>("url");
    const times: Record<string, number> = {};
    for (const [name, body] of Object.entries(reads)) {
      for (const [role, token] of [
        ["manager", dataset.managerToken],
        ["agent", dataset.agentToken],
      ] as const) {
        const load = { url, token, bodies: [JSON.stringify(body)], expected: '"data"', connections: 1, seconds };
        const { ours } = await measureInTurns(instruments, { ours: { server, load } });
        times[`${name} (${role})`] = ours.p50Ms;
      }
    }
    return times;
  });
}
