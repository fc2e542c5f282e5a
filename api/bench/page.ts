import { withProcesses } from "./bench.js";
import type { Dataset } from "./dataset.js";
import { type BenchOptions, measureInTurns, profile } from "./measure.js";
import { drawTable, rowOf } from "./table.js";

const pageQuery = `query Page($id: ID!) {
  lead(id: $id) {
    id version isTest isRepeat createdAt updatedAt
    stage { key name kind }
    badges { kind label count }
    owner { id name role }
    contact { id name phone email tags createdAt identities { kind value verified } }
    currentLifecycle { number openedAt awaitingSince responseDueAt closedAt outcome }
    conversation { id channel unreadCount lastMessageAt messages(first: 30) { nodes { id direction author text sentAt status } } }
    history(first: 20) { nodes { sequence kind at cause actor { kind } } }
    conversions(first: 10) { nodes { id convertedAt isRepeat value { amountMinor currency } } }
  }
}`;

/** P2: the page of a lead with 30 messages, as its agent opens it. */
export function benchPage(dataset: Dataset, { profileTo, ...asked }: BenchOptions): Promise<string> {
  return withProcesses(dataset, ["./desk-process.ts"], async (instruments, server) => {
    const bodies = dataset.pageLeadIds.map((id) => JSON.stringify({ query: pageQuery, variables: { id } }));
    const url = await server.ask<string>("url");
    const ours = { server, load: { ...asked, url, bodies, token: dataset.agentToken, expected: "This is message 30" } };
    const measured = await measureInTurns(instruments, { ours });
    if (profileTo) await profile(instruments, ours, profileTo);
    return drawTable(`P2 lead page: 30 messages, 20 events, wins, ${asked.connections} connections`, [
      rowOf("LeadLedger", measured.ours),
    ]);
  });
}
