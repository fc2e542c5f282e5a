import { WebSocket } from "ws";

export interface Message {
  id?: string;
  type: string;
  payload?: unknown;
}

export interface ToySocket {
  raw: WebSocket;
  send(message: unknown): void;
  /** The next message that fits, in the order they came. */
  next(type?: string): Promise<Message>;
  subscribe(id: string, query: string, variables?: Record<string, unknown>): void;
  closed: Promise<{ code: number; reason: string }>;
}

/** Speaks graphql-transport-ws by hand, so that a test can also speak it wrongly. */
export async function openSocket(
  url: string,
  { origin, protocol = "graphql-transport-ws" }: { origin?: string; protocol?: string } = {},
): Promise<ToySocket> {
  const raw = new WebSocket(url, protocol, origin === undefined ? {} : { origin });
  const received: Message[] = [];
  const waiting: { type: string | undefined; resolve(message: Message): void }[] = [];
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    raw.on("close", (code, reason) => resolve({ code, reason: String(reason) }));
  });
  raw.on("message", (bytes) => {
    const message: Message = JSON.parse(String(bytes));
    const taker = waiting.findIndex(({ type }) => type === undefined || type === message.type);
    if (taker === -1) received.push(message);
    else waiting.splice(taker, 1)[0]?.resolve(message);
  });
  await new Promise((resolve, reject) => {
    raw.once("open", resolve);
    raw.once("error", reject);
  });
  raw.on("error", () => {});
  const send = (message: unknown) => raw.send(typeof message === "string" ? message : JSON.stringify(message));
  return {
    raw,
    send,
    next(type) {
      const index = received.findIndex((message) => type === undefined || message.type === type);
      const [message] = index === -1 ? [] : received.splice(index, 1);
      return message ? Promise.resolve(message) : new Promise((resolve) => waiting.push({ type, resolve }));
    },
    subscribe: (id, query, variables) => send({ id, type: "subscribe", payload: { query, variables } }),
    closed,
  };
}

/** Open and acknowledged. */
export async function enterSocket(url: string, token: string): Promise<ToySocket> {
  const socket = await openSocket(url);
  socket.send({ type: "connection_init", payload: { authorization: `Bearer ${token}` } });
  await socket.next("connection_ack");
  return socket;
}
