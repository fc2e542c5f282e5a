import { merchantSettings } from "../people/find-merchant-settings.js";
import type { Context } from "../platform/context.js";
import { type InstantRange, type LocalDate, rangeOf } from "../platform/local-date.js";
import { parseIdOrNull } from "../platform/scalars.js";
import type { InsightsFilter } from "./insights.filters.js";
import { type Days, daysBefore, daysOf } from "./period.js";

/** What a report is about: everything that its figures have in common. Making one costs no figure. */
export interface Report {
  /** Null for the whole lifetime. */
  readonly days: Days | null;
  /** The instants of these days. */
  readonly range: InstantRange | null;
  readonly timeZone: string;
  /** The instant whose knowledge the report gives; null for all that is known now. */
  readonly asOf: Date | null;
  readonly campaignId: string | null;
  readonly memberId: string | null;
  readonly sourceId: string | null;
  readonly pipelineId: string | null;
  readonly includeTest: boolean;
}

/** The parts into which a series cuts a report, by the instants at which they begin. */
export interface Series {
  readonly report: Report;
  readonly starts: readonly Date[];
}

export interface Asked {
  readonly from: LocalDate | null;
  readonly to: LocalDate | null;
  readonly timeZone: string | null;
  readonly asOf: Date | null;
  readonly filter: InsightsFilter | null;
}

export async function reportOf(ctx: Context, { from, to, timeZone, asOf, filter }: Asked): Promise<Report> {
  const days = daysOf(from, to);
  const zone = timeZone ?? (await merchantSettings(ctx)).timeZone;
  const idOf = (name: "campaignId" | "memberId" | "sourceId" | "pipelineId"): string | null =>
    parseIdOrNull(filter?.[name], ["filter", name]);
  return {
    days,
    range: days && rangeOf(days.from, days.to, zone),
    timeZone: zone,
    asOf,
    campaignId: idOf("campaignId"),
    memberId: idOf("memberId"),
    sourceId: idOf("sourceId"),
    pipelineId: idOf("pipelineId"),
    includeTest: filter?.includeTest ?? false,
  };
}

/** The same about the days just before: no gap, no overlap. Null for a lifetime, before which there is nothing. */
export function previousOf(report: Report): Report | null {
  const days = report.days && daysBefore(report.days);
  return days && { ...report, days, range: rangeOf(days.from, days.to, report.timeZone) };
}

const read = new WeakMap<Report, Map<object, Promise<unknown>>>();

/** Reads a group of figures once for a report, however many of its fields are asked for, and never when none is. */
export function onceForReport<T>(
  find: (ctx: Context, report: Report) => Promise<T>,
): (ctx: Context, report: Report) => Promise<T> {
  return (ctx, report) => {
    const groups = read.get(report) ?? new Map<object, Promise<unknown>>();
    read.set(report, groups);
    const known = groups.get(find) as Promise<T> | undefined;
    const group = known ?? find(ctx, report);
    groups.set(find, group);
    return group;
  };
}
