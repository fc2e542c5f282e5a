import { Ctx, Field, Int, ObjectType } from "type-graphql";
import { ChannelEnum, type ChannelName, Conversation } from "../conversations/conversation.js";
import { Message } from "../conversations/message.js";
import { Note } from "../conversations/note.js";
import { Conversion } from "../conversions/conversion.js";
import { Delivery } from "../deliveries/delivery.js";
import { Allow } from "../platform/allow.js";
import { graphqlEnum } from "../platform/closed-set.js";
import type { Context } from "../platform/context.js";
import { isoDuration } from "../platform/iso-duration.js";
import { DateTime, Duration } from "../platform/scalars.js";
import { type FactsOf, type ResponseKind, responseKinds } from "./events.js";
import { findRecord } from "./find-records.js";
import { HistoryEvent } from "./history-event.js";
import { historyKinds } from "./history-kinds.js";

const ResponseKindEnum = graphqlEnum("ResponseKind", responseKinds, "How a colleague answered a contact.", {
  MESSAGE: "By a message.",
  CALL: "By telephone.",
  MEETING: "In person or by video.",
});

@Allow("EVERYONE")
@ObjectType({ simpleResolvers: true })
abstract class OfConversation extends HistoryEvent {
  conversationId!: string;

  @Field(() => Conversation, { nullable: true, description: "The conversation as it is now." })
  conversation(@Ctx() ctx: Context): Promise<Conversation | null> {
    return findRecord(ctx, Conversation, this.conversationId);
  }
}

@Allow("EVERYONE")
@ObjectType({ implements: HistoryEvent, description: historyKinds.ConversationStarted, simpleResolvers: true })
export class ConversationStarted extends OfConversation implements FactsOf<"ConversationStarted"> {
  @Field(() => ChannelEnum, { description: "Its channel." })
  channel!: ChannelName;
}

@Allow("EVERYONE")
@ObjectType({ implements: HistoryEvent, description: historyKinds.ConversationReopened, simpleResolvers: true })
export class ConversationReopened extends OfConversation implements FactsOf<"ConversationReopened"> {}

@Allow("EVERYONE")
@ObjectType({ implements: HistoryEvent, description: historyKinds.ConversationClosed, simpleResolvers: true })
export class ConversationClosed extends OfConversation implements FactsOf<"ConversationClosed"> {
  conversionId!: string | null;

  @Field(() => Conversion, {
    nullable: true,
    description: "The win that closed it; null when it was a decline, spam or a colleague's hand.",
  })
  conversion(@Ctx() ctx: Context): Promise<Conversion | null> {
    return findRecord(ctx, Conversion, this.conversionId);
  }
}

@Allow("EVERYONE")
@ObjectType({ implements: HistoryEvent, description: historyKinds.ConversationRead, simpleResolvers: true })
export class ConversationRead extends OfConversation implements FactsOf<"ConversationRead"> {
  @Field(() => Int, { description: "Inbound messages that are still unread, since they came meanwhile." })
  unreadCount!: number;
}

@Allow("EVERYONE")
@ObjectType({ simpleResolvers: true })
abstract class OfMessage extends OfConversation {
  messageId!: string;

  @Field(() => Message, { nullable: true, description: "The message." })
  message(@Ctx() ctx: Context): Promise<Message | null> {
    return findRecord(ctx, Message, this.messageId);
  }
}

@Allow("EVERYONE")
@ObjectType({ implements: HistoryEvent, description: historyKinds.MessageReceived, simpleResolvers: true })
export class MessageReceived extends OfMessage implements FactsOf<"MessageReceived"> {
  enquiryId!: string | null;
  campaignId!: string | null;

  @Field(() => DateTime, { description: "When it was sent, by the provider's clock where there is one (UTC)." })
  sentAt!: Date;

  @Field(() => String, { nullable: true, description: "Name of the campaign that it carried, as it was called then." })
  campaignName!: string | null;

  @Field(() => Boolean, { description: "Whether it counts as unread." })
  isCounted!: boolean;

  @Field(() => Boolean, {
    description: "Whether it was sent before the win and arrived after it, so that it is no return.",
  })
  isFromBeforeClose!: boolean;
}

@Allow("EVERYONE")
@ObjectType({ implements: HistoryEvent, description: historyKinds.MessageSent, simpleResolvers: true })
export class MessageSent extends OfMessage implements FactsOf<"MessageSent"> {}

@Allow("EVERYONE")
@ObjectType({ simpleResolvers: true })
abstract class OfWait extends HistoryEvent {
  @Field(() => DateTime, { description: "Since when the contact waits (UTC)." })
  since!: Date;

  @Field(() => DateTime, { description: "When an answer is due, by the response target in business hours (UTC)." })
  dueAt!: Date;
}

@Allow("EVERYONE")
@ObjectType({ implements: HistoryEvent, description: historyKinds.ResponseAwaited, simpleResolvers: true })
export class ResponseAwaited extends OfWait implements FactsOf<"ResponseAwaited"> {}

@Allow("EVERYONE")
@ObjectType({ implements: HistoryEvent, description: historyKinds.ResponseTargetMissed, simpleResolvers: true })
export class ResponseTargetMissed extends OfWait implements FactsOf<"ResponseTargetMissed"> {}

@Allow("EVERYONE")
@ObjectType({ implements: HistoryEvent, description: historyKinds.HumanResponded, simpleResolvers: true })
export class HumanResponded extends HistoryEvent implements FactsOf<"HumanResponded"> {
  lifecycleId!: string;
  messageId!: string | null;
  elapsedMs!: number | null;
  businessMs!: number | null;

  @Field(() => ResponseKindEnum, { description: "How." })
  by!: ResponseKind;

  @Field(() => DateTime, {
    description:
      "When the colleague spoke with the contact (UTC), which for a call that is logged later is earlier than `at`.",
  })
  respondedAt!: Date;

  @Field(() => Boolean, { description: "Whether it is the first human response of its lifecycle." })
  isFirst!: boolean;

  @Field(() => Duration, {
    nullable: true,
    description:
      "For a first response: the time from the opening of the lifecycle to it, in hours, minutes and seconds.",
  })
  get elapsed(): string | null {
    return this.elapsedMs === null ? null : isoDuration(this.elapsedMs);
  }

  @Field(() => Duration, {
    nullable: true,
    description: "For a first response: how much of that time the merchant was open, in hours, minutes and seconds.",
  })
  get businessHours(): string | null {
    return this.businessMs === null ? null : isoDuration(this.businessMs);
  }

  @Field(() => Message, { nullable: true, description: "The message, when it was one." })
  message(@Ctx() ctx: Context): Promise<Message | null> {
    return findRecord(ctx, Message, this.messageId);
  }
}

@Allow("EVERYONE")
@ObjectType({ implements: HistoryEvent, description: historyKinds.AcknowledgementSent, simpleResolvers: true })
export class AcknowledgementSent extends HistoryEvent implements FactsOf<"AcknowledgementSent"> {
  lifecycleId!: string;
  deliveryId!: string;

  @Field(() => Delivery, { nullable: true, description: "The delivery by which it went." })
  delivery(@Ctx() ctx: Context): Promise<Delivery | null> {
    return findRecord(ctx, Delivery, this.deliveryId);
  }
}

@Allow("EVERYONE")
@ObjectType({ implements: HistoryEvent, description: historyKinds.NoteAdded, simpleResolvers: true })
export class NoteAdded extends HistoryEvent implements FactsOf<"NoteAdded"> {
  noteId!: string;

  @Field(() => Note, { nullable: true, description: "The note." })
  note(@Ctx() ctx: Context): Promise<Note | null> {
    return findRecord(ctx, Note, this.noteId);
  }
}
