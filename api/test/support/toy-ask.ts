import { toyLeadIds } from "./toy-desk.js";
import { openFeed } from "./toy-feed.js";
import type { ToyServer } from "./toy-server.js";
import { enterSocket } from "./toy-socket.js";

/** What is asked of one lead, the same over both transports. */
export interface Sent {
  definitions?: string;
  selection: string;
  fragments?: string;
  variables?: Record<string, unknown>;
}

export interface Answered {
  data?: unknown;
  errors: { message: string; extensions: Record<string, unknown> }[];
}

const [leadId] = toyLeadIds;

export async function overHttp(server: ToyServer, sent: Sent, token: string): Promise<Answered> {
  const { definitions = "", selection, fragments = "", variables } = sent;
  const query = `query Q${definitions} { lead(id: "${leadId}") { ${selection} } } ${fragments}`;
  const { data, errors } = await server.post({ query, variables }, { token });
  return { data: data?.lead, errors };
}

export async function overSocket(server: ToyServer, sent: Sent, token: string): Promise<Answered> {
  const { definitions = "", selection, fragments = "", variables } = sent;
  const feed = openFeed();
  const socket = await enterSocket(server.socketUrl, token);
  const query = `subscription Q${definitions} { leadChanges { ${selection} } } ${fragments}`;
  socket.subscribe("1", query, variables);
  const answer = Promise.race([
    socket.next(),
    socket.closed.then(({ code }) => ({ type: `closed with ${code}`, payload: {} })),
  ]);
  await settled(() => feed.listeners() === 1, answer);
  feed.push({ id: leadId });
  const { type, payload } = await answer;
  socket.raw.close();
  if (type === "error") return { errors: payload as Answered["errors"] };
  const { data, errors = [] } = payload as { data: { leadChanges: unknown } | null; errors?: Answered["errors"] };
  return { data: data?.leadChanges, errors };
}

/** Until the subscription stands or has been refused. */
async function settled(stands: () => boolean, answer: Promise<unknown>): Promise<void> {
  let isRefused = false;
  void answer.then(() => {
    isRefused = true;
  });
  while (!stands() && !isRefused) await new Promise((resolve) => setImmediate(resolve));
}
