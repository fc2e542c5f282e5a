import { randomUUID } from "node:crypto";
import type { DocumentNode, ExecutionResult, GraphQLError } from "graphql";
import type { SubscribePayload } from "graphql-ws";
import type { Context } from "./context.js";
import { ApiError, type Log, toGraphQLError } from "./errors.js";
import { executeEach, type ResultStream } from "./execute-each.js";
import type { Executor } from "./executor.js";
import { type Admitted, type Ask, type Gate, GateRefusal } from "./gate.js";
import { type Connection, freshViewer, type ViewerOf } from "./socket-connection.js";
import type { Viewer } from "./viewer.js";

export interface SubscriptionOptions {
  gate: Gate;
  executor: Executor;
  viewerOf: ViewerOf;
  contextOf(viewer: Viewer, requestId: string): Context;
  subscriptionsPerSocket: number;
  log: Log;
}

export type Opened = { document: DocumentNode; stream: ResultStream } | { errors: readonly GraphQLError[] };

/** Never throws: graphql-ws would close the whole socket over one subscription. */
export async function openSubscription(
  connection: Connection,
  payload: SubscribePayload,
  options: SubscriptionOptions,
): Promise<Opened> {
  const { gate, executor, contextOf, subscriptionsPerSocket, log } = options;
  const requestId = randomUUID();
  const translate = (error: unknown): GraphQLError =>
    (error instanceof GateRefusal ? error.errors[0] : undefined) ?? toGraphQLError(error, requestId, log);
  try {
    const { viewer, state } = connection;
    if (!viewer) throw new ApiError("UNAUTHENTICATED", "Send a valid token or API key.");
    if (state && Object.keys(state.subscriptions).length > subscriptionsPerSocket) {
      throw new ApiError("RATE_LIMITED", `A socket carries ${subscriptionsPerSocket} subscriptions.`, {
        retryAfterMs: 5000,
      });
    }
    const ask = askOf(payload, viewer, requestId);
    const admitted = gate.admit(ask);
    const events = await executor.openStream(admitted, contextOf(viewer, requestId));
    if (!(Symbol.asyncIterator in events)) return { errors: events };
    const execute = eventExecution(connection, ask, admitted, options);
    return { document: admitted.document, stream: executeEach(events, execute, translate) };
  } catch (error) {
    return { errors: error instanceof GateRefusal ? error.errors : [translate(error)] };
  }
}

function askOf(
  { query, operationName, variables, extensions }: SubscribePayload,
  viewer: Viewer,
  requestId: string,
): Ask {
  const documentId = extensions?.documentId;
  return {
    query,
    documentId: typeof documentId === "string" ? documentId : undefined,
    operationName,
    variables,
    viewer,
    transport: "STREAM",
    requestId,
  };
}

/** Each event meets its viewer anew: rights may have gone since the last one. */
function eventExecution(connection: Connection, ask: Ask, first: Admitted, options: SubscriptionOptions) {
  const { gate, executor, viewerOf, contextOf, log } = options;
  let admitted = first;
  return async (event: unknown): Promise<ExecutionResult | null> => {
    const viewer = await freshViewer(connection, viewerOf, log);
    if (!viewer) return null;
    if (viewer.role !== admitted.role) admitted = gate.admit({ ...ask, viewer });
    return executor.executeEvent(admitted, event, contextOf(viewer, randomUUID()));
  };
}
