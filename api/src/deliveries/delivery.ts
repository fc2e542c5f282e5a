import { Field, ID, Int, ObjectType } from "type-graphql";
import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from "typeorm";
import { Merchant } from "../people/merchant.js";
import { Allow } from "../platform/allow.js";
import { graphqlEnum, isOneOf } from "../platform/closed-set.js";
import { DateTime } from "../platform/scalars.js";

export const deliveryChannels = ["EMAIL"] as const;
export type DeliveryChannel = (typeof deliveryChannels)[number];
export const deliveryPurposes = ["ACKNOWLEDGEMENT", "STAFF_NOTICE", "REPLY"] as const;
export type DeliveryPurpose = (typeof deliveryPurposes)[number];
export const deliveryStatuses = ["PENDING", "DELIVERED", "FAILED", "DISMISSED"] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

const DeliveryChannelEnum = graphqlEnum(
  "DeliveryChannel",
  deliveryChannels,
  "How a notification or message leaves the house.",
  {
    EMAIL: "Mail over SMTP.",
  },
);

export const DeliveryPurposeEnum = graphqlEnum("DeliveryPurpose", deliveryPurposes, "What a delivery is for.", {
  ACKNOWLEDGEMENT: "The automatic answer to a visitor that the enquiry has arrived.",
  STAFF_NOTICE: "Word to the members who should know.",
  REPLY: "A member's message to the contact.",
});

export const DeliveryStatusEnum = graphqlEnum("DeliveryStatus", deliveryStatuses, "What became of a delivery.", {
  PENDING: "On its way, or waiting for its next attempt.",
  DELIVERED: "Accepted by the receiving side.",
  FAILED: "Given up after its attempts; stands in the DELIVERY_FAILURES queue until it is retried or dismissed.",
  DISMISSED: "Failed, and a colleague decided that nothing more is to be done.",
});

@Allow("ADMIN", "MANAGER", "AGENT")
@ObjectType({
  description: "A notification or message on its way out, with what became of it. A failed one never harms the lead.",
  simpleResolvers: true,
})
@Entity("deliveries")
@Index(["leadId", "status"])
@Index(["merchantId", "status", "createdAt", "id"])
@Index(["causeKey"], { unique: true })
@Check(isOneOf("channel", deliveryChannels))
@Check(isOneOf("purpose", deliveryPurposes))
@Check(isOneOf("status", deliveryStatuses))
export class Delivery {
  @Allow("EVERYONE")
  @Field(() => ID, { description: "Opaque id of the delivery." })
  @PrimaryColumn("uuid")
  id!: string;

  @ForeignKey(() => Merchant)
  @Column("uuid")
  merchantId!: string;

  @Column("uuid")
  leadId!: string;

  @Column("uuid", { nullable: true })
  messageId!: string | null;

  // What caused it and whom it goes to: a job that runs twice makes one delivery.
  @Column("text")
  causeKey!: string;

  @Field(() => DeliveryPurposeEnum, { nullable: true, description: "What it is for." })
  @Column("text")
  purpose!: DeliveryPurpose;

  @Field(() => DeliveryChannelEnum, { nullable: true, description: "How it leaves." })
  @Column("text")
  channel!: DeliveryChannel;

  @Field(() => String, { nullable: true, description: "To whom it goes." })
  @Column("text")
  recipient!: string;

  @Column("text")
  subject!: string;

  @Column("text")
  body!: string;

  @Allow("EVERYONE")
  @Field(() => DeliveryStatusEnum, { description: "What became of it." })
  @Column("text")
  status!: DeliveryStatus;

  @Field(() => Int, { nullable: true, description: "How many times it was tried." })
  @Column("integer")
  attempts!: number;

  // Attempts made before the latest retry by a person, who gives it a fresh round.
  @Column("integer", { default: 0 })
  attemptsBefore!: number;

  @Field(() => String, { nullable: true, description: "What the last attempt said when it failed." })
  @Column("text", { nullable: true })
  lastError!: string | null;

  @Field(() => DateTime, { nullable: true, description: "When it will be tried again (UTC); null when it will not." })
  @Column("timestamp with time zone", { precision: 3, nullable: true })
  nextAttemptAt!: Date | null;

  @Field(() => DateTime, { nullable: true, description: "When it was given up (UTC)." })
  @Column("timestamp with time zone", { precision: 3, nullable: true })
  failedAt!: Date | null;

  @Allow("EVERYONE")
  @Field(() => DateTime, { description: "When it was due to be sent (UTC)." })
  @Column("timestamp with time zone", { precision: 3 })
  createdAt!: Date;
}
