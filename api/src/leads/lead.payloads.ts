import { Ctx, Field, ID, ObjectType } from "type-graphql";
import { Conversation } from "../conversations/conversation.js";
import { Message } from "../conversations/message.js";
import { Note } from "../conversations/note.js";
import { Conversion } from "../conversions/conversion.js";
import { Delivery } from "../deliveries/delivery.js";
import { FollowUp } from "../follow-ups/follow-up.js";
import { Allow } from "../platform/allow.js";
import type { Context } from "../platform/context.js";
import { Payload } from "../platform/payload.js";
import { UserError } from "../platform/user-error.js";
import { findConversion } from "./find-conversions.js";
import { findLead } from "./find-leads.js";
import { findRecord } from "./find-records.js";
import { Lead } from "./lead.js";

@Allow("EVERYONE")
@ObjectType()
export abstract class LeadPayload extends Payload {
  leadId!: string | null;

  @Field(() => Lead, {
    nullable: true,
    description: "The lead as it is now; null when it was refused or is no longer visible to the caller.",
  })
  lead(@Ctx() ctx: Context): Promise<Lead | null> {
    return findLead(ctx, this.leadId);
  }
}

@Allow("EVERYONE")
@ObjectType({ description: "What moveLead did." })
export class MoveLeadPayload extends LeadPayload {
  conversionId!: string | null;
  voidedConversionId!: string | null;

  @Field(() => Conversion, { nullable: true, description: "The win, when the lead is in its WON stage by this move." })
  conversion(@Ctx() ctx: Context): Promise<Conversion | null> {
    return findConversion(ctx, this.conversionId);
  }

  @Field(() => Conversion, { nullable: true, description: "The win that this move took back as a mistake." })
  voidedConversion(@Ctx() ctx: Context): Promise<Conversion | null> {
    return findConversion(ctx, this.voidedConversionId);
  }
}

@Allow("EVERYONE")
@ObjectType({ description: "What became of one of several moves." })
export class LeadMoveResult {
  @Field(() => ID, { description: "The lead that was to be moved." })
  leadId!: string;

  conversionId!: string | null;
  voidedConversionId!: string | null;

  @Field(() => Lead, {
    nullable: true,
    description: "The lead as it is now; null when it was not moved or is no longer visible to the caller.",
  })
  lead(@Ctx() ctx: Context): Promise<Lead | null> {
    return findLead(ctx, this.userErrors.length > 0 ? null : this.leadId);
  }

  @Field(() => Conversion, { nullable: true, description: "The win, when the lead is in its WON stage by this move." })
  conversion(@Ctx() ctx: Context): Promise<Conversion | null> {
    return findConversion(ctx, this.conversionId);
  }

  @Field(() => Conversion, { nullable: true, description: "The win that this move took back as a mistake." })
  voidedConversion(@Ctx() ctx: Context): Promise<Conversion | null> {
    return findConversion(ctx, this.voidedConversionId);
  }

  @Field(() => [UserError], {
    description:
      "The rule that refused this move, with `path` inside the move; empty when it was made. NOT_ALL_MOVED when it could have been made and others of an atomic request could not.",
  })
  userErrors!: UserError[];
}

@Allow("EVERYONE")
@ObjectType({ description: "What moveLeads did." })
export class MoveLeadsPayload extends Payload {
  @Field(() => [LeadMoveResult], { description: "One result for each move, in the order of the input." })
  results!: LeadMoveResult[];
}

@Allow("EVERYONE")
@ObjectType({ description: "What voidConversion did." })
export class VoidConversionPayload extends LeadPayload {
  voidedConversionId!: string | null;

  @Field(() => Conversion, { nullable: true, description: "The win, now void." })
  voidedConversion(@Ctx() ctx: Context): Promise<Conversion | null> {
    return findConversion(ctx, this.voidedConversionId);
  }
}

@Allow("EVERYONE")
@ObjectType()
abstract class ConversionPayload extends LeadPayload {
  conversionId!: string | null;

  @Field(() => Conversion, { nullable: true, description: "The win as it is now." })
  conversion(@Ctx() ctx: Context): Promise<Conversion | null> {
    return findConversion(ctx, this.conversionId);
  }
}

@Allow("EVERYONE")
@ObjectType({ description: "What reverseConversion did." })
export class ReverseConversionPayload extends ConversionPayload {}

@Allow("EVERYONE")
@ObjectType({ description: "What recordAdditionalConversion did." })
export class RecordAdditionalConversionPayload extends ConversionPayload {}

@Allow("EVERYONE")
@ObjectType({ description: "What assignLead did." })
export class AssignLeadPayload extends LeadPayload {}

@Allow("EVERYONE")
@ObjectType({ description: "What claimNextLead did." })
export class ClaimNextLeadPayload extends LeadPayload {}

@Allow("EVERYONE")
@ObjectType({ description: "What tagContact did." })
export class TagContactPayload extends LeadPayload {}

@Allow("EVERYONE")
@ObjectType({ description: "What untagContact did." })
export class UntagContactPayload extends LeadPayload {}

@Allow("EVERYONE")
@ObjectType({ description: "What recordResponse did." })
export class RecordResponsePayload extends LeadPayload {}

@Allow("EVERYONE")
@ObjectType()
abstract class MessagePayload extends LeadPayload {
  messageId!: string | null;

  @Field(() => Message, { nullable: true, description: "The message." })
  message(@Ctx() ctx: Context): Promise<Message | null> {
    return findRecord(ctx, Message, this.messageId);
  }
}

@Allow("EVERYONE")
@ObjectType({ description: "What receiveMessage did." })
export class ReceiveMessagePayload extends MessagePayload {}

@Allow("EVERYONE")
@ObjectType({ description: "What sendMessage did." })
export class SendMessagePayload extends MessagePayload {}

@Allow("EVERYONE")
@ObjectType({ description: "What addNote did." })
export class AddNotePayload extends LeadPayload {
  noteId!: string | null;

  @Field(() => Note, { nullable: true, description: "The note." })
  note(@Ctx() ctx: Context): Promise<Note | null> {
    return findRecord(ctx, Note, this.noteId);
  }
}

@Allow("EVERYONE")
@ObjectType()
abstract class ConversationPayload extends LeadPayload {
  conversationId!: string | null;

  @Field(() => Conversation, { nullable: true, description: "The conversation as it is now." })
  conversation(@Ctx() ctx: Context): Promise<Conversation | null> {
    return findRecord(ctx, Conversation, this.conversationId);
  }
}

@Allow("EVERYONE")
@ObjectType({ description: "What closeConversation did." })
export class CloseConversationPayload extends ConversationPayload {}

@Allow("EVERYONE")
@ObjectType({ description: "What markConversationRead did." })
export class MarkConversationReadPayload extends ConversationPayload {}

@Allow("EVERYONE")
@ObjectType()
abstract class FollowUpPayload extends LeadPayload {
  followUpId!: string | null;

  @Field(() => FollowUp, { nullable: true, description: "The follow-up as it is now." })
  followUp(@Ctx() ctx: Context): Promise<FollowUp | null> {
    return findRecord(ctx, FollowUp, this.followUpId);
  }
}

@Allow("EVERYONE")
@ObjectType({ description: "What scheduleFollowUp did." })
export class ScheduleFollowUpPayload extends FollowUpPayload {}

@Allow("EVERYONE")
@ObjectType({ description: "What rescheduleFollowUp did." })
export class RescheduleFollowUpPayload extends FollowUpPayload {}

@Allow("EVERYONE")
@ObjectType({ description: "What completeFollowUp did." })
export class CompleteFollowUpPayload extends FollowUpPayload {}

@Allow("EVERYONE")
@ObjectType()
abstract class DeliveryPayload extends LeadPayload {
  deliveryId!: string | null;

  @Field(() => Delivery, { nullable: true, description: "The delivery as it is now." })
  delivery(@Ctx() ctx: Context): Promise<Delivery | null> {
    return findRecord(ctx, Delivery, this.deliveryId);
  }
}

@Allow("EVERYONE")
@ObjectType({ description: "What retryDelivery did." })
export class RetryDeliveryPayload extends DeliveryPayload {}

@Allow("EVERYONE")
@ObjectType({ description: "What dismissDelivery did." })
export class DismissDeliveryPayload extends DeliveryPayload {}
