import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { buildSchema, type ExecutionArgs, GraphQLError, parse, validate } from "graphql";
import { handleProtocols, makeServer } from "graphql-ws";
import { type WebSocket, WebSocketServer } from "ws";
import { createFeed, type Feed } from "./feed.js";

export interface Opened {
  /** Undefined where the client sent none. */
  after: string | null | undefined;
  queue: string;
  token: string | undefined;
  feed: Feed;
}

export interface LiveApi {
  url: string;
  /** Every subscription that was ever begun. */
  opened: Opened[];
  /** The token of every socket that asked to come in. */
  tokens: (string | undefined)[];
  socketCount(): number;
  /** Writes a change into the log, which numbers it, and tells it to all who listen. */
  tell(change: Record<string, unknown>): string;
  /** Tells without a log, as a heartbeat or as what a wrong server would say. */
  say(change: Record<string, unknown>): void;
  closeSockets(code: number): void;
  cutSockets(): void;
  /** From now on the sockets that are open hear nothing and so answer nothing. */
  deafen(): void;
  close(): Promise<void>;
}

export interface Door {
  /** A close code for a token that may not come in. */
  refuse?(token: string | undefined): number | null;
  /** Errors for a subscription that may not begin; `number` is 1 for the first one. */
  refuseSubscription?(number: number): Record<string, unknown> | null;
  /** Errors that come along with each event. */
  beside?: GraphQLError[];
}

// The real contract, so that what the client sends is known to be valid.
const schema = buildSchema(readFileSync(join(__dirname, "../../../schema.graphql"), "utf8"));

/** A real server of graphql-transport-ws with the log of one queue, which a test writes. */
export async function startLiveApi(door: Door = {}): Promise<LiveApi> {
  const http = createServer();
  const sockets = new WebSocketServer({ server: http, handleProtocols: (protocols) => handleProtocols(protocols) });
  const log: Record<string, unknown>[] = [];
  const opened: Opened[] = [];
  const tokens: (string | undefined)[] = [];
  const deaf = new WeakSet<WebSocket>();
  const feeds = new WeakMap<ExecutionArgs, Feed>();

  const protocol = makeServer<{ authorization?: string }, { socket: WebSocket; token?: string | undefined }>({
    onConnect({ connectionParams, extra }) {
      extra.token = connectionParams?.authorization?.replace("Bearer ", "");
      tokens.push(extra.token);
      const code = door.refuse?.(extra.token) ?? null;
      if (code !== null) extra.socket.close(code);
      return code === null;
    },
    onSubscribe({ extra }, _id, { query, variables }) {
      const document = parse(query);
      const mistakes = validate(schema, document);
      if (mistakes.length > 0) return mistakes;
      const extensions = door.refuseSubscription?.(opened.length + 1);
      const feed = createFeed(door.beside);
      opened.push({ after: variables?.after as string, queue: variables?.queue as string, token: extra.token, feed });
      if (extensions) {
        feed.end();
        return [new GraphQLError("No.", { extensions })];
      }
      const after = variables?.after;
      if (typeof after !== "string") feed.tell(snapshotOf(log));
      else for (const change of log.slice(Number(after))) feed.tell(change);
      const args = { schema, document, contextValue: null };
      feeds.set(args, feed);
      return args;
    },
    subscribe(args) {
      const feed = feeds.get(args);
      if (!feed) throw new Error("A subscription was not begun.");
      return feed.results;
    },
  });

  sockets.on("connection", (socket) => {
    const closed = protocol.opened(
      {
        protocol: socket.protocol,
        send: (text) => new Promise((resolve) => socket.send(text, () => resolve())),
        close: (code, reason) => socket.close(code, reason),
        onMessage: (receive) => {
          socket.on("message", (message) => {
            if (!deaf.has(socket)) receive(String(message)).catch(() => socket.close(1011));
          });
        },
      },
      { socket },
    );
    socket.once("close", (code, reason) => void closed(code, String(reason)));
  });
  await new Promise<void>((resolve) => {
    http.listen(0, "127.0.0.1", resolve);
  });
  const { port } = http.address() as AddressInfo;
  const say = (change: Record<string, unknown>): void => {
    for (const { feed } of opened) feed.tell(change);
  };

  return {
    url: `http://127.0.0.1:${port}/graphql`,
    opened,
    tokens,
    socketCount: () => sockets.clients.size,
    tell(change) {
      const cursor = String(log.length + 1);
      log.push({ ...change, cursor });
      say({ ...change, cursor });
      return cursor;
    },
    say,
    closeSockets(code) {
      for (const socket of sockets.clients) socket.close(code);
    },
    cutSockets() {
      for (const socket of sockets.clients) socket.terminate();
    },
    deafen() {
      for (const socket of sockets.clients) deaf.add(socket);
    },
    async close() {
      for (const socket of sockets.clients) socket.terminate();
      sockets.close();
      await new Promise((resolve) => {
        http.close(resolve);
      });
    },
  };
}

function snapshotOf(log: readonly Record<string, unknown>[]): Record<string, unknown> {
  return { __typename: "QueueSnapshot", cursor: String(log.length), count: 0, entries: [] };
}

export function entered(id: string, version = 1): Record<string, unknown> {
  const at = "2026-03-01T09:00:00.000Z";
  const entry = { queue: "UNASSIGNED", enteredAt: at, dueAt: null, lead: { id, version }, enquiry: null };
  return { __typename: "QueueEntryEntered", at, entry };
}
