import {
  createSourceEventStream,
  type ExecutionResult,
  execute as executeByGraphqlJs,
  GraphQLError,
  type GraphQLSchema,
} from "graphql";
import { type CompiledQuery, compileQuery, isCompiledQuery } from "graphql-jit";
import { ApiError, type Log, toGraphQLError } from "./errors.js";
import { type ExecutableDocument, makeExecutable } from "./executable-document.js";
import type { Admitted } from "./gate.js";
import { createLru } from "./lru.js";
import type { Policy } from "./permission-table.js";
import type { PreparedOperation } from "./prepared-document.js";
import { type Role, roles } from "./role.js";
import { executableSchema, projectSchema } from "./role-schema.js";

/** A Context; only introspection runs without one. */
type ContextValue = { requestId: string };

export interface Executor {
  execute(admitted: Admitted, ctx: ContextValue): Promise<ExecutionResult>;
  /** The events as their source gives them; each is then executed by itself, with a context of its own. */
  openStream(admitted: Admitted, ctx: ContextValue): Promise<AsyncIterable<unknown> | readonly GraphQLError[]>;
  executeEvent(admitted: Admitted, event: unknown, ctx: ContextValue): Promise<ExecutionResult>;
}

interface Plan {
  uses: number;
  /** Null once graphql-jit has refused, undefined before it was asked. */
  compiled: CompiledQuery | null | undefined;
}

export interface ExecutorOptions {
  schema: GraphQLSchema;
  policy: Policy;
  log: Log;
  /** Longer than any statement may take, so that it only ends what no statement timeout ends. */
  timeoutMs?: number;
}

/** Executes what the gate admitted, as its role sees the schema: compiled by graphql-jit, or by graphql-js where that is not safe. */
export function createExecutor({ schema, policy, log, timeoutMs = 30_000 }: ExecutorOptions): Executor {
  const schemas = Object.fromEntries(roles.map((role) => [role, projectSchema(schema, policy, role)]));
  const plans = createLru<Plan>(500);
  const documents = new WeakMap<PreparedOperation, ExecutableDocument>();
  const shownToAll = executableSchema(schema);

  return {
    async execute(admitted, ctx) {
      const result = await within(timeoutMs, run(admitted, undefined, ctx));
      return {
        ...finish(admitted, result, ctx),
        extensions: { cost: { cost: admitted.cost, limit: admitted.costLimit } },
      };
    },
    async executeEvent(admitted, event, ctx) {
      return finish(admitted, await within(timeoutMs, run(admitted, event, ctx)), ctx);
    },
    async openStream(admitted, ctx) {
      const { document, valuesOf } = documentOf(admitted.prepared);
      const stream = await createSourceEventStream({
        schema: schemaOf(admitted.role),
        document,
        contextValue: ctx,
        variableValues: valuesOf(admitted.values),
      });
      return Symbol.asyncIterator in stream ? stream : masked(stream.errors ?? [], ctx);
    },
  };

  async function run(admitted: Admitted, rootValue: unknown, ctx: ContextValue): Promise<ExecutionResult> {
    const { document, valuesOf, isCompilable } = documentOf(admitted.prepared);
    const values = valuesOf(admitted.values);
    const compiled = isCompilable ? compiledFor(admitted, document) : null;
    if (compiled) return compiled.query(rootValue, ctx, values);
    return executeByGraphqlJs({
      schema: schemaOf(admitted.role),
      document,
      rootValue,
      contextValue: ctx,
      variableValues: values,
    });
  }

  /** On the second use: compiling costs milliseconds, which a document seen once never earns back. */
  function compiledFor({ documentHash, operation, role }: Admitted, document: ExecutableDocument["document"]) {
    const key = `${documentHash} ${operation.name?.value ?? ""} ${role}`;
    const plan = plans.get(key) ?? { uses: 0, compiled: undefined };
    plan.uses += 1;
    if (plan.compiled === undefined && plan.uses > 1) {
      const compiled = compileQuery(schemaOf(role), document, "", { disablingCapturingStackErrors: true });
      plan.compiled = isCompiledQuery(compiled) ? compiled : null;
    }
    plans.set(key, plan);
    return plan.compiled;
  }

  function documentOf(prepared: PreparedOperation): ExecutableDocument {
    const known = documents.get(prepared) ?? makeExecutable(schema, prepared);
    documents.set(prepared, known);
    return known;
  }

  function schemaOf(role: Role | null): GraphQLSchema {
    return (role && schemas[role]) ?? shownToAll;
  }

  function finish({ notices }: Admitted, { data, errors = [] }: ExecutionResult, ctx: ContextValue): ExecutionResult {
    const all = [...notices, ...masked(errors, ctx)];
    return all.length > 0 ? { errors: all, data: data ?? null } : { data: data ?? null };
  }

  function masked(errors: readonly GraphQLError[], { requestId }: ContextValue): GraphQLError[] {
    return errors.map((error) => toGraphQLError(error, requestId, log));
  }
}

async function within(timeoutMs: number, running: Promise<ExecutionResult>): Promise<ExecutionResult> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<ExecutionResult>((resolve) => {
    timer = setTimeout(() => {
      const originalError = new ApiError("TIMEOUT", "This took too long. Try again.");
      resolve({ errors: [new GraphQLError(originalError.message, { originalError })] });
    }, timeoutMs);
  });
  const result = await Promise.race([running, late]);
  clearTimeout(timer);
  return result;
}
