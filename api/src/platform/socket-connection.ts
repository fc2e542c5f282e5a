import type { Context as ProtocolState } from "graphql-ws";
import type { WebSocket } from "ws";
import { ApiError, isExpiredToken, type Log } from "./errors.js";
import { principalIdOf, type Viewer } from "./viewer.js";

/** What a client may read from a close. graphql-ws clients come back by themselves after all but 4401. */
export const closeCodes = {
  goingAway: 1001,
  failed: 1011,
  overloaded: 1013,
  notAuthenticated: 4401,
  tokenExpired: 4403,
} as const;

export interface Connection {
  socket: WebSocket;
  state: SocketState | null;
  authorization: string | undefined;
  viewer: Viewer | null;
  expiry: NodeJS.Timeout | undefined;
  isAlive: boolean;
  /** Rights changed while we were still asking who it is. */
  isOutdated: boolean;
}

export type SocketState = ProtocolState<{ authorization?: unknown }, Connection>;

export type ViewerOf = (authorization: string | undefined) => Promise<Viewer | null>;

/** Who is connected, by principal. */
export interface Principals {
  enter(connection: Connection): Promise<boolean>;
  leave(connection: Connection): void;
}

export function createPrincipals(viewerOf: ViewerOf, socketsPerPrincipal: number, log: Log): Principals {
  const connections = new Map<string, Set<Connection>>();
  return {
    async enter(connection) {
      let viewer: Viewer | null;
      do {
        connection.isOutdated = false;
        viewer = await freshViewer(connection, viewerOf, log);
      } while (connection.isOutdated);
      if (!viewer) return false;
      const principalId = principalIdOf(viewer);
      const own = connections.get(principalId) ?? new Set();
      if (own.size >= socketsPerPrincipal) return shut(connection, closeCodes.overloaded);
      if (connection.socket.readyState !== connection.socket.OPEN) return false;
      connections.set(principalId, own.add(connection));
      connection.expiry = timerOf(viewer, () => shut(connection, closeCodes.tokenExpired));
      return true;
    },
    leave(connection) {
      clearTimeout(connection.expiry);
      if (!connection.viewer) return;
      const principalId = principalIdOf(connection.viewer);
      const own = connections.get(principalId);
      own?.delete(connection);
      if (own?.size === 0) connections.delete(principalId);
    },
  };
}

/** Null when the connection has been closed over it. */
export async function freshViewer(connection: Connection, viewerOf: ViewerOf, log: Log): Promise<Viewer | null> {
  try {
    const viewer = await viewerOf(connection.authorization);
    if (viewer) connection.viewer = viewer;
    else shut(connection, closeCodes.notAuthenticated);
    return viewer;
  } catch (error) {
    const code = codeOf(error);
    if (code === closeCodes.overloaded) log.error({ err: error }, "the viewer of a socket could not be read");
    shut(connection, code);
    return null;
  }
}

function codeOf(error: unknown): number {
  if (isExpiredToken(error)) return closeCodes.tokenExpired;
  const isRefused = error instanceof ApiError && error.code === "UNAUTHENTICATED";
  return isRefused ? closeCodes.notAuthenticated : closeCodes.overloaded;
}

function shut({ socket }: Connection, code: number): false {
  socket.close(code);
  return false;
}

// Above it Node's timers fire at once.
const longestTimerMs = 2 ** 31 - 1;

function timerOf({ expiresAt }: Viewer, expire: () => void): NodeJS.Timeout | undefined {
  if (!expiresAt) return undefined;
  return setTimeout(expire, Math.min(expiresAt.getTime() - Date.now(), longestTimerMs));
}
