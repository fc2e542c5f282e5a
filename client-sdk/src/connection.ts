import type { Notice } from "./answer.js";
import type { Tokens } from "./tokens.js";

/** As in browsers, in Node from 22 on, and in the package `ws`. */
export type WebSocketConstructor = new (url: string, protocols?: string | string[]) => object;

/** How a stream looks after itself; all in milliseconds. */
export interface LiveTimings {
  /** Silence on the socket after which the server is asked for a sign of life; 10,000 when not given. */
  readonly pingAfterMs: number;
  /** How long it may take to give one; then the socket is given up and another one opened. 5,000 when not given. */
  readonly pongWithinMs: number;
  /** Without a word for so long the stream is opened anew; 35,000 when not given. The server speaks every 15,000. */
  readonly heartbeatWithinMs: number;
  /** Upper end of the first wait before reconnecting; it doubles each time. 1,000 when not given. */
  readonly firstDelayMs: number;
  /** Upper end of every such wait; 30,000 when not given. */
  readonly maxDelayMs: number;
  /** How long a stream may be interrupted until its state is `stale`; 30,000 when not given. */
  readonly staleAfterMs: number;
}

export const defaultLiveTimings: LiveTimings = {
  pingAfterMs: 10_000,
  pongWithinMs: 5000,
  heartbeatWithinMs: 35_000,
  firstDelayMs: 1000,
  maxDelayMs: 30_000,
  staleAfterMs: 30_000,
};

/** What streams need of a client: where to, as whom, over what. All streams of one client share a socket. */
export interface Connection {
  readonly url: string;
  readonly tokens: Tokens;
  /** Undefined for the one of the runtime, or of the package `ws`. */
  readonly webSocket: WebSocketConstructor | undefined;
  readonly timings: LiveTimings;
  readonly onNotice: (notice: Notice) => void;
}
