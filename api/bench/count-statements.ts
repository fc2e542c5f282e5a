import pg from "pg";

export interface Statement {
  /** Which of the connections it went through. */
  readonly connection: number;
  readonly text: string;
  readonly values: readonly unknown[];
}

export interface StatementCount {
  /** What reads or writes rows. */
  work: number;
  /** BEGIN, COMMIT, ROLLBACK and savepoints. */
  transaction: number;
  /** Telling a connection for which merchant it works. */
  scope: number;
}

export interface StatementCounter {
  readonly counted: StatementCount;
  /** Every statement from now on, until the answer is called. */
  record(): () => Statement[];
}

/** Counts what this process sends to Postgres from now on through the server's own connections, not the job queue's. */
export function countStatements(): StatementCounter {
  const counted: StatementCount = { work: 0, transaction: 0, scope: 0 };
  const recorders = new Set<Statement[]>();
  const prototype: { query: (this: pg.Client, ...sent: unknown[]) => unknown } = pg.Client.prototype;
  const { query } = prototype;
  const connections = new Map<pg.Client, number>();
  prototype.query = function counting(...sent) {
    const statement = isServers(this) ? statementOf(sent) : null;
    if (statement) {
      counted[kindOf(statement.text)] += 1;
      if (!connections.has(this)) connections.set(this, connections.size);
      for (const recorder of recorders) recorder.push({ ...statement, connection: connections.get(this) ?? 0 });
    }
    return query.apply(this, sent);
  };
  return {
    counted,
    record() {
      const statements: Statement[] = [];
      recorders.add(statements);
      return () => {
        recorders.delete(statements);
        return statements;
      };
    },
  };
}

const isServers = (client: pg.Client): boolean =>
  Reflect.get(Object(Reflect.get(client, "connectionParameters")), "application_name") === "leadledger";

function statementOf([first, second]: unknown[]): Pick<Statement, "text" | "values"> | null {
  const text = typeof first === "string" ? first : Reflect.get(Object(first), "text");
  const values = Array.isArray(second) ? second : Reflect.get(Object(first), "values");
  return typeof text === "string" ? { text, values: Array.isArray(values) ? values : [] } : null;
}

function kindOf(text: string): keyof StatementCount {
  if (/^\s*(START TRANSACTION|BEGIN|COMMIT|ROLLBACK|SAVEPOINT|RELEASE)\b/i.test(text)) return "transaction";
  return text.includes("set_config('leadledger.merchant_id'") ? "scope" : "work";
}
