import { Field, ID, ObjectType } from "type-graphql";
import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from "typeorm";
import { Campaign } from "../campaigns/campaign.js";
import { ChannelEnum, type ChannelName, channels } from "../conversations/conversation.js";
import { Merchant } from "../people/merchant.js";
import { Allow } from "../platform/allow.js";
import { graphqlEnum, isOneOf } from "../platform/closed-set.js";
import { DateTime, JSONValue } from "../platform/scalars.js";
import { IntakeSource } from "./intake-source.js";

export const enquiryOutcomes = ["ACCEPTED", "DUPLICATE", "HELD", "REJECTED"] as const;
export type EnquiryOutcomeName = (typeof enquiryOutcomes)[number];

export const EnquiryOutcomeEnum = graphqlEnum(
  "EnquiryOutcome",
  enquiryOutcomes,
  "What became of an enquiry. In each case it is stored.",
  {
    ACCEPTED: "It reached a lead.",
    DUPLICATE: "The same content had come a moment before, without a key; the first one counts.",
    HELD: "It waits for a colleague, such as when a hidden trap field was filled in.",
    REJECTED: "It could not be processed as it is; it waits for a colleague with what is wrong.",
  },
);

@Allow("EVERYONE")
@ObjectType({
  description: "Exactly what a visitor sent, for ever. Corrections stand beside it and never change it.",
  simpleResolvers: true,
})
@Entity("enquiries")
@Index(["merchantId", "sourceId", "isTest", "idempotencyKey"], { unique: true })
@Index(["merchantId", "receiptNumber"], { unique: true })
@Index(["merchantId", "sourceId", "contentHash", "receivedAt"])
@Check(isOneOf("channel", channels))
export class Enquiry {
  @Field(() => ID, { description: "Opaque id of the enquiry." })
  @PrimaryColumn("uuid")
  id!: string;

  @ForeignKey(() => Merchant)
  @Column("uuid")
  merchantId!: string;

  @ForeignKey(() => IntakeSource)
  @Column("uuid")
  sourceId!: string;

  @Field(() => String, { description: "The number to quote to the visitor; find the enquiry again with it." })
  @Column("text")
  receiptNumber!: string;

  @Field(() => Boolean, { description: "Whether it is a labelled test." })
  @Column("boolean")
  isTest!: boolean;

  @Column("text", { nullable: true })
  idempotencyKey!: string | null;

  @Column("bytea")
  contentHash!: Buffer;

  @Field(() => ChannelEnum, { description: "The channel by which it came." })
  @Column("text")
  channel!: ChannelName;

  @Allow("ADMIN", "MANAGER", "AGENT", "PARTNER")
  @Field(() => String, { nullable: true, description: "The name as the visitor wrote it." })
  @Column("text", { nullable: true })
  name!: string | null;

  @Allow("ADMIN", "MANAGER", "AGENT", "PARTNER")
  @Field(() => String, { nullable: true, description: "The mail address as the visitor wrote it, usable or not." })
  @Column("text", { nullable: true })
  email!: string | null;

  @Allow("ADMIN", "MANAGER", "AGENT", "PARTNER")
  @Field(() => String, { nullable: true, description: "The telephone number as the visitor wrote it, usable or not." })
  @Column("text", { nullable: true })
  phone!: string | null;

  @Allow("ADMIN", "MANAGER", "AGENT", "PARTNER")
  @Field(() => String, { nullable: true, description: "The visitor's words." })
  @Column("text", { nullable: true })
  message!: string | null;

  @Field(() => String, { nullable: true, description: "What the visitor is interested in." })
  @Column("text", { nullable: true })
  serviceInterest!: string | null;

  @Field(() => String, { nullable: true, description: "The page from which it was sent." })
  @Column("text", { nullable: true })
  sourcePage!: string | null;

  @Allow("ADMIN", "MANAGER", "AGENT", "PARTNER")
  @Field(() => JSONValue, { nullable: true, description: "Everything else that came with it, as sent." })
  @Column("jsonb")
  fields!: unknown;

  // Whether they ask to be left alone, as the door understood it.
  @Column("boolean", { default: false })
  isOptOut!: boolean;

  // The bytes as they came, since text columns cannot hold every byte that a visitor can send.
  @Column("bytea", { nullable: true })
  raw!: Buffer | null;

  @ForeignKey(() => Campaign)
  @Column("uuid", { nullable: true })
  campaignId!: string | null;

  @Column("text", { nullable: true })
  submittedAtAsSent!: string | null;

  @Field(() => DateTime, {
    nullable: true,
    description: "When the visitor's side says it was sent (UTC); null when it said nothing usable.",
  })
  @Column("timestamp with time zone", { precision: 3, nullable: true })
  submittedAt!: Date | null;

  @Field(() => DateTime, { description: "When we received it (UTC)." })
  @Column("timestamp with time zone", { precision: 3 })
  receivedAt!: Date;
}
