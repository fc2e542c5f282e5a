import { Arg, Ctx, Query, Resolver } from "type-graphql";
import { Allow } from "../platform/allow.js";
import type { Context } from "../platform/context.js";
import { DateTime, LocalDate, TimeZone } from "../platform/scalars.js";
import { findInsights } from "./find-insights.js";
import { InsightsFilter } from "./insights.filters.js";
import { Insights } from "./insights.types.js";

@Resolver()
export class InsightsResolver {
  @Allow("EVERYONE")
  @Query(() => Insights, {
    description:
      "What was won and how fast people were answered. An agent gets own figures, a partner those of the lifecycles that its sources opened; `scope` says so.",
  })
  insights(
    @Arg("from", () => LocalDate, {
      nullable: true,
      description: "The first local day. Leave out both days for the whole lifetime.",
    })
    from: string | null | undefined,
    @Arg("to", () => LocalDate, {
      nullable: true,
      description: "The last local day, which counts whole; not before `from`.",
    })
    to: string | null | undefined,
    @Arg("timeZone", () => TimeZone, {
      nullable: true,
      description: "Whose local days they are; the merchant's when not given.",
    })
    timeZone: string | null | undefined,
    @Arg("asOf", () => DateTime, {
      nullable: true,
      description:
        "Reproduces the report as it was known at this instant: what was recorded, voided, reversed or answered later is left aside. Owners are always those of now.",
    })
    asOf: Date | null | undefined,
    @Arg("filter", () => InsightsFilter, { nullable: true, description: "What is counted." }) filter:
      | InsightsFilter
      | null
      | undefined,
    @Ctx() ctx: Context,
  ): Promise<Insights> {
    return findInsights(ctx, {
      from: from ?? null,
      to: to ?? null,
      timeZone: timeZone ?? null,
      asOf: asOf ?? null,
      filter: filter ?? null,
    });
  }
}
