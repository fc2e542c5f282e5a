import type { Context } from "../platform/context.js";
import type { Role } from "../platform/role.js";
import { Insights, type InsightsScope } from "./insights.types.js";
import { type Asked, previousOf, type Report, reportOf } from "./report.js";

/** The frame of a report. Its figures are read when they are asked for. */
export async function findInsights(ctx: Context, asked: Asked): Promise<Insights> {
  return insightsOf(ctx, await reportOf(ctx, asked));
}

export function findPrevious(ctx: Context, { report }: Insights): Insights | null {
  const previous = previousOf(report);
  return previous && insightsOf(ctx, previous);
}

function insightsOf({ viewer }: Context, report: Report): Insights {
  const { days, range, timeZone, asOf } = report;
  return Object.assign(new Insights(), {
    ...{ report, timeZone, asOf, scope: scopes[viewer.role] },
    ...{ from: days?.from ?? null, to: days?.to ?? null, start: range?.start ?? null, end: range?.end ?? null },
  });
}

const scopes = { ADMIN: "ALL", MANAGER: "ALL", ANALYST: "ALL", AGENT: "OWN", PARTNER: "OWN_SOURCES" } satisfies Record<
  Role,
  InsightsScope
>;
