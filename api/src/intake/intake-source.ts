import { Field, ID, ObjectType } from "type-graphql";
import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from "typeorm";
import { Campaign } from "../campaigns/campaign.js";
import { ChannelEnum, type ChannelName, channels } from "../conversations/conversation.js";
import { Pipeline } from "../leads/pipeline.js";
import { Merchant } from "../people/merchant.js";
import { Allow } from "../platform/allow.js";
import { isOneOf } from "../platform/closed-set.js";
import { DateTime } from "../platform/scalars.js";

@Allow("EVERYONE")
@ObjectType({
  description:
    "A place where enquiries come from: a form, an ads webhook, a WhatsApp number, a mailbox or a partner's program.",
  simpleResolvers: true,
})
@Entity("intake_sources")
@Index(["key"], { unique: true })
@Index(["merchantId", "createdAt"])
@Check(isOneOf("channel", channels))
export class IntakeSource {
  @Field(() => ID, { description: "Opaque id of the source." })
  @PrimaryColumn("uuid")
  id!: string;

  @ForeignKey(() => Merchant)
  @Column("uuid")
  merchantId!: string;

  @Field(() => String, { description: "Name in the merchant's words." })
  @Column("text")
  name!: string;

  @Allow("ADMIN", "MANAGER", "PARTNER")
  @Field(() => String, { nullable: true, description: "The secret part of its address, as in `/intake/:sourceKey`." })
  @Column("text")
  key!: string;

  @Field(() => ChannelEnum, { description: "The channel of what arrives here." })
  @Column("text")
  channel!: ChannelName;

  @ForeignKey(() => Pipeline)
  @Column("uuid")
  pipelineId!: string;

  @ForeignKey(() => Campaign)
  @Column("uuid", { nullable: true })
  defaultCampaignId!: string | null;

  @Field(() => String, { nullable: true, description: "Service interest assumed when the visitor names none." })
  @Column("text", { nullable: true })
  serviceInterest!: string | null;

  @Field(() => Boolean, { description: "Whether everything that arrives here is a labelled test." })
  @Column("boolean")
  isTest!: boolean;

  @Column("jsonb", { default: () => "'{}'" })
  fieldMap!: Record<string, string>;

  @Column("text", { array: true, default: () => "'{}'" })
  allowedOrigins!: string[];

  @Column("text", { nullable: true })
  defaultCountry!: string | null;

  @Column("text", { nullable: true })
  redirectUrl!: string | null;

  @Field(() => DateTime, { description: "When the source was made (UTC)." })
  @Column("timestamp with time zone", { precision: 3 })
  createdAt!: Date;
}
