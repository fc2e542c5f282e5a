import type { Context } from "../platform/context.js";
import { type Connection, encodeCursor } from "../platform/page.js";
import { assertSeesQueue, readSnapshot } from "./find-queues.js";
import { type QueueChangeEvent, QueueResync, QueueSnapshot } from "./queue-changes.types.js";
import { eventFor, placeOf, readChanges, scopeOf, type Watch } from "./read-changes.js";

export type ChangePage = Omit<Connection<QueueChangeEvent>, "totalCount">;

/** What a stream would have told since a cursor of it, for those who ask now and then instead of listening. */
export async function findChangesSince(
  ctx: Context,
  watch: Watch & { after: string },
  first: number,
): Promise<ChangePage> {
  const { viewer } = ctx;
  assertSeesQueue(viewer, watch.queue);
  const scope = scopeOf(viewer, watch);
  const place = await ctx.db.read(viewer.merchantId, (em) => placeOf(em, viewer, scope, watch.after));
  if (place === null) return startOver(ctx, watch);
  const changes = await readChanges(ctx, watch, place, first + 1);
  const told = changes.slice(0, first).map((change) => {
    const cursor = encodeCursor(scope, [change.sequence]);
    return { cursor, node: eventFor(viewer, change, cursor) };
  });
  return pageOf(
    told.filter((edge): edge is Told => edge.node !== null),
    // What is not for this viewer is passed over, so the page may end after its last entry.
    told.at(-1)?.cursor ?? watch.after,
    changes.length > first,
  );
}

interface Told {
  cursor: string;
  node: QueueChangeEvent;
}

async function startOver(ctx: Context, watch: Watch): Promise<ChangePage> {
  const { viewer } = ctx;
  const { sequence, entries } = await ctx.db.read(viewer.merchantId, (em) =>
    readSnapshot(em, viewer, watch.queue, watch.includeTest),
  );
  const cursor = encodeCursor(scopeOf(viewer, watch), [sequence]);
  const resync = Object.assign(new QueueResync(), { message: "The cursor is too old or not one of this stream." });
  const snapshot = Object.assign(new QueueSnapshot(), { cursor, count: entries.length, entries });
  return pageOf(
    [
      { cursor, node: resync },
      { cursor, node: snapshot },
    ],
    cursor,
    false,
  );
}

const pageOf = (edges: Told[], endCursor: string, hasNextPage: boolean): ChangePage => ({
  nodes: edges.map(({ node }) => node),
  edges,
  pageInfo: { hasNextPage, endCursor, hasPreviousPage: true, startCursor: edges[0]?.cursor ?? null },
});
