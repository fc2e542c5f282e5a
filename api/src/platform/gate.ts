import { hash } from "node:crypto";
import type { DocumentNode, GraphQLError, GraphQLSchema, OperationDefinitionNode } from "graphql";
import { type Limits, tooComplex } from "./document-limits.js";
import { ApiError, badInput, httpStatuses, httpStatusOf, type Log, toGraphQLError } from "./errors.js";
import { invalidDocumentErrors } from "./invalid-document.js";
import { createLru } from "./lru.js";
import type { Policy } from "./permission-table.js";
import { InvalidDocument, type PreparedOperation, prepareOperation } from "./prepared-document.js";
import type { Role } from "./role.js";
import { compileRoleRules, noticesOf, type RoleRules } from "./role-rules.js";
import { createDocumentSource, type TrustedDocuments } from "./trusted-documents.js";
import { coerceVariables, type Values } from "./variables.js";
import type { Viewer } from "./viewer.js";

export interface GateOptions {
  schema: GraphQLSchema;
  policy: Policy;
  limits: Limits;
  introspection: boolean;
  trustedDocuments: TrustedDocuments | null;
  log: Log;
}

export interface Ask {
  query: string | undefined;
  documentId?: string | undefined;
  operationName?: string | null | undefined;
  variables?: Values | null | undefined;
  viewer: Viewer | null;
  transport: "HTTP" | "STREAM";
  requestId: string;
}

/** An operation that may run: its document, what was decided about it, and its variables as they were understood. */
export interface Admitted {
  document: DocumentNode;
  operation: OperationDefinitionNode;
  documentHash: string;
  /** Null for introspection by nobody in particular. */
  role: Role | null;
  prepared: PreparedOperation;
  values: Values;
  notices: readonly GraphQLError[];
  cost: number;
  costLimit: number;
}

export class GateRefusal extends Error {
  constructor(
    readonly errors: readonly GraphQLError[],
    readonly status: number,
  ) {
    super(errors[0]?.message);
  }
}

export interface Gate {
  /** Throws a GateRefusal. */
  admit(ask: Ask): Admitted;
}

/** The one way in, for every transport: what is not refused here is executed. */
export function createGate({ schema, policy, limits, introspection, trustedDocuments, log }: GateOptions): Gate {
  const documentOf = createDocumentSource(trustedDocuments);
  const prepared = createLru<{ operation: PreparedOperation } | { refusal: ApiError | InvalidDocument }>(1000);
  const roleRules = new WeakMap<PreparedOperation, Map<Role, RoleRules>>();

  return {
    admit(ask) {
      try {
        return admit(ask);
      } catch (error) {
        throw refusalOf(error, ask.requestId, log);
      }
    },
  };

  function admit(ask: Ask): Admitted {
    // Before the document is read: whoever is nobody learns nothing from how it fails.
    if (!ask.viewer && !introspection) throw unauthenticated();
    const text = documentOf(ask);
    const documentHash = hash("sha256", text);
    const operation = prepare(text, documentHash, ask.operationName ?? null);
    const role = authorise(operation, ask);
    const rules = role && rulesFor(operation, role);
    rules?.checkOperation();

    const sent = ask.variables ?? {};
    const values = coerceVariables(operation.variables, sent);
    checkNulls(operation, values);
    checkPages(operation, values);
    rules?.checkInputs?.(sent);
    const cost = operation.cost(values);
    if (cost > limits.cost) throw tooComplex("cost", cost, limits.cost);
    return {
      document: operation.document,
      operation: operation.operation,
      documentHash,
      role,
      prepared: operation,
      values,
      notices: rules ? noticesOf(rules, values, ask.requestId) : [],
      cost,
      costLimit: limits.cost,
    };
  }

  function prepare(text: string, documentHash: string, operationName: string | null): PreparedOperation {
    const key = `${documentHash} ${operationName ?? ""}`;
    const known = prepared.get(key) ?? prepareAnew(text, operationName);
    if (text.length <= maxKeptLength) prepared.set(key, known);
    if ("refusal" in known) throw known.refusal;
    return known.operation;
  }

  function prepareAnew(text: string, operationName: string | null) {
    try {
      return { operation: prepareOperation(schema, text, operationName, limits) };
    } catch (error) {
      if (error instanceof ApiError || error instanceof InvalidDocument) return { refusal: error };
      throw error;
    }
  }

  function authorise(prepared: PreparedOperation, { viewer, transport }: Ask): Role | null {
    const isSubscription = prepared.operation.operation === "subscription";
    if (!viewer && prepared.roots.length > 0) throw unauthenticated();
    if (isSubscription && transport === "HTTP") {
      throw new ApiError(
        "BAD_USER_INPUT",
        "A subscription needs a WebSocket (graphql-transport-ws) or an event stream.",
      );
    }
    if (!isSubscription && transport === "STREAM") {
      throw new ApiError("BAD_USER_INPUT", "Only subscriptions are answered here; send queries and mutations by POST.");
    }
    if (prepared.usesIntrospection && !introspection) {
      throw new ApiError("FORBIDDEN", "Introspection is switched off here; schema.graphql says the same.");
    }
    return viewer?.role ?? null;
  }

  function rulesFor(prepared: PreparedOperation, role: Role): RoleRules {
    const byRole = roleRules.get(prepared) ?? new Map<Role, RoleRules>();
    const rules = byRole.get(role) ?? compileRoleRules(schema, prepared, policy, role);
    roleRules.set(prepared, byRole.set(role, rules));
    return rules;
  }

  function checkPages({ pages }: PreparedOperation, values: Values): void {
    for (const { key, sizeOf } of pages) {
      const size = sizeOf(values);
      if (typeof size === "number" && size >= 1 && size <= limits.pageSize) continue;
      const message = `first of ${key} must be 1 to ${limits.pageSize}.`;
      throw badInput([{ path: ["first"], rule: "pageSize", message }]);
    }
  }
}

// A text can be long without having many tokens; such a one is prepared each time rather than kept.
const maxKeptLength = 65_536;

function checkNulls({ neverNull }: PreparedOperation, values: Values): void {
  const nulls = neverNull.filter((name) => values[name] === null);
  if (nulls.length === 0) return;
  throw badInput(nulls.map((name) => ({ path: [name], rule: "required", message: `${name} must not be null.` })));
}

function unauthenticated(): ApiError {
  return new ApiError("UNAUTHENTICATED", "Send a valid token or API key.");
}

export function refusalOf(error: unknown, requestId: string, log: Log): GateRefusal {
  if (error instanceof InvalidDocument) {
    return new GateRefusal(invalidDocumentErrors(error.errors, requestId), httpStatuses.BAD_USER_INPUT);
  }
  const refused = toGraphQLError(error, requestId, log);
  return new GateRefusal([refused], httpStatusOf(refused));
}
