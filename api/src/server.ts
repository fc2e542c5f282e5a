import { randomUUID } from "node:crypto";
import type { ApolloServer } from "@apollo/server";
import { fastifyApolloHandler } from "@as-integrations/fastify";
import cors from "@fastify/cors";
import fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyPluginAsync,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from "fastify";
import type { GraphQLSchema } from "graphql";
import type { Context } from "./platform/context.js";
import { defaultLimits, type Limits } from "./platform/document-limits.js";
import { ApiError, toGraphQLError } from "./platform/errors.js";
import { createExecutor } from "./platform/executor.js";
import { createGate } from "./platform/gate.js";
import { type Arrival, createGraphqlHttp, requestIdPlaceholder } from "./platform/graphql-http.js";
import type { Policy } from "./platform/permission-table.js";
import { createSockets, defaultSocketLimits, type SocketLimits } from "./platform/sockets.js";
import type { TrustedDocuments } from "./platform/trusted-documents.js";
import type { Viewer } from "./platform/viewer.js";

export interface ServerOptions {
  schema: GraphQLSchema;
  policy: Policy;
  introspection: boolean;
  trustedDocuments: TrustedDocuments | null;
  /** Web pages of other origins that may call us; servers and our own pages always may. */
  allowedOrigins: readonly string[];
  /** Whether a proxy in front says who the caller is. */
  trustProxy: boolean;
  limits?: Partial<Limits>;
  socketLimits?: Partial<SocketLimits>;
  /** Null for nobody we know; throws expiredToken() for somebody whose token has run out. */
  viewerOf(authorization: string | undefined): Promise<Viewer | null>;
  contextOf(viewer: Viewer, requestId: string): Context;
  isReady(): Promise<boolean>;
  routes(app: FastifyInstance): void | Promise<void>;
  log: FastifyBaseLogger;
}

export interface ApiServer {
  app: FastifyInstance;
  /** Resolves with the address. */
  listen(port: number, host: string): Promise<string>;
  recheckSockets(merchantId: string | null): Promise<void>;
  counts(): { sockets: number; subscriptions: number };
  /** Not ready at once; what is under way may end within the grace. */
  close(graceMs: number): Promise<void>;
}

const graphqlPath = "/graphql";

const longestRefusal = 2000;

// The longest message kept is 1 MB, which JSON can write twice as long.
const bodyLimit = 2 * 1024 * 1024;

export async function createServer(options: ServerOptions): Promise<ApiServer> {
  const { schema, policy, log } = options;
  const limits = { ...defaultLimits, ...options.limits };
  const gate = createGate({ ...options, limits });
  const executor = createExecutor({ schema, policy, log });
  const graphql = createGraphqlHttp({ ...options, gate, executor, limits });
  await graphql.start();

  const app = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: options.trustProxy,
    bodyLimit,
    requestTimeout: 30_000,
    genReqId: ({ headers }) => saneRequestId(headers["x-request-id"]) ?? randomUUID(),
    return503OnClosing: true,
    // What is refused before there is a route: an address that is none.
    frameworkErrors: (error, request, reply) => answerError(error, request, reply, log),
    forceCloseConnections: "idle",
  });
  let isClosing = false;
  app.addHook("onRequest", async (request, reply) => {
    reply.header("x-request-id", request.id);
  });
  app.addHook("onResponse", async (request, reply) => logRequest(request, reply));
  app.setErrorHandler((error: FastifyError, request, reply) => answerError(error, request, reply, log));
  app.setNotFoundHandler((request, reply) => {
    const error = toGraphQLError(new ApiError("NOT_FOUND", "There is nothing here."), request.id, log);
    return reply.code(404).send({ errors: [error.toJSON()] });
  });

  app.get("/healthz", async () => ({ status: "ok" }));
  app.get("/readyz", async (_request, reply) => {
    const isReady = !isClosing && (await options.isReady());
    return reply.code(isReady ? 200 : 503).send({ status: isReady ? "ok" : "unavailable" });
  });
  await app.register(graphqlRoute(graphql, options));
  await options.routes(app);
  const sockets = createSockets(app.server, {
    ...options,
    path: graphqlPath,
    gate,
    executor,
    limits: { ...defaultSocketLimits, ...options.socketLimits },
  });

  return {
    app,
    listen: (port, host) => app.listen({ port, host }),
    recheckSockets: sockets.recheck,
    counts: sockets.counts,
    async close(graceMs) {
      isClosing = true;
      const cutOff = setTimeout(() => app.server.closeAllConnections(), graceMs);
      await Promise.all([sockets.drain(graceMs), app.close()]);
      clearTimeout(cutOff);
      await graphql.stop();
    },
  };
}

function graphqlRoute(graphql: ApolloServer<Arrival>, options: ServerOptions): FastifyPluginAsync {
  const { allowedOrigins } = options;
  return async (scope) => {
    await scope.register(cors, { origin: allowedOrigins.length > 0 && [...allowedOrigins] });
    scope.addHook("preValidation", async ({ body }) => {
      // Apollo wants a query; the gate looks the document up by its id.
      if (documentIdIn(body) !== undefined) Object.assign(Object(body), { query: "#" });
    });
    scope.addHook("onSend", async (request, _reply, payload) =>
      typeof payload === "string" && payload.length < longestRefusal
        ? payload.replaceAll(requestIdPlaceholder, request.id)
        : payload,
    );
    scope.route({
      // Apollo answers 405 to all but the first two.
      method: ["POST", "GET", "PUT", "PATCH", "DELETE"],
      url: graphqlPath,
      handler: fastifyApolloHandler(graphql, { context: (request) => arrivalOf(request, options) }),
    });
  };
}

async function arrivalOf({ id, headers, body }: FastifyRequest, { viewerOf }: ServerOptions): Promise<Arrival> {
  const arrival = { requestId: id, documentId: documentIdIn(body), viewer: null, failure: undefined };
  try {
    return { ...arrival, viewer: await viewerOf(headers.authorization) };
  } catch (error) {
    return { ...arrival, failure: error };
  }
}

function documentIdIn(body: unknown): string | undefined {
  if (typeof body !== "object" || body === null || !("documentId" in body)) return undefined;
  return typeof body.documentId === "string" ? body.documentId : undefined;
}

/** Ids of callers end up in logs and answers, so only harmless ones are kept. */
function saneRequestId(sent: string | string[] | undefined): string | undefined {
  return typeof sent === "string" && /^[\w.:-]{1,64}$/.test(sent) ? sent : undefined;
}

/** Neither body, variables, query string nor headers: any of them may hold a person's data or a token. */
function logRequest(request: FastifyRequest, reply: FastifyReply): void {
  request.log.info(
    {
      method: request.method,
      route: request.routeOptions.url,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    },
    "answered",
  );
}

function answerError(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
  log: FastifyBaseLogger,
): FastifyReply {
  const status = error.statusCode ?? 500;
  const known = status < 500 ? new ApiError("BAD_USER_INPUT", error.message) : error;
  return reply.code(status).send({ errors: [toGraphQLError(known, request.id, log).toJSON()] });
}
