import { Ctx, FieldResolver, Int, Resolver, Root } from "type-graphql";
import { Campaign } from "../campaigns/campaign.js";
import { campaignById } from "../campaigns/find-campaigns.js";
import { memberById } from "../people/find-members.js";
import { Member } from "../people/member.js";
import { Allow } from "../platform/allow.js";
import type { Context } from "../platform/context.js";
import { loadOrNull } from "../platform/loader.js";
import { DateTime } from "../platform/scalars.js";
import { Conversion } from "./conversion.js";
import { reversalOfConversion } from "./find-reversals.js";
import { findOrdinal } from "./find-wins.js";
import { Money, moneyOf } from "./money.js";
import { Reversal } from "./reversal.js";
import { findVoidableUntil } from "./void-window.js";

@Resolver(() => Conversion)
export class ConversionFields {
  @Allow("ADMIN", "MANAGER", "AGENT", "ANALYST")
  @FieldResolver(() => Int, {
    nullable: true,
    description:
      "Which of the contact's live wins it is: 1 for the first. Null once it is void; later ones then move up.",
  })
  ordinal(@Root() conversion: Conversion, @Ctx() ctx: Context): Promise<number | null> {
    return findOrdinal(ctx, conversion);
  }

  @Allow("ADMIN", "MANAGER", "AGENT", "ANALYST")
  @FieldResolver(() => DateTime, {
    nullable: true,
    description:
      "Until when it may be voided as a mistake (UTC, half-open). Null when it is void or that time is over; from then on it can only be reversed.",
  })
  voidableUntil(@Root() conversion: Conversion, @Ctx() ctx: Context): Promise<Date | null> {
    return findVoidableUntil(ctx, conversion);
  }

  @Allow("ADMIN", "MANAGER", "AGENT", "ANALYST")
  @FieldResolver(() => Campaign, {
    nullable: true,
    description: "The campaign to which it is attributed, under the name it has now; null when there is none.",
  })
  campaign(@Root() { campaignId }: Conversion, @Ctx() ctx: Context): Promise<Campaign | null> {
    return loadOrNull(campaignById(ctx), campaignId);
  }

  @Allow("ADMIN", "MANAGER", "AGENT", "ANALYST")
  @FieldResolver(() => Member, {
    nullable: true,
    description: "Who won it, whoever owns the lead today; null when it was imported or won by a program.",
  })
  actor(@Root() { actorId }: Conversion, @Ctx() ctx: Context): Promise<Member | null> {
    return loadOrNull(memberById(ctx), actorId);
  }

  @Allow("ADMIN", "MANAGER", "AGENT", "ANALYST")
  @FieldResolver(() => Money, {
    nullable: true,
    description: "What the win is worth, as it was told when it was recorded; null when nobody told it.",
  })
  value(@Root() conversion: Conversion): Money | null {
    return moneyOf(conversion);
  }

  @Allow("ADMIN", "MANAGER", "AGENT", "ANALYST")
  @FieldResolver(() => Reversal, {
    nullable: true,
    description: "The refund or cancellation that took it back after the window; null while there is none.",
  })
  reversal(@Root() { id }: Conversion, @Ctx() ctx: Context): Promise<Reversal | null> {
    return reversalOfConversion(ctx).load(id);
  }
}
