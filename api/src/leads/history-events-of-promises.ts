import { Ctx, Field, ObjectType } from "type-graphql";
import { Conversion } from "../conversions/conversion.js";
import { Delivery } from "../deliveries/delivery.js";
import { FollowUp } from "../follow-ups/follow-up.js";
import { memberById } from "../people/find-members.js";
import { Member } from "../people/member.js";
import { Allow } from "../platform/allow.js";
import type { Context } from "../platform/context.js";
import { loadOrNull } from "../platform/loader.js";
import { DateTime } from "../platform/scalars.js";
import type { FactsOf } from "./events.js";
import { findRecord } from "./find-records.js";
import { HistoryEvent } from "./history-event.js";
import { historyKinds } from "./history-kinds.js";

@Allow("EVERYONE")
@ObjectType({ simpleResolvers: true })
abstract class OfFollowUp extends HistoryEvent {
  followUpId!: string;

  @Field(() => FollowUp, { nullable: true, description: "The follow-up as it is now." })
  followUp(@Ctx() ctx: Context): Promise<FollowUp | null> {
    return findRecord(ctx, FollowUp, this.followUpId);
  }
}

@Allow("EVERYONE")
@ObjectType({ implements: HistoryEvent, description: historyKinds.FollowUpScheduled, simpleResolvers: true })
export class FollowUpScheduled extends OfFollowUp implements FactsOf<"FollowUpScheduled"> {
  assigneeId!: string | null;

  @Field(() => DateTime, { description: "When the action is due (UTC)." })
  dueAt!: Date;

  @Field(() => Member, { nullable: true, description: "Who promised to do it; null when it is nobody in particular." })
  assignee(@Ctx() ctx: Context): Promise<Member | null> {
    return loadOrNull(memberById(ctx), this.assigneeId);
  }
}

@Allow("EVERYONE")
@ObjectType({ implements: HistoryEvent, description: historyKinds.FollowUpRescheduled, simpleResolvers: true })
export class FollowUpRescheduled extends OfFollowUp implements FactsOf<"FollowUpRescheduled"> {
  @Field(() => DateTime, { description: "When the action is due (UTC)." })
  dueAt!: Date;
}

@Allow("EVERYONE")
@ObjectType({ implements: HistoryEvent, description: historyKinds.FollowUpReassigned, simpleResolvers: true })
export class FollowUpReassigned extends OfFollowUp implements FactsOf<"FollowUpReassigned"> {
  fromId!: string | null;
  toId!: string | null;

  @Field(() => Member, { nullable: true, description: "Whose it was; null when it was nobody's." })
  from(@Ctx() ctx: Context): Promise<Member | null> {
    return loadOrNull(memberById(ctx), this.fromId);
  }

  @Field(() => Member, { nullable: true, description: "Whose it is from here on; null when it is nobody's." })
  to(@Ctx() ctx: Context): Promise<Member | null> {
    return loadOrNull(memberById(ctx), this.toId);
  }
}

@Allow("EVERYONE")
@ObjectType({ implements: HistoryEvent, description: historyKinds.FollowUpCompleted, simpleResolvers: true })
export class FollowUpCompleted extends OfFollowUp implements FactsOf<"FollowUpCompleted"> {}

@Allow("EVERYONE")
@ObjectType({ implements: HistoryEvent, description: historyKinds.FollowUpCancelled, simpleResolvers: true })
export class FollowUpCancelled extends OfFollowUp implements FactsOf<"FollowUpCancelled"> {
  conversionId!: string | null;

  @Field(() => Conversion, {
    nullable: true,
    description: "The win that cancelled it; null when it was a decline or spam.",
  })
  conversion(@Ctx() ctx: Context): Promise<Conversion | null> {
    return findRecord(ctx, Conversion, this.conversionId);
  }
}

@Allow("EVERYONE")
@ObjectType({ implements: HistoryEvent, description: historyKinds.FollowUpRestored, simpleResolvers: true })
export class FollowUpRestored extends OfFollowUp implements FactsOf<"FollowUpRestored"> {}

@Allow("EVERYONE")
@ObjectType({ simpleResolvers: true })
abstract class OfDelivery extends HistoryEvent {
  deliveryId!: string;

  @Field(() => Delivery, { nullable: true, description: "The delivery as it is now." })
  delivery(@Ctx() ctx: Context): Promise<Delivery | null> {
    return findRecord(ctx, Delivery, this.deliveryId);
  }
}

@Allow("EVERYONE")
@ObjectType({ implements: HistoryEvent, description: historyKinds.DeliveryFailed, simpleResolvers: true })
export class DeliveryFailed extends OfDelivery implements FactsOf<"DeliveryFailed"> {}

@Allow("EVERYONE")
@ObjectType({ implements: HistoryEvent, description: historyKinds.DeliveryRetried, simpleResolvers: true })
export class DeliveryRetried extends OfDelivery implements FactsOf<"DeliveryRetried"> {}

@Allow("EVERYONE")
@ObjectType({ implements: HistoryEvent, description: historyKinds.DeliveryDismissed, simpleResolvers: true })
export class DeliveryDismissed extends OfDelivery implements FactsOf<"DeliveryDismissed"> {}
