import { Field, ID, ObjectType } from "type-graphql";
import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from "typeorm";
import { Campaign } from "../campaigns/campaign.js";
import { Member } from "../people/member.js";
import { Merchant } from "../people/merchant.js";
import { Allow } from "../platform/allow.js";
import { graphqlEnum, isOneOf } from "../platform/closed-set.js";
import { DateTime } from "../platform/scalars.js";
import { Conversation } from "./conversation.js";

export const directions = ["INBOUND", "OUTBOUND"] as const;
export const authors = ["CONTACT", "MEMBER", "AUTOMATION"] as const;
export const messageStatuses = ["RECEIVED", "QUEUED", "SENT", "DELIVERED", "READ", "FAILED"] as const;
export type MessageStatus = (typeof messageStatuses)[number];

const DirectionEnum = graphqlEnum("MessageDirection", directions, "Which way a message went.", {
  INBOUND: "From the contact to the merchant.",
  OUTBOUND: "From the merchant to the contact.",
});

const AuthorEnum = graphqlEnum("MessageAuthor", authors, "Who wrote a message.", {
  CONTACT: "The contact.",
  MEMBER: "A person of the merchant. Only these count as a human response.",
  AUTOMATION: "The system, such as an acknowledgement.",
});

const MessageStatusEnum = graphqlEnum(
  "MessageStatus",
  messageStatuses,
  "How far a message has come; it only moves forward.",
  {
    RECEIVED: "Inbound, stored.",
    QUEUED: "Outbound, waiting to be sent.",
    SENT: "Handed to the provider.",
    DELIVERED: "Reached the contact's device or mailbox.",
    READ: "Opened by the contact.",
    FAILED: "Given up after its retries; see the lead's deliveries.",
  },
);

@Allow("EVERYONE")
@ObjectType({ description: "One message of a conversation. Its text never changes.", simpleResolvers: true })
@Entity("messages")
@Index(["conversationId", "sentAt", "id"])
@Index(["merchantId", "externalKey"], { unique: true, where: "external_key IS NOT NULL" })
@Index(["enquiryId"])
@Check(isOneOf("direction", directions))
@Check(isOneOf("author", authors))
@Check(isOneOf("status", messageStatuses))
export class Message {
  @Field(() => ID, { description: "Opaque id of the message." })
  @PrimaryColumn("uuid")
  id!: string;

  @ForeignKey(() => Merchant)
  @Column("uuid")
  merchantId!: string;

  @ForeignKey(() => Conversation)
  @Column("uuid")
  conversationId!: string;

  @Column("uuid")
  leadId!: string;

  @Field(() => DirectionEnum, { description: "Which way it went." })
  @Column("text")
  direction!: (typeof directions)[number];

  @Field(() => AuthorEnum, { description: "Who wrote it." })
  @Column("text")
  author!: (typeof authors)[number];

  @ForeignKey(() => Member)
  @Column("uuid", { nullable: true })
  memberId!: string | null;

  @Allow("ADMIN", "MANAGER", "AGENT")
  @Field(() => String, {
    nullable: true,
    description: "What was written; null when the message had no text or the viewer may not read it.",
  })
  @Column("text", { nullable: true })
  text!: string | null;

  // Provider message ids are unique for each source, hence source and id together.
  @Column("text", { nullable: true })
  externalKey!: string | null;

  @Column("uuid", { nullable: true })
  enquiryId!: string | null;

  @ForeignKey(() => Campaign)
  @Column("uuid", { nullable: true })
  campaignId!: string | null;

  @Column("text", { nullable: true })
  quickReplyPayload!: string | null;

  @Field(() => DateTime, {
    description: "When it was sent: the provider's time where there is one, never in the future (UTC).",
  })
  @Column("timestamp with time zone", { precision: 3 })
  sentAt!: Date;

  @Field(() => DateTime, { description: "When we stored it (UTC)." })
  @Column("timestamp with time zone", { precision: 3 })
  receivedAt!: Date;

  @Field(() => MessageStatusEnum, { description: "How far it has come." })
  @Column("text")
  status!: MessageStatus;
}
