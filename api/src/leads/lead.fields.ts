import { Args, Ctx, FieldResolver, Resolver, Root } from "type-graphql";
import { Contact } from "../contacts/contact.js";
import { Conversation } from "../conversations/conversation.js";
import type { Conversion } from "../conversions/conversion.js";
import { ConversionConnection } from "../conversions/conversion-connection.js";
import { FollowUp } from "../follow-ups/follow-up.js";
import { memberById } from "../people/find-members.js";
import { Member } from "../people/member.js";
import { Allow } from "../platform/allow.js";
import type { Context } from "../platform/context.js";
import { loadOrNull } from "../platform/loader.js";
import { type Connection, PageArgs } from "../platform/page.js";
import {
  findAllowedMoves,
  findBadges,
  findLatestConversation,
  findNextFollowUp,
  getContactOf,
  getCurrentLifecycle,
  getPipelineOf,
  getStageOf,
  isRepeat,
} from "./describe-lead.js";
import { conversionsOfLead } from "./find-conversions.js";
import { followUpsOfLead } from "./find-follow-ups.js";
import { historyOfLead } from "./find-history.js";
import { conversationsOfLead, lifecyclesOfLead } from "./find-leads.js";
import { HistoryArgs, HistoryEventConnection } from "./history.types.js";
import type { HistoryEvent } from "./history-event.js";
import { Lead } from "./lead.js";
import { AllowedMove, LeadBadge, Stage } from "./lead.types.js";
import { Lifecycle } from "./lifecycle.js";
import { Pipeline } from "./pipeline.js";

@Resolver(() => Lead)
export class LeadFields {
  @Allow("EVERYONE")
  @FieldResolver(() => Contact, { description: "The person behind the lead." })
  contact(@Root() lead: Lead, @Ctx() ctx: Context): Promise<Contact> {
    return getContactOf(ctx, lead);
  }

  @Allow("EVERYONE")
  @FieldResolver(() => Pipeline, { description: "The pipeline through which it goes." })
  pipeline(@Root() lead: Lead, @Ctx() ctx: Context): Promise<Pipeline> {
    return getPipelineOf(ctx, lead);
  }

  @Allow("EVERYONE")
  @FieldResolver(() => Stage, {
    description:
      "Where it stands now; for a partner, where the latest lifecycle that it sees has brought it. A win is not read from here but from `conversions`.",
  })
  stage(@Root() lead: Lead, @Ctx() ctx: Context): Promise<Stage> {
    return getStageOf(ctx, lead);
  }

  @Allow("ADMIN", "MANAGER", "AGENT", "ANALYST")
  @FieldResolver(() => Member, { nullable: true, description: "Who is responsible; null when nobody is yet." })
  owner(@Root() { ownerId }: Lead, @Ctx() ctx: Context): Promise<Member | null> {
    return loadOrNull(memberById(ctx), ownerId);
  }

  @Allow("EVERYONE")
  @FieldResolver(() => [LeadBadge], {
    description:
      "The pills that an inbox shows: always the stage, then wins, repeat and test where they apply. None for a partner.",
  })
  badges(@Root() lead: Lead, @Ctx() ctx: Context): Promise<LeadBadge[]> {
    return findBadges(ctx, lead);
  }

  @Allow("EVERYONE")
  @FieldResolver(() => Boolean, {
    description: "Whether the contact already had a live win when the current lifecycle opened.",
  })
  isRepeat(@Root() lead: Lead, @Ctx() ctx: Context): Promise<boolean> {
    return isRepeat(ctx, lead);
  }

  @Allow("EVERYONE")
  @FieldResolver(() => Lifecycle, {
    description:
      "The pass in which it is now, or which ended last; for a partner the latest of those that its enquiries opened.",
  })
  currentLifecycle(@Root() lead: Lead, @Ctx() ctx: Context): Promise<Lifecycle> {
    return getCurrentLifecycle(ctx, lead);
  }

  @Allow("EVERYONE")
  @FieldResolver(() => [Lifecycle], {
    description: "All its passes, the first one first; for a partner those that its enquiries opened.",
  })
  lifecycles(@Root() { id }: Lead, @Ctx() ctx: Context): Promise<Lifecycle[]> {
    return lifecyclesOfLead(ctx).load(id);
  }

  @Allow("ADMIN", "MANAGER", "AGENT", "ANALYST")
  @FieldResolver(() => Conversation, { nullable: true, description: "The most recently active conversation." })
  conversation(@Root() lead: Lead, @Ctx() ctx: Context): Promise<Conversation | null> {
    return findLatestConversation(ctx, lead);
  }

  @Allow("ADMIN", "MANAGER", "AGENT", "ANALYST")
  @FieldResolver(() => [Conversation], {
    nullable: true,
    description: "All its conversations, most recently active first; one for each channel.",
  })
  conversations(@Root() { id }: Lead, @Ctx() ctx: Context): Promise<Conversation[]> {
    return conversationsOfLead(ctx).load(id);
  }

  @Allow("ADMIN", "MANAGER", "AGENT", "ANALYST")
  @FieldResolver(() => FollowUp, {
    nullable: true,
    description: "The open promise that is due first; null when none is open.",
  })
  followUp(@Root() lead: Lead, @Ctx() ctx: Context): Promise<FollowUp | null> {
    return findNextFollowUp(ctx, lead);
  }

  @Allow("ADMIN", "MANAGER", "AGENT", "ANALYST")
  @FieldResolver(() => [FollowUp], {
    nullable: true,
    description: "Its promises: open ones first, soonest first, then past ones, latest first; 50 at the most.",
  })
  followUps(@Root() lead: Lead, @Ctx() ctx: Context): Promise<FollowUp[]> {
    return followUpsOfLead(ctx, lead);
  }

  @Allow("ADMIN", "MANAGER", "AGENT", "ANALYST")
  @FieldResolver(() => HistoryEventConnection, {
    nullable: true,
    description: "Everything that happened to it, newest first unless asked otherwise.",
  })
  history(
    @Root() lead: Lead,
    @Ctx() ctx: Context,
    @Args(() => HistoryArgs) page: HistoryArgs,
  ): Promise<Connection<HistoryEvent>> {
    return historyOfLead(ctx, lead, page);
  }

  @Allow("EVERYONE")
  @FieldResolver(() => ConversionConnection, {
    description:
      "Its wins, newest first, void ones too; for a partner those of the lifecycles that its enquiries opened.",
  })
  conversions(
    @Root() lead: Lead,
    @Ctx() ctx: Context,
    @Args(() => PageArgs) page: PageArgs,
  ): Promise<Connection<Conversion>> {
    return conversionsOfLead(ctx, lead, page);
  }

  @Allow("EVERYONE")
  @FieldResolver(() => [AllowedMove], {
    description:
      "Where the viewer may move it from its stage by the pipeline's table. None for those who only read. From won, any open stage is allowed too with the cause NEW_NEED.",
  })
  allowedMoves(@Root() lead: Lead, @Ctx() ctx: Context): Promise<AllowedMove[]> {
    return findAllowedMoves(ctx, lead);
  }
}
