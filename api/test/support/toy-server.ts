import pino from "pino";
import { type Role, roles } from "../../src/platform/role.js";
import type { Viewer } from "../../src/platform/viewer.js";
import { type ApiServer, createServer, type ServerOptions } from "../../src/server.js";
import { buildToySchema, toyContext, toyViewer } from "./toy-schema.js";

export interface ToyServer {
  api: ApiServer;
  url: string;
  socketUrl: string;
  /** Who each token is; take one out and it is nobody's. */
  tokens: Map<string, Viewer | Error>;
  logged(): string;
  post(body: unknown, asked?: { token?: string | null; headers?: Record<string, string> }): Promise<Answer>;
}

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  data: Record<string, unknown> | null | undefined;
  errors: { message: string; path?: unknown[]; extensions: Record<string, unknown> }[];
  extensions: Record<string, unknown> | undefined;
  codes: unknown[];
}

/** A real server on a real port over the toy desk; each role has a token of its name. */
export async function startToyServer(options: Partial<ServerOptions> = {}): Promise<ToyServer> {
  const tokens = new Map<string, Viewer | Error>(roles.map((role: Role) => [role, toyViewer(role)]));
  const lines: string[] = [];
  const api = await createServer({
    ...(await toySchema),
    introspection: true,
    trustedDocuments: null,
    allowedOrigins: [],
    trustProxy: false,
    async viewerOf(authorization) {
      const viewer = tokens.get(authorization?.replace("Bearer ", "") ?? "");
      if (viewer instanceof Error) throw viewer;
      return viewer ?? null;
    },
    contextOf: toyContext,
    isReady: async () => true,
    routes: () => {},
    log: pino({ level: "trace" }, { write: (line: string) => void lines.push(line) }),
    ...options,
  });
  const address = await api.listen(0, "127.0.0.1");
  const url = `${address}/graphql`;
  return {
    api,
    url,
    socketUrl: url.replace("http", "ws"),
    tokens,
    logged: () => lines.join(""),
    async post(body, { token = "ADMIN", headers = {} } = {}) {
      const response = await fetch(url, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          ...(token !== null && { authorization: `Bearer ${token}` }),
          ...headers,
        },
        body: typeof body === "string" ? body : JSON.stringify(body),
      });
      return answerOf(response);
    },
  };
}

export async function answerOf(response: Response): Promise<Answer> {
  const text = await response.text();
  const { data, errors = [], extensions }: Partial<Answer> = text.startsWith("{") ? JSON.parse(text) : {};
  const codes = errors.map((error) => error.extensions.code);
  return { status: response.status, headers: response.headers, text, data, errors, extensions, codes };
}

// TypeGraphQL's metadata is one for the process, and building from it takes a while.
const toySchema = buildToySchema();
