import type { Context } from "../platform/context.js";
import { raw, rows, type Sql, sql } from "../platform/sql.js";
import { winsInRange } from "./counted-rows.js";
import type { CampaignFigures, MemberFigures, SourceFigures } from "./insights.types.js";
import { onceForReport, type Report } from "./report.js";
import { tallyOf, type WinRow, type WinTally, winColumns } from "./wins.js";

type Named<Figures> = Omit<Figures, keyof WinTally>;

/** As recorded: a campaign that was renamed has a line for each of its names. */
export const findByCampaign = onceForReport(async (ctx, report): Promise<CampaignFigures[]> => {
  const found = await findLines<Named<CampaignFigures>>(ctx, report, {
    select: raw('v.campaign_id AS "campaignId", v.campaign_name AS name'),
    groupBy: raw("v.campaign_id, v.campaign_name"),
  });
  return linesOf<Named<CampaignFigures>>(found, ({ campaignId, name }) => ({ campaignId, name }));
});

export const findByMember = onceForReport(async (ctx, report): Promise<MemberFigures[]> => {
  const memberId = raw("CASE WHEN v.actor_kind = 'MEMBER' THEN v.actor_id END");
  const found = await findLines<Named<MemberFigures>>(ctx, report, {
    select: sql`${memberId} AS "memberId"`,
    groupBy: memberId,
  });
  return linesOf<Named<MemberFigures>>(found, ({ memberId }) => ({ memberId }));
});

/** Sources live in a room above; of them only the name is needed here. */
export const findBySource = onceForReport(async (ctx, report): Promise<SourceFigures[]> => {
  const name = raw("(SELECT s.name FROM intake_sources s WHERE s.id = v.source_id)");
  const found = await findLines<Named<SourceFigures>>(ctx, report, {
    select: sql`v.source_id AS "sourceId", ${name} AS name`,
    groupBy: raw("v.source_id"),
  });
  return linesOf<Named<SourceFigures>>(found, ({ sourceId, name }) => ({ sourceId, name }));
});

function findLines<Key>(
  ctx: Context,
  report: Report,
  { select, groupBy }: { select: Sql; groupBy: Sql },
): Promise<(Key & WinRow)[]> {
  return ctx.db.read(ctx.viewer.merchantId, (em) =>
    rows(em, sql`SELECT ${select}, ${winColumns} FROM ${winsInRange(ctx, report)} GROUP BY ${groupBy}, v.currency`),
  );
}

/** Most wins first; together they are all wins of the range, those of nobody and of no campaign included. */
function linesOf<Key extends object>(found: readonly (Key & WinRow)[], keyOf: (row: Key) => Key): (Key & WinTally)[] {
  const lines = new Map<string, (Key & WinRow)[]>();
  for (const row of found) {
    const key = JSON.stringify(keyOf(row));
    lines.set(key, [...(lines.get(key) ?? []), row]);
  }
  return [...lines.entries()]
    .flatMap(([key, parts]) =>
      parts.slice(0, 1).map((first) => ({ key, line: { ...keyOf(first), ...tallyOf(parts) } })),
    )
    .sort((a, b) => b.line.wonDeals - a.line.wonDeals || (a.key < b.key ? -1 : 1))
    .map(({ line }) => line);
}
