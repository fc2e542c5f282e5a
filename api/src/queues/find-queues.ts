import type { EntityManager } from "typeorm";
import { seesOwnedBy } from "../people/visibility.js";
import type { Context } from "../platform/context.js";
import { ApiError } from "../platform/errors.js";
import { keyset } from "../platform/keyset.js";
import { type Connection, type PageArgs, toConnection } from "../platform/page.js";
import { firstRow, raw, rows, type Sql, sql } from "../platform/sql.js";
import type { Viewer } from "../platform/viewer.js";
import type { QueueEntry, QueueSummary } from "./queue.types.js";
import { type QueueName, queueNames } from "./queue-name.js";

/** Count and list have this one predicate, so they cannot disagree. */
const standing = (viewer: Viewer, queue: QueueName | null, includeTest: boolean): Sql =>
  sql`${seesOwnedBy(viewer, "q")} ${queue ? sql`AND q.queue = ${queue}` : raw("")} ${includeTest ? raw("") : raw("AND q.is_test = false")}`;

export async function findQueues(ctx: Context, includeTest: boolean): Promise<QueueSummary[]> {
  const found = await ctx.db.read(ctx.viewer.merchantId, (em) =>
    rows<QueueSummary>(
      em,
      sql`SELECT q.queue AS name, count(*) AS count, min(q.entered_at) AS "oldestEnteredAt",
            count(*) FILTER (WHERE q.due_at < decision_time()) AS "overdueCount"
          FROM queue_entries q WHERE ${standing(ctx.viewer, null, includeTest)} GROUP BY q.queue`,
    ),
  );
  return queuesOfRole(ctx.viewer).map(
    (name) => found.find((queue) => queue.name === name) ?? { name, count: 0, oldestEnteredAt: null, overdueCount: 0 },
  );
}

const queuesOfRole = ({ role }: Viewer): QueueName[] =>
  queueNames.filter((name) => name !== "INTAKE_HELD" || role !== "ANALYST");

export function assertSeesQueue({ role }: Viewer, queue: QueueName): void {
  if (role === "ANALYST" && queue === "INTAKE_HELD")
    throw new ApiError("FORBIDDEN", "Held enquiries are not for analysts.");
}

const entryColumns = raw(
  'q.queue, q.subject_id AS "subjectId", q.entered_at AS "enteredAt", q.order_at AS "orderAt", q.due_at AS "dueAt"',
);

export async function findQueue(
  ctx: Context,
  queue: QueueName,
  includeTest: boolean,
  args: PageArgs,
): Promise<Connection<QueueEntry>> {
  assertSeesQueue(ctx.viewer, queue);
  const scope = `${ctx.viewer.merchantId} queue ${queue} ${includeTest}`;
  const page = keyset<QueueEntry>(
    args,
    scope,
    { column: "q.order_at", property: "orderAt", idColumn: "q.subject_id", direction: "ASC" },
    (entry) => entry.subjectId,
  );
  const found = await ctx.db.read(ctx.viewer.merchantId, (em) =>
    rows<QueueEntry>(
      em,
      sql`SELECT ${entryColumns} FROM queue_entries q WHERE ${standing(ctx.viewer, queue, includeTest)} AND ${page.where} ${page.orderBy}`,
    ),
  );
  return toConnection(found, args, page.cursorOf);
}

export interface Snapshot {
  entries: QueueEntry[];
  sequence: number;
}

/** Entries and the end of the log as one statement saw them: what comes after is in the log, and nothing twice. */
export async function readSnapshot(
  em: EntityManager,
  viewer: Viewer,
  queue: QueueName,
  includeTest: boolean,
): Promise<Snapshot> {
  const found = await firstRow<{ sequence: number; entries: Wire[] }>(
    em,
    sql`SELECT coalesce((SELECT max(c.sequence) FROM queue_changes c WHERE c.merchant_id = ${viewer.merchantId}), 0) AS sequence,
          coalesce((SELECT jsonb_agg(to_jsonb(e) ORDER BY e."orderAt", e."subjectId")
            FROM (SELECT ${entryColumns} FROM queue_entries q WHERE ${standing(viewer, queue, includeTest)}) e), '[]') AS entries`,
  );
  if (!found) throw new Error("A snapshot has one row");
  return { sequence: found.sequence, entries: found.entries.map(entryOf) };
}

type Wire = { queue: QueueName; subjectId: string; enteredAt: string; orderAt: string; dueAt: string | null };

const entryOf = ({ queue, subjectId, enteredAt, orderAt, dueAt }: Wire): QueueEntry => ({
  queue,
  subjectId,
  enteredAt: new Date(enteredAt),
  orderAt: new Date(orderAt),
  dueAt: dueAt === null ? null : new Date(dueAt),
});
