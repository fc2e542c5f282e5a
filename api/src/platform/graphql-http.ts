import { randomUUID } from "node:crypto";
import { ApolloServer, type ApolloServerPlugin, type GraphQLResponse, HeaderMap } from "@apollo/server";
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginLandingPageDisabled,
  ApolloServerPluginUsageReportingDisabled,
} from "@apollo/server/plugin/disabled";
import { type GraphQLFormattedError, type GraphQLSchema, parse } from "graphql";
import type { Context } from "./context.js";
import type { Limits } from "./document-limits.js";
import { type Log, retryable } from "./errors.js";
import type { Executor } from "./executor.js";
import { type Admitted, type Gate, GateRefusal, refusalOf } from "./gate.js";
import type { Viewer } from "./viewer.js";

/** One HTTP request on its way to the gate; `failure` is why its viewer could not be told. */
export interface Arrival {
  requestId: string;
  documentId: string | undefined;
  viewer: Viewer | null;
  failure: unknown;
}

export interface GraphqlHttpOptions {
  schema: GraphQLSchema;
  gate: Gate;
  executor: Executor;
  limits: Limits;
  contextOf(viewer: Viewer, requestId: string): Context;
  log: Log & { debug(message: string): void; info(message: string): void; warn(message: string): void };
}

/** Apollo refuses some requests before it knows any context; the route puts their id in. No caller can send it. */
export const requestIdPlaceholder = randomUUID();

/** Apollo speaks HTTP (parsing, CSRF prevention, content types); what is asked is decided by the gate and answered by the executor. */
export function createGraphqlHttp(options: GraphqlHttpOptions): ApolloServer<Arrival> {
  return new ApolloServer<Arrival>({
    schema: options.schema,
    plugins: [
      gatePlugin(options),
      ApolloServerPluginCacheControlDisabled(),
      ApolloServerPluginLandingPageDisabled(),
      ApolloServerPluginUsageReportingDisabled(),
    ],
    formatError: (formatted) => formatOwnError(formatted, options.log),
    csrfPrevention: true,
    allowBatchedHttpRequests: false,
    persistedQueries: false,
    // Of no effect while the gate brings the documents; should it ever not, Apollo is no weaker.
    introspection: false,
    documentStore: null,
    parseOptions: { maxTokens: options.limits.tokens },
    validationOptions: { maxErrors: 10, hideSuggestions: true },
    includeStacktraceInErrorResponses: false,
    stopOnTerminationSignals: false,
    logger: {
      debug: (message) => options.log.debug(String(message)),
      info: (message) => options.log.info(String(message)),
      warn: (message) => options.log.warn(String(message)),
      error: (message) => options.log.error({}, String(message)),
    },
  });
}

function gatePlugin({ gate, executor, contextOf, log }: GraphqlHttpOptions): ApolloServerPlugin<Arrival> {
  return {
    async requestDidStart() {
      let passed: Admitted | GateRefusal;
      return {
        async didResolveSource(requestContext) {
          passed = passGate(requestContext.contextValue, requestContext.request);

          // A document that is there already is neither parsed nor validated by Apollo.
          const document = passed instanceof GateRefusal ? refusedDocument : passed.document;
          Object.assign(requestContext, { document });
        },
        async responseForOperation({ contextValue: { viewer, requestId } }) {
          if (passed instanceof GateRefusal) return refusalResponse(passed);
          try {
            const ctx = viewer ? contextOf(viewer, requestId) : { requestId };
            const { errors, ...result } = await executor.execute(passed, ctx);
            return response(undefined, { ...result, ...(errors && { errors: errors.map((error) => error.toJSON()) }) });
          } catch (error) {
            return refusalResponse(refusalOf(error, requestId, log));
          }
        },
      };
    },
  };

  function passGate(arrival: Arrival, request: { query?: string; operationName?: string; variables?: object }) {
    const { requestId, documentId, viewer, failure } = arrival;
    try {
      if (failure !== undefined) throw refusalOf(failure, requestId, log);
      return gate.admit({
        query: request.query,
        documentId,
        operationName: request.operationName,
        variables: { ...request.variables },
        viewer,
        transport: "HTTP",
        requestId,
      });
    } catch (error) {
      return error instanceof GateRefusal ? error : refusalOf(error, requestId, log);
    }
  }
}

const refusedDocument = parse("{ __typename }");

function refusalResponse({ errors, status }: GateRefusal): GraphQLResponse {
  const answer = response(status, { errors: errors.map((error) => error.toJSON()) });
  if (status === 401) answer.http.headers.set("www-authenticate", "Bearer");
  const retryAfterMs = errors[0]?.extensions.retryAfterMs;
  if (typeof retryAfterMs === "number") {
    answer.http.headers.set("retry-after", String(Math.ceil(retryAfterMs / 1000)));
  }
  return answer;
}

function response(
  status: number | undefined,
  singleResult: { data?: Record<string, unknown> | null; errors?: GraphQLFormattedError[] },
): GraphQLResponse {
  return {
    body: { kind: "single", singleResult },
    http: { ...(status !== undefined && { status }), headers: new HeaderMap() },
  };
}

/** What Apollo itself has to say is about HTTP: a missing query, a header that CSRF prevention wants. */
function formatOwnError({ message, extensions }: GraphQLFormattedError, log: Log): GraphQLFormattedError {
  const isCallersMistake = extensions?.code !== "INTERNAL_SERVER_ERROR";
  if (!isCallersMistake) log.error({}, message);
  const code = isCallersMistake ? "BAD_USER_INPUT" : "INTERNAL_SERVER_ERROR";
  return {
    message: isCallersMistake ? message : "Something went wrong on our side.",
    extensions: { code, retryable: retryable[code], requestId: requestIdPlaceholder },
  };
}
