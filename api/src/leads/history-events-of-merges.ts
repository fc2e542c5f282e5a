import { Ctx, Field, ID, ObjectType } from "type-graphql";
import { Allow } from "../platform/allow.js";
import type { Context } from "../platform/context.js";
import type { FactsOf } from "./events.js";
import { findLead } from "./find-leads.js";
import { HistoryEvent } from "./history-event.js";
import { historyKinds } from "./history-kinds.js";
import { Lead } from "./lead.js";

@Allow("EVERYONE")
@ObjectType({ implements: HistoryEvent, description: historyKinds.ContactMerged, simpleResolvers: true })
export class ContactMerged extends HistoryEvent implements FactsOf<"ContactMerged"> {
  contactId!: string;
  systemTags!: readonly string[];
  memberTags!: readonly string[];
  liveConversions!: number;
  doNotContactAt!: Date | null;

  @Field(() => ID, { description: "Id that the other contact had. It still finds the person." })
  mergedContactId!: string;
}

@Allow("EVERYONE")
@ObjectType({ implements: HistoryEvent, description: historyKinds.LeadMerged, simpleResolvers: true })
export class LeadMerged extends HistoryEvent implements FactsOf<"LeadMerged"> {
  lifecycleNumber!: number;
  lifecycleCount!: number;
  awaitingSince!: Date | null;
  responseDueAt!: Date | null;
  conversations!: FactsOf<"LeadMerged">["conversations"];
  followUps!: FactsOf<"LeadMerged">["followUps"];
  conversions!: FactsOf<"LeadMerged">["conversions"];
  failedDeliveries!: FactsOf<"LeadMerged">["failedDeliveries"];

  @Field(() => ID, { description: "Id that the other lead had. It still finds this one." })
  absorbedLeadId!: string;
}

@Allow("EVERYONE")
@ObjectType({ implements: HistoryEvent, description: historyKinds.LeadAbsorbed, simpleResolvers: true })
export class LeadAbsorbed extends HistoryEvent implements FactsOf<"LeadAbsorbed"> {
  survivingLeadId!: string;

  @Field(() => Lead, { nullable: true, description: "The lead that goes on, if the caller may see it." })
  survivingLead(@Ctx() ctx: Context): Promise<Lead | null> {
    return findLead(ctx, this.survivingLeadId);
  }
}
