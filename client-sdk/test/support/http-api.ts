import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface Asked {
  query: string;
  operationName: string | undefined;
  variables: { input: Record<string, unknown>; [name: string]: unknown };
  token: string | undefined;
  headers: IncomingHttpHeaders;
}

/** An answer; or the connection cut off; or no answer at all. */
export type Reply = { status?: number; headers?: Record<string, string>; body: unknown } | "CUT" | "SILENCE";

export interface HttpApi {
  url: string;
  asked: Asked[];
  close(): Promise<void>;
}

/** A real server of a few lines, whose answers a test decides; `number` is 1 for the first request. */
export async function startHttpApi(answer: (asked: Asked, number: number) => Reply | Promise<Reply>): Promise<HttpApi> {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    void readBody(request).then(async (body) => {
      const { authorization } = request.headers;
      const one: Asked = {
        ...JSON.parse(body),
        token: authorization?.replace("Bearer ", ""),
        headers: request.headers,
      };
      asked.push(one);
      send(response, await answer(one, asked.length));
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/graphql`,
    asked,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export function refusal(code: string, details: Record<string, unknown> = {}, status = 200): Reply {
  const extensions = { code, retryable: false, requestId: "request-1", ...details };
  return { status, body: { data: null, errors: [{ message: `${code}.`, extensions }] } };
}

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts).toString();
}

function send(response: ServerResponse, reply: Reply): void {
  if (reply === "SILENCE") return;
  if (reply === "CUT") {
    response.destroy();
    return;
  }
  const isText = typeof reply.body === "string";
  response.writeHead(reply.status ?? 200, {
    "content-type": isText ? "text/html" : "application/graphql-response+json",
    ...reply.headers,
  });
  response.end(isText ? reply.body : JSON.stringify(reply.body));
}
