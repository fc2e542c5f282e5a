import { Field, ID, Int, ObjectType } from "type-graphql";
import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from "typeorm";
import { Merchant } from "../people/merchant.js";
import { Allow } from "../platform/allow.js";
import { graphqlEnum, isOneOf } from "../platform/closed-set.js";
import { DateTime } from "../platform/scalars.js";

export const channels = ["WEB_FORM", "WHATSAPP", "EMAIL", "PHONE", "ADS", "API"] as const;
export type ChannelName = (typeof channels)[number];

export const ChannelEnum = graphqlEnum("Channel", channels, "The way by which a person reached the merchant.", {
  WEB_FORM: "A form on a website.",
  WHATSAPP: "WhatsApp.",
  EMAIL: "Electronic mail.",
  PHONE: "A telephone call, entered by a colleague.",
  ADS: "A lead form of an advertising platform.",
  API: "A partner's program.",
});

@Allow("EVERYONE")
@ObjectType({
  description:
    "The thread of a lead on one channel. It is permanent: closed when the deal is, opened again when the customer writes.",
  simpleResolvers: true,
})
@Entity("conversations")
@Index(["leadId", "channel"], { unique: true })
@Index(["merchantId", "isTest", "lastMessageAt", "id"])
@Check(isOneOf("channel", channels))
export class Conversation {
  @Field(() => ID, { description: "Opaque id of the conversation." })
  @PrimaryColumn("uuid")
  id!: string;

  @ForeignKey(() => Merchant)
  @Column("uuid")
  merchantId!: string;

  @Column("uuid")
  leadId!: string;

  @Field(() => Boolean, { description: "True for a labelled test." })
  @Column("boolean")
  isTest!: boolean;

  @Field(() => ChannelEnum, { description: "Its channel." })
  @Column("text")
  channel!: ChannelName;

  @Field(() => DateTime, { nullable: true, description: "When it was closed (UTC); null while it is open." })
  @Column("timestamp with time zone", { precision: 3, nullable: true })
  closedAt!: Date | null;

  // The win that closed it: voiding that win opens it again, and nothing else that was closed by hand.
  @Column("uuid", { nullable: true })
  closedByConversionId!: string | null;

  @Field(() => Int, { description: "Inbound messages that nobody has read since the last close or reading." })
  @Column("integer")
  unreadCount!: number;

  @Field(() => DateTime, { description: "Time of the newest message in it (UTC)." })
  @Column("timestamp with time zone", { precision: 3 })
  lastMessageAt!: Date;

  @Column("timestamp with time zone", { precision: 3, nullable: true })
  lastInboundAt!: Date | null;

  @Field(() => DateTime, { description: "When it began (UTC)." })
  @Column("timestamp with time zone", { precision: 3 })
  createdAt!: Date;

  // One thread with this conversation; such a row only leads there.
  @Index("conversations_merged_into", { where: "merged_into_id IS NOT NULL" })
  @Column("uuid", { nullable: true })
  mergedIntoId!: string | null;
}
