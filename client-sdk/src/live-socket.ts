import { createClient } from "graphql-ws/client";
import type { GraphQLResult } from "./answer.js";
import type { Connection, WebSocketConstructor } from "./connection.js";

export interface Subscription {
  readonly query: string;
  readonly operationName: string | null;
  readonly variables: Record<string, unknown>;
}

export interface Listener {
  /** The socket is open and the subscription is on its way. */
  open(): void;
  next(result: GraphQLResult): void;
  /** A close event, the server's refusal, or whatever a socket throws. */
  error(reason: unknown): void;
  complete(): void;
}

export interface LiveSocket {
  /** With which token the server knows the socket. */
  sentToken(): string | null;
  /** Opens the socket where it is not open. Returns what ends the subscription. */
  subscribe(token: string | null, subscription: Subscription, listener: Listener): () => void;
}

/** The socket that all streams of a client share. */
export function socketOf(connection: Connection): Promise<LiveSocket> {
  return sockets.get(connection) ?? openSocket(connection);
}

function openSocket(connection: Connection): Promise<LiveSocket> {
  const socket = findWebSocket(connection).then((webSocket) => createLiveSocket(connection, webSocket));
  sockets.set(connection, socket);
  return socket;
}

const sockets = new WeakMap<Connection, Promise<LiveSocket>>();

async function findWebSocket({ webSocket }: Connection): Promise<WebSocketConstructor> {
  const found: unknown = webSocket ?? Reflect.get(globalThis, "WebSocket") ?? (await loadWebSocket("ws"));
  if (typeof found === "function") return found as WebSocketConstructor;
  throw new TypeError("This runtime has no WebSocket: install the package `ws`, or give createClient a `webSocket`.");
}

/** Node 20 has none of its own. A name that no bundler can foresee, since browsers never come here. */
async function loadWebSocket(name: string): Promise<unknown> {
  const loaded: object | null = await import(/* webpackIgnore: true */ /* @vite-ignore */ name).catch(() => null);
  return loaded && (Reflect.get(loaded, "WebSocket") ?? Reflect.get(loaded, "default"));
}

function createLiveSocket(connection: Connection, webSocket: WebSocketConstructor): LiveSocket {
  const { pingAfterMs, pongWithinMs } = connection.timings;
  const open = new Set<{ listener: Listener; end: () => void }>();
  let isOpen = false;
  let token: string | null = null;
  let sentToken: string | null = null;
  let deadSocket: ReturnType<typeof setTimeout> | undefined;

  const client = createClient({
    url: webSocketUrl(connection.url),
    webSocketImpl: webSocket,
    connectionParams: () => {
      sentToken = token;
      return token === null ? {} : { authorization: `Bearer ${token}` };
    },
    // Each stream comes back on its own terms: later, with a fresh token, from its last cursor.
    retryAttempts: 0,
    keepAlive: pingAfterMs,
    connectionAckWaitTimeout: 10_000,
    on: {
      connected: () => {
        isOpen = true;
        for (const { listener } of open) listener.open();
      },
      ping: (isReceived) => {
        if (isReceived) return;
        clearTimeout(deadSocket);
        deadSocket = setTimeout(() => client.terminate(), pongWithinMs);
      },
      pong: (isReceived) => {
        if (isReceived) clearTimeout(deadSocket);
      },
      closed: (event) => {
        isOpen = false;
        clearTimeout(deadSocket);
        // After a normal closure graphql-ws would connect again without a pause.
        for (const { listener, end } of [...open]) {
          listener.error(event);
          end();
        }
      },
      error: () => {
        isOpen = false;
      },
    },
  });

  return {
    sentToken: () => sentToken,
    subscribe(newToken, subscription, listener) {
      token = newToken;
      const dispose = client.subscribe({ ...subscription }, listener);
      const entry = { listener, end };
      open.add(entry);
      if (isOpen) listener.open();
      return end;

      function end(): void {
        open.delete(entry);
        dispose();
      }
    },
  };
}

function webSocketUrl(url: string): string {
  const page: unknown = Reflect.get(globalThis, "location");
  const from = typeof page === "object" && page !== null && "href" in page ? String(page.href) : undefined;
  return new URL(url, from).href.replace(/^http/, "ws");
}
