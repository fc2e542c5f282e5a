import { Args, Ctx, FieldResolver, Resolver, Root } from "type-graphql";
import { Allow } from "../platform/allow.js";
import type { Context } from "../platform/context.js";
import type { Connection } from "../platform/page.js";
import { historyOfLead } from "./find-history.js";
import { HistoryArgs, HistoryEventConnection } from "./history.types.js";
import type { HistoryEvent } from "./history-event.js";
import { LeadMerged } from "./history-events-of-merges.js";

@Resolver(() => LeadMerged)
export class LeadMergedFields {
  @Allow("ADMIN", "MANAGER", "AGENT", "ANALYST")
  @FieldResolver(() => HistoryEventConnection, {
    nullable: true,
    description: "The other lead's own history, which ends with LeadAbsorbed.",
  })
  absorbedHistory(
    @Root() { absorbedLeadId }: LeadMerged,
    @Args(() => HistoryArgs) page: HistoryArgs,
    @Ctx() ctx: Context,
  ): Promise<Connection<HistoryEvent>> {
    return historyOfLead(ctx, { id: absorbedLeadId }, page);
  }
}
