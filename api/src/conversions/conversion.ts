import { Field, ID, ObjectType } from "type-graphql";
import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from "typeorm";
import { Campaign } from "../campaigns/campaign.js";
import { Contact } from "../contacts/contact.js";
import { Merchant } from "../people/merchant.js";
import { Allow } from "../platform/allow.js";
import { DateTime } from "../platform/scalars.js";

@Allow("EVERYONE")
@ObjectType({
  description:
    "A row of the immutable ledger: one win. It never changes after it was recorded, except that a mistaken one is voided once, and then says by whom and why.",
  simpleResolvers: true,
})
@Entity("lead_conversions")
@Index(["leadId", "lifecycleId"], { unique: true, where: "voided_at IS NULL AND NOT is_additional" })
@Index(["merchantId", "convertedAt", "id"])
@Index(["contactId", "convertedAt"])
@Index(["lifecycleId"])
@Check("(voided_at IS NULL) = (void_reason IS NULL)")
@Check("(value_minor IS NULL) = (currency IS NULL)")
export class Conversion {
  @Field(() => ID, { description: "Opaque id of the conversion." })
  @PrimaryColumn("uuid")
  id!: string;

  @ForeignKey(() => Merchant)
  @Column("uuid")
  merchantId!: string;

  @Column("uuid")
  leadId!: string;

  @Column("uuid")
  lifecycleId!: string;

  @ForeignKey(() => Contact)
  @Column("uuid")
  contactId!: string;

  @Field(() => Boolean, { description: "True for a labelled test, which stands in no figure." })
  @Column("boolean")
  isTest!: boolean;

  // A second sale recorded without leaving won; only wins by a stage move are unique in their lifecycle.
  @Field(() => Boolean, { description: "True for a further sale recorded while the lead was won." })
  @Column("boolean")
  isAdditional!: boolean;

  @Field(() => String, { description: "Name of the stage in which it was won, as it was called then." })
  @Column("text")
  stageName!: string;

  @Field(() => Boolean, {
    description: "Whether the contact already had a live conversion when this one was recorded. Never changes.",
  })
  @Column("boolean")
  isRepeat!: boolean;

  @Column("text")
  actorKind!: string;

  @Column("uuid", { nullable: true })
  actorId!: string | null;

  @ForeignKey(() => Campaign)
  @Column("uuid", { nullable: true })
  campaignId!: string | null;

  @Allow("ADMIN", "MANAGER", "AGENT", "ANALYST")
  @Field(() => String, {
    nullable: true,
    description: "Name of the campaign it is attributed to, as it was called then.",
  })
  @Column("text", { nullable: true })
  campaignName!: string | null;

  @Column("uuid", { nullable: true })
  sourceId!: string | null;

  @Column("bigint", { nullable: true })
  valueMinor!: number | null;

  @Column("text", { nullable: true })
  currency!: string | null;

  @Field(() => DateTime, { description: "When it was won (UTC)." })
  @Column("timestamp with time zone", { precision: 3 })
  convertedAt!: Date;

  @Field(() => DateTime, { description: "When the ledger learnt of it (UTC); later than `convertedAt` for an import." })
  @Column("timestamp with time zone", { precision: 3 })
  recordedAt!: Date;

  @Field(() => DateTime, {
    nullable: true,
    description: "When it was voided as a mistake (UTC); null while it stands.",
  })
  @Column("timestamp with time zone", { precision: 3, nullable: true })
  voidedAt!: Date | null;

  @Column("uuid", { nullable: true })
  voidedBy!: string | null;

  @Allow("ADMIN", "MANAGER", "AGENT", "ANALYST")
  @Field(() => String, { nullable: true, description: "Why it was voided." })
  @Column("text", { nullable: true })
  voidReason!: string | null;
}
