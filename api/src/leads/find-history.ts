import { ofMerchant } from "../people/merchant-scope.js";
import type { Context } from "../platform/context.js";
import { badInput } from "../platform/errors.js";
import type { Keyset } from "../platform/keyset.js";
import { type Connection, decodeCursor, encodeCursor, toConnection } from "../platform/page.js";
import { pageEach } from "../platform/page-each.js";
import { raw, type Sql, sql } from "../platform/sql.js";
import { type HistoryArgs, type HistoryOrder, historyEventOf, type StoredEvent } from "./history.types.js";
import type { HistoryEvent } from "./history-event.js";
import type { Lead } from "./lead.js";

/** Of leads that the viewer is known to see: a new owner sees all of it. */
export async function historyOfLead(
  ctx: Context,
  { id }: Pick<Lead, "id">,
  args: HistoryArgs,
): Promise<Connection<HistoryEvent>> {
  const page = sequencePage(args, `${ctx.viewer.merchantId} history ${id} ${args.orderBy}`);
  const found = await historyPages(ctx, page).load(id);
  return toConnection(found.map(historyEventOf), args, page.cursorOf);
}

// Histories are read by the hundred, so that every column counts.
const historyPages = pageEach<StoredEvent>(
  (ctx) =>
    sql`SELECT e.lead_id AS "leadId", e.sequence, e.kind, e.at, e.actor_kind AS "actorKind", e.actor_id AS "actorId", e.cause, e.facts
        FROM lead_events e WHERE e.lead_id = owner.id AND ${ofMerchant(ctx.viewer, "e")}`,
);

const directions = {
  NEWEST_FIRST: { order: "DESC", beyond: "<" },
  OLDEST_FIRST: { order: "ASC", beyond: ">" },
} satisfies Record<HistoryOrder, { order: "ASC" | "DESC"; beyond: "<" | ">" }>;

function sequencePage({ first, after, orderBy }: HistoryArgs, scope: string): Keyset<HistoryEvent> {
  const { order, beyond } = directions[orderBy];
  return {
    where: after ? sql`e.sequence ${raw(beyond)} ${sequenceIn(scope, after)}` : raw("TRUE"),
    orderBy: sql`ORDER BY e.sequence ${raw(order)} LIMIT ${first + 1}`,
    cursorOf: ({ sequence }) => encodeCursor(scope, [sequence]),
  };
}

function sequenceIn(scope: string, cursor: string): Sql {
  const [sequence] = decodeCursor(scope, cursor);
  if (typeof sequence !== "number") {
    throw badInput([{ path: ["after"], rule: "cursor", message: "This cursor is not one of this list." }]);
  }
  return sql`${sequence}::integer`;
}
