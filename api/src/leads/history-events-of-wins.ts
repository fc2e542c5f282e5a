import { Ctx, Field, ObjectType } from "type-graphql";
import { Message } from "../conversations/message.js";
import { Conversion } from "../conversions/conversion.js";
import { Allow } from "../platform/allow.js";
import { graphqlEnum } from "../platform/closed-set.js";
import type { Context } from "../platform/context.js";
import type { FactsOf } from "./events.js";
import { findRecord } from "./find-records.js";
import { HistoryEvent } from "./history-event.js";
import { historyKinds } from "./history-kinds.js";

type TagOrigin = FactsOf<"TagAdded">["origin"];

const tagOrigins = ["SYSTEM", "MEMBER"] as const satisfies readonly TagOrigin[];
const TagOriginEnum = graphqlEnum("TagOrigin", tagOrigins, "Who gives and takes a tag.", {
  SYSTEM: "The system, by what happens: only what it gave is ever taken by it.",
  MEMBER: "A colleague, by hand.",
});

@Allow("EVERYONE")
@ObjectType({ simpleResolvers: true })
abstract class OfConversion extends HistoryEvent {
  conversionId!: string;

  @Field(() => Conversion, { nullable: true, description: "The row of the ledger as it is now." })
  conversion(@Ctx() ctx: Context): Promise<Conversion | null> {
    return findRecord(ctx, Conversion, this.conversionId);
  }
}

@Allow("EVERYONE")
@ObjectType({ implements: HistoryEvent, description: historyKinds.ConversionRecorded, simpleResolvers: true })
export class ConversionRecorded extends OfConversion implements FactsOf<"ConversionRecorded"> {
  lifecycleId!: string;
  campaignId!: string | null;
  sourceId!: string | null;
  valueMinor!: number | null;
  currency!: string | null;

  @Field(() => String, { description: "Name of the stage in which it was won, as it was called then." })
  stageName!: string;

  @Field(() => Boolean, { description: "Whether the contact already had a live win." })
  isRepeat!: boolean;

  @Field(() => Boolean, { description: "Whether it is a further sale that was recorded without leaving won." })
  isAdditional!: boolean;

  @Field(() => String, {
    nullable: true,
    description: "Name of the campaign to which it is attributed, as it was called then.",
  })
  campaignName!: string | null;
}

@Allow("EVERYONE")
@ObjectType({ implements: HistoryEvent, description: historyKinds.ConversionVoided, simpleResolvers: true })
export class ConversionVoided extends OfConversion implements FactsOf<"ConversionVoided"> {
  @Allow("ADMIN", "MANAGER", "AGENT", "ANALYST")
  @Field(() => String, { nullable: true, description: "Why it was a mistake." })
  reason!: string;
}

@Allow("EVERYONE")
@ObjectType({ implements: HistoryEvent, description: historyKinds.ConversionReversed, simpleResolvers: true })
export class ConversionReversed extends OfConversion implements FactsOf<"ConversionReversed"> {
  reversalId!: string;
  valueMinor!: number | null;
  currency!: string | null;

  @Allow("ADMIN", "MANAGER", "AGENT", "ANALYST")
  @Field(() => String, { nullable: true, description: "Why it was reversed." })
  reason!: string;
}

@Allow("EVERYONE")
@ObjectType({ simpleResolvers: true })
abstract class OfTag extends HistoryEvent {
  @Field(() => String, { description: "The tag." })
  tag!: string;

  @Field(() => TagOriginEnum, { description: "Whose tag it is." })
  origin!: TagOrigin;
}

@Allow("EVERYONE")
@ObjectType({ implements: HistoryEvent, description: historyKinds.TagAdded, simpleResolvers: true })
export class TagAdded extends OfTag implements FactsOf<"TagAdded"> {}

@Allow("EVERYONE")
@ObjectType({ implements: HistoryEvent, description: historyKinds.TagRemoved, simpleResolvers: true })
export class TagRemoved extends OfTag implements FactsOf<"TagRemoved"> {}

@Allow("EVERYONE")
@ObjectType({ implements: HistoryEvent, description: historyKinds.ContactOptedOut, simpleResolvers: true })
export class ContactOptedOut extends HistoryEvent implements FactsOf<"ContactOptedOut"> {
  messageId!: string;

  @Field(() => Message, { nullable: true, description: "The message that said so." })
  message(@Ctx() ctx: Context): Promise<Message | null> {
    return findRecord(ctx, Message, this.messageId);
  }
}
