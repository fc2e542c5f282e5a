import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";
import type { ExecutionArgs, GraphQLSchema } from "graphql";
import { handleProtocols, makeServer } from "graphql-ws";
import { type WebSocket, WebSocketServer } from "ws";
import type { ResultStream } from "./execute-each.js";
import { isAllowedOrigin } from "./origin.js";
import { type Connection, closeCodes, createPrincipals, freshViewer } from "./socket-connection.js";
import { openSubscription, type SubscriptionOptions } from "./socket-subscription.js";

export interface SocketLimits {
  sockets: number;
  socketsPerPrincipal: number;
  subscriptionsPerSocket: number;
}

export const defaultSocketLimits: SocketLimits = {
  // At 30 KB each, what one process can carry beside its work.
  sockets: 20_000,
  // A partner's fleet behind one key.
  socketsPerPrincipal: 1000,
  subscriptionsPerSocket: 20,
};

export interface SocketsOptions extends Omit<SubscriptionOptions, "subscriptionsPerSocket"> {
  path: string;
  schema: GraphQLSchema;
  limits: SocketLimits;
  allowedOrigins: readonly string[];
}

export interface Sockets {
  /** Rights have changed: each socket of the merchant, or of all, is asked anew who it is, and closed if it is nobody. */
  recheck(merchantId: string | null): Promise<void>;
  drain(graceMs: number): Promise<void>;
  counts(): { sockets: number; subscriptions: number };
}

/** Subscriptions over graphql-transport-ws, on the port of the HTTP server. */
export function createSockets(http: Server, options: SocketsOptions): Sockets {
  const { schema, path, limits, allowedOrigins, viewerOf, log } = options;
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: 64 * 1024,
    perMessageDeflate: false,
    handleProtocols: (protocols) => handleProtocols(protocols),
  });
  const connections = new Set<Connection>();
  const principals = createPrincipals(viewerOf, limits.socketsPerPrincipal, log);
  const streams = new WeakMap<ExecutionArgs, ResultStream>();
  let isDraining = false;

  const protocol = makeServer<{ authorization?: unknown }, Connection>({
    connectionInitWaitTimeout: 3000,
    onConnect: (state) => {
      const authorization = state.connectionParams?.authorization;
      state.extra.state = state;
      state.extra.authorization = typeof authorization === "string" ? authorization : undefined;
      return principals.enter(state.extra);
    },
    onSubscribe: async ({ extra }, _id, payload) => {
      const opened = await openSubscription(extra, payload, {
        ...options,
        subscriptionsPerSocket: limits.subscriptionsPerSocket,
      });
      if ("errors" in opened) return opened.errors;
      const args = { schema, document: opened.document, operationName: payload.operationName, contextValue: null };
      streams.set(args, opened.stream);
      return args;
    },
    subscribe: (args) => {
      const stream = streams.get(args);
      if (!stream) throw new Error("a subscription did not pass the gate");
      return stream;
    },
  });

  http.on("upgrade", upgrade);
  const heartbeat = setInterval(beat, 12_000).unref();

  return {
    async recheck(merchantId) {
      await Promise.all([...connections].map((connection) => recheckOne(connection, merchantId)));
    },
    async drain(graceMs) {
      isDraining = true;
      clearInterval(heartbeat);
      const closed = new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
      for (const socket of server.clients) socket.close(closeCodes.goingAway, "Going away");
      const cutOff = setTimeout(() => {
        for (const socket of server.clients) socket.terminate();
      }, graceMs);
      await closed;
      clearTimeout(cutOff);
    },
    counts: () => ({ sockets: connections.size, subscriptions: sumOf([...connections], runningIn) }),
  };

  function upgrade(request: IncomingMessage, stream: Duplex, head: Buffer): void {
    stream.on("error", () => stream.destroy());
    const problem = problemOf(request);
    if (problem === null) server.handleUpgrade(request, stream, head, accept);
    else stream.end(`HTTP/1.1 ${problem}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
  }

  function problemOf({ url, headers }: IncomingMessage): string | null {
    if (url?.split("?")[0] !== path) return "404 Not Found";
    if (isDraining) return "503 Service Unavailable";

    // A page of another site opens a socket with no preflight at all; a server sends no Origin.
    return isAllowedOrigin(headers, allowedOrigins) ? null : "403 Forbidden";
  }

  function accept(socket: WebSocket): void {
    const connection: Connection = {
      socket,
      state: null,
      authorization: undefined,
      viewer: null,
      expiry: undefined,
      isAlive: true,
      isOutdated: false,
    };
    connections.add(connection);
    const closed = protocol.opened(
      {
        protocol: socket.protocol,
        send: (text) => send(socket, text),
        close: (code, reason) => socket.close(code, reason),
        onMessage: (receive) => {
          socket.on("message", (message) => {
            receive(String(message)).catch((error: unknown) => fail(socket, error));
          });
        },
      },
      connection,
    );

    // ws has closed it with the code that fits (1009 for too large a message) before it says so.
    socket.on("error", () => {});
    socket.on("pong", () => {
      connection.isAlive = true;
    });
    socket.once("close", (code, reason) => {
      connections.delete(connection);
      principals.leave(connection);
      closed(code, String(reason)).catch((error: unknown) => fail(socket, error));
    });
    if (connections.size > limits.sockets) socket.close(closeCodes.overloaded);
  }

  async function recheckOne(connection: Connection, merchantId: string | null): Promise<void> {
    if (connection.viewer === null) connection.isOutdated = true;
    else if (merchantId === null || connection.viewer.merchantId === merchantId)
      await freshViewer(connection, viewerOf, log);
  }

  function fail(socket: WebSocket, error: unknown): void {
    log.error({ err: error }, "socket failed");
    socket.close(closeCodes.failed);
  }

  // One clock for all of them: a timer for each socket would cost more than the socket.
  function beat(): void {
    for (const connection of connections) {
      if (connection.isAlive) connection.socket.ping();
      else connection.socket.terminate();
      connection.isAlive = false;
    }
  }
}

/** Settles once the bytes have left, so that nobody's events are read faster than they are taken. */
function send(socket: WebSocket, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    if (socket.readyState !== socket.OPEN) resolve();
    else socket.send(text, (error) => (error ? reject(error) : resolve()));
  });
}

function runningIn({ state }: Connection): number {
  return state ? Object.keys(state.subscriptions).length : 0;
}

function sumOf<T>(items: readonly T[], of: (item: T) => number): number {
  return items.reduce((total, item) => total + of(item), 0);
}
