import { Ctx, Field, ID, Int, ObjectType } from "type-graphql";
import { Campaign } from "../campaigns/campaign.js";
import { campaignById } from "../campaigns/find-campaigns.js";
import { ChannelEnum, type ChannelName } from "../conversations/conversation.js";
import { memberById } from "../people/find-members.js";
import { Member } from "../people/member.js";
import { Allow } from "../platform/allow.js";
import type { Context } from "../platform/context.js";
import { loadOrNull } from "../platform/loader.js";
import { DateTime } from "../platform/scalars.js";
import type { FactsOf, StageCause } from "./events.js";
import { lifecycleById } from "./find-leads.js";
import { HistoryEvent, HistoryStage } from "./history-event.js";
import { historyKinds } from "./history-kinds.js";
import { StageKindEnum } from "./lead.filters.js";
import type { LifecycleOpening, LifecycleOutcome } from "./lead-state.js";
import { Lifecycle, LifecycleOpeningEnum, LifecycleOutcomeEnum } from "./lifecycle.js";
import type { StageKind } from "./pipeline-rules.js";

@Allow("EVERYONE")
@ObjectType({ implements: HistoryEvent, description: historyKinds.LeadCreated, simpleResolvers: true })
export class LeadCreated extends HistoryEvent implements FactsOf<"LeadCreated"> {
  contactId!: string;
  pipelineId!: string;
  isTest!: boolean;
  stage!: string;
  stageName!: string;
  stageKind!: StageKind;

  @Field(() => HistoryStage, { description: "The stage in which it began." })
  get firstStage(): HistoryStage {
    return { key: this.stage, name: this.stageName };
  }
}

@Allow("EVERYONE")
@ObjectType({ implements: HistoryEvent, description: historyKinds.EnquiryReceived, simpleResolvers: true })
export class EnquiryReceived extends HistoryEvent implements FactsOf<"EnquiryReceived"> {
  sourceId!: string | null;

  @Field(() => ID, { description: "The enquiry; it stands in Lead.enquiries." })
  enquiryId!: string;

  @Field(() => ChannelEnum, { description: "The channel by which it arrived." })
  channel!: ChannelName;

  @Field(() => Int, { description: "Number of the lifecycle that took it up." })
  lifecycleNumber!: number;
}

@Allow("EVERYONE")
@ObjectType({ implements: HistoryEvent, description: historyKinds.EnquiryCorrected, simpleResolvers: true })
export class EnquiryCorrected extends HistoryEvent implements FactsOf<"EnquiryCorrected"> {
  correctionId!: string;

  @Field(() => ID, { description: "The enquiry; its corrections stand beside it." })
  enquiryId!: string;
}

@Allow("EVERYONE")
@ObjectType({ simpleResolvers: true })
abstract class OfLifecycle extends HistoryEvent {
  lifecycleId!: string;

  @Field(() => Int, { description: "1 for the lead's first lifecycle." })
  number!: number;

  @Field(() => Lifecycle, { nullable: true, description: "The lifecycle as it is now." })
  lifecycle(@Ctx() ctx: Context): Promise<Lifecycle | null> {
    return lifecycleById(ctx).load(this.lifecycleId);
  }
}

@Allow("EVERYONE")
@ObjectType({ implements: HistoryEvent, description: historyKinds.LifecycleOpened, simpleResolvers: true })
export class LifecycleOpened extends OfLifecycle implements FactsOf<"LifecycleOpened"> {
  sourceId!: string | null;
  campaignId!: string | null;

  @Field(() => LifecycleOpeningEnum, { description: "What opened it." })
  openedBy!: LifecycleOpening;

  @Field(() => DateTime, { description: "When its clock began (UTC), which for a message is the provider's time." })
  openedAt!: Date;

  @Field(() => Boolean, { description: "Whether the contact had a live win by then." })
  isRepeat!: boolean;

  @Field(() => String, {
    nullable: true,
    description: "Name of the campaign that brought the contact, as it was called then.",
  })
  campaignName!: string | null;

  @Field(() => Campaign, { nullable: true, description: "The campaign as it is now." })
  campaign(@Ctx() ctx: Context): Promise<Campaign | null> {
    return loadOrNull(campaignById(ctx), this.campaignId);
  }
}

@Allow("EVERYONE")
@ObjectType({ implements: HistoryEvent, description: historyKinds.LifecycleClosed, simpleResolvers: true })
export class LifecycleClosed extends OfLifecycle implements FactsOf<"LifecycleClosed"> {
  @Field(() => LifecycleOutcomeEnum, { description: "How it ended." })
  outcome!: LifecycleOutcome;

  @Allow("ADMIN", "MANAGER", "AGENT", "ANALYST")
  @Field(() => String, { nullable: true, description: "Why, in the words of whoever closed it." })
  reason!: string | null;
}

@Allow("EVERYONE")
@ObjectType({ implements: HistoryEvent, description: historyKinds.LifecycleReopened, simpleResolvers: true })
export class LifecycleReopened extends OfLifecycle implements FactsOf<"LifecycleReopened"> {
  @Field(() => DateTime, {
    nullable: true,
    description: "Since when the contact waits for an answer, now that it goes on (UTC).",
  })
  awaitingSince!: Date | null;

  @Field(() => DateTime, { nullable: true, description: "When that answer is due (UTC)." })
  responseDueAt!: Date | null;
}

@Allow("EVERYONE")
@ObjectType({ implements: HistoryEvent, description: historyKinds.StageChanged, simpleResolvers: true })
export class StageChanged extends HistoryEvent implements FactsOf<"StageChanged"> {
  override cause!: StageCause | null;
  from!: string;
  fromName!: string;
  to!: string;
  toName!: string;

  @Field(() => HistoryStage, { description: "The stage that the lead left." })
  get fromStage(): HistoryStage {
    return { key: this.from, name: this.fromName };
  }

  @Field(() => HistoryStage, { description: "The stage in which it stands from here on." })
  get toStage(): HistoryStage {
    return { key: this.to, name: this.toName };
  }

  @Field(() => StageKindEnum, { description: "Kind of the stage in which it stands from here on." })
  toKind!: StageKind;

  @Allow("ADMIN", "MANAGER", "AGENT", "ANALYST")
  @Field(() => String, { nullable: true, description: "Why, in the words of whoever moved it." })
  reason!: string | null;
}

@Allow("EVERYONE")
@ObjectType({ implements: HistoryEvent, description: historyKinds.ReEngaged, simpleResolvers: true })
export class ReEngaged extends HistoryEvent implements FactsOf<"ReEngaged"> {
  from!: string;
  fromName!: string;
  to!: string;
  toName!: string;
  campaignId!: string | null;

  @Field(() => HistoryStage, { description: "The closed stage in which the lead was." })
  get fromStage(): HistoryStage {
    return { key: this.from, name: this.fromName };
  }

  @Field(() => HistoryStage, {
    description: "The open stage in which it stands from here on: the pipeline's initial one, or that of the campaign.",
  })
  get toStage(): HistoryStage {
    return { key: this.to, name: this.toName };
  }

  @Field(() => Boolean, { description: "Whether the contact had a live win, which makes it a customer's return." })
  isRepeat!: boolean;

  @Field(() => Campaign, {
    nullable: true,
    description: "The campaign whose message or button brought the contact back, as it is now.",
  })
  campaign(@Ctx() ctx: Context): Promise<Campaign | null> {
    return loadOrNull(campaignById(ctx), this.campaignId);
  }

  @Field(() => String, {
    nullable: true,
    description: "Why the campaign's own stage was not used, in English; null when it was, or when it names none.",
  })
  campaignStageUnused!: string | null;
}

@Allow("EVERYONE")
@ObjectType({ implements: HistoryEvent, description: historyKinds.OwnerChanged, simpleResolvers: true })
export class OwnerChanged extends HistoryEvent implements FactsOf<"OwnerChanged"> {
  fromId!: string | null;
  toId!: string | null;

  @Field(() => Member, { nullable: true, description: "Who was responsible; null when nobody was." })
  from(@Ctx() ctx: Context): Promise<Member | null> {
    return loadOrNull(memberById(ctx), this.fromId);
  }

  @Field(() => Member, { nullable: true, description: "Who is responsible from here on; null when nobody is." })
  to(@Ctx() ctx: Context): Promise<Member | null> {
    return loadOrNull(memberById(ctx), this.toId);
  }

  @Allow("ADMIN", "MANAGER", "AGENT", "ANALYST")
  @Field(() => String, { nullable: true, description: "Why." })
  reason!: string | null;
}
