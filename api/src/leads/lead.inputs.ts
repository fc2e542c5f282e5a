import { Field, ID, InputType, Int } from "type-graphql";
import { ChannelEnum, type ChannelName } from "../conversations/conversation.js";
import { Allow } from "../platform/allow.js";
import { graphqlEnum } from "../platform/closed-set.js";
import { DateTime } from "../platform/scalars.js";
import { QueueNameEnum } from "../queues/queue.types.js";
import type { QueueName } from "../queues/queue-name.js";

const loggedResponses = ["CALL", "MEETING"] as const;
const LoggedResponseEnum = graphqlEnum("LoggedResponse", loggedResponses, "How a colleague spoke with the contact.", {
  CALL: "By telephone.",
  MEETING: "In person or by video.",
});

export const aboutKey =
  "1 to 255 characters, kept for 30 days: a repeated request gets the first answer and `replayed: true`; the same key with other input is refused with IDEMPOTENCY_KEY_REUSED.";

@InputType({ description: "What makes a mutation safe to repeat." })
export abstract class Repeatable {
  @Field(() => String, { nullable: true, description: aboutKey })
  idempotencyKey?: string | null;
}

@InputType({ description: "A mutation of one lead." })
abstract class OfLead extends Repeatable {
  @Field(() => ID, { description: "The lead." })
  leadId!: string;

  @Field(() => Int, {
    nullable: true,
    description: "Refuse with VERSION_CONFLICT when the lead is newer than this `Lead.version`.",
  })
  expectedVersion?: number | null;
}

@InputType({ description: "A promised next action." })
export class FollowUpInput {
  @Field(() => DateTime, { description: "When it is due." })
  dueAt!: Date;

  @Field(() => String, { nullable: true, description: "What is promised." })
  note?: string | null;

  @Field(() => ID, {
    nullable: true,
    description: "Who keeps the promise; the lead's owner when not given, else the caller.",
  })
  assigneeId?: string | null;
}

@InputType({ description: "An amount of money." })
export class MoneyInput {
  @Field(() => Int, { description: "In the currency's smallest unit, such as cents; not negative." })
  amountMinor!: number;

  @Field(() => String, { description: "ISO 4217 code in capitals, such as EUR." })
  currency!: string;
}

@InputType({ description: "Gives a lead to a member, or to nobody." })
export class AssignLeadInput extends OfLead {
  @Field(() => ID, { nullable: true, description: "The new owner; null releases the lead." })
  memberId?: string | null;

  @Field(() => String, { nullable: true, description: "Why; it stands in the history." })
  reason?: string | null;
}

@InputType({ description: "Takes the next free lead of a queue." })
export class ClaimNextLeadInput extends Repeatable {
  @Field(() => QueueNameEnum, { description: "A queue of leads, usually UNASSIGNED." })
  queue!: QueueName;
}

@InputType({ description: "Takes a mistaken win back." })
export class VoidConversionInput extends Repeatable {
  @Field(() => ID, { description: "The conversion." })
  conversionId!: string;

  @Field(() => String, { description: "Why it was a mistake." })
  reason!: string;

  @Field(() => String, {
    nullable: true,
    description: "Where the lead goes; required while it is still in won, and only then used.",
  })
  toStage?: string | null;
}

@InputType({ description: "Records a refund or cancellation of a win that can no longer be voided." })
export class ReverseConversionInput extends Repeatable {
  @Field(() => ID, { description: "The conversion." })
  conversionId!: string;

  @Field(() => String, { description: "Why it was refunded or cancelled." })
  reason!: string;
}

@InputType({ description: "Records a further sale to a lead that stays in won." })
export class RecordAdditionalConversionInput extends OfLead {
  @Field(() => MoneyInput, { nullable: true, description: "What the sale is worth." })
  value?: MoneyInput | null;

  @Field(() => String, {
    description:
      "1 to 255 characters, kept for 30 days. Required, since nothing else tells a second sale from a repeated request.",
  })
  override idempotencyKey!: string;
}

@InputType({ description: "Who wrote, as the sending system knows them." })
export class SenderInput {
  @Field(() => String, { nullable: true, description: "Name." })
  name?: string | null;

  @Field(() => String, { nullable: true, description: "Mail address as it came." })
  email?: string | null;

  @Field(() => String, { nullable: true, description: "Telephone number as it came." })
  phone?: string | null;

  @Field(() => String, { nullable: true, description: "WhatsApp's id of the person." })
  whatsappId?: string | null;
}

@InputType({ description: "A quick-reply button that was pressed." })
export class QuickReplyInput {
  @Field(() => String, { nullable: true, description: "The button's payload." })
  payload?: string | null;

  @Field(() => ID, { nullable: true, description: "The campaign whose button it was." })
  campaignId?: string | null;
}

@InputType({ description: "Stores what a contact wrote." })
export class ReceiveMessageInput extends Repeatable {
  @Field(() => ID, { nullable: true, description: "The lead, when it is known; else name the contact." })
  leadId?: string | null;

  @Field(() => SenderInput, { nullable: true, description: "Who wrote; found or made by the normalised identities." })
  contact?: SenderInput | null;

  @Field(() => ChannelEnum, { description: "By which channel." })
  channel!: ChannelName;

  @Field(() => String, { nullable: true, description: "What was written." })
  text?: string | null;

  @Field(() => String, {
    nullable: true,
    description: "The provider's id of the message: the same id again changes nothing.",
  })
  externalId?: string | null;

  @Field(() => DateTime, {
    nullable: true,
    description: "When it was sent by the provider's clock; now when not given, and never later than now.",
  })
  sentAt?: Date | null;

  @Field(() => QuickReplyInput, { nullable: true, description: "The button that was pressed instead of typing." })
  quickReply?: QuickReplyInput | null;

  @Allow("ADMIN", "MANAGER", "PARTNER")
  @Field(() => Boolean, {
    nullable: true,
    description: "A labelled test, which never meets real contacts and never counts.",
  })
  isTest?: boolean | null;
}

@InputType({ description: "Writes to the contact." })
export class SendMessageInput extends Repeatable {
  @Field(() => ID, { nullable: true, description: "The lead; its most recently active conversation is used." })
  leadId?: string | null;

  @Field(() => ID, { nullable: true, description: "The conversation, when the lead has several." })
  conversationId?: string | null;

  @Field(() => String, { description: "What to write, 1 to 65,536 characters." })
  text!: string;
}

@InputType({ description: "Logs a call or a meeting with the contact." })
export class RecordResponseInput extends OfLead {
  @Field(() => LoggedResponseEnum, { description: "How you spoke." })
  by!: (typeof loggedResponses)[number];

  @Field(() => DateTime, {
    nullable: true,
    description: "When it took place; now when not given, never later than now.",
  })
  respondedAt?: Date | null;

  @Field(() => String, { nullable: true, description: "What came of it, as an internal note." })
  note?: string | null;
}

@InputType({ description: "Writes a note for colleagues." })
export class AddNoteInput extends OfLead {
  @Field(() => String, { description: "The note, 1 to 65,536 characters. The contact never sees it." })
  text!: string;
}

@InputType({ description: "Closes a conversation by hand." })
export class CloseConversationInput extends Repeatable {
  @Field(() => ID, { description: "The conversation." })
  conversationId!: string;
}

@InputType({ description: "Marks a conversation as read." })
export class MarkConversationReadInput extends Repeatable {
  @Field(() => ID, { description: "The conversation." })
  conversationId!: string;

  @Field(() => ID, {
    nullable: true,
    description: "The last message that was seen: a newer one stays unread. All of them when not given.",
  })
  upToMessageId?: string | null;
}

@InputType({ description: "Promises a next action." })
export class ScheduleFollowUpInput extends OfLead {
  @Field(() => DateTime, { description: "When it is due." })
  dueAt!: Date;

  @Field(() => String, { nullable: true, description: "What is promised." })
  note?: string | null;

  @Field(() => ID, {
    nullable: true,
    description: "Who keeps the promise; the lead's owner when not given, else the caller.",
  })
  assigneeId?: string | null;
}

@InputType({ description: "Moves a promise to another time." })
export class RescheduleFollowUpInput extends Repeatable {
  @Field(() => ID, { description: "The follow-up." })
  followUpId!: string;

  @Field(() => DateTime, { description: "When it is due now." })
  dueAt!: Date;
}

@InputType({ description: "Ticks a promise off." })
export class CompleteFollowUpInput extends Repeatable {
  @Field(() => ID, { description: "The follow-up." })
  followUpId!: string;
}

@InputType({ description: "Adds or removes a tag by hand." })
export class TagInput extends OfLead {
  @Field(() => String, {
    description: "The tag, 1 to 60 characters; `won_customer` and `repeat_lead` are the system's own.",
  })
  tag!: string;
}

@InputType({ description: "Names a delivery." })
export class DeliveryInput extends Repeatable {
  @Field(() => ID, { description: "The delivery." })
  deliveryId!: string;
}
