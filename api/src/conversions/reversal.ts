import { Field, ID, ObjectType } from "type-graphql";
import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from "typeorm";
import { Merchant } from "../people/merchant.js";
import { Allow } from "../platform/allow.js";
import { DateTime } from "../platform/scalars.js";
import { Conversion } from "./conversion.js";

@Allow("EVERYONE")
@ObjectType({
  description:
    "A win that was refunded or cancelled after the time in which it could have been voided. The win stays in the figures of the day on which it was won; the reversal counts on its own day. It never changes.",
  simpleResolvers: true,
})
@Entity("conversion_reversals")
@Index(["conversionId"], { unique: true })
@Index(["merchantId", "reversedAt"])
@Check("(value_minor IS NULL) = (currency IS NULL)")
export class Reversal {
  @Field(() => ID, { description: "Opaque id of the reversal." })
  @PrimaryColumn("uuid")
  id!: string;

  @ForeignKey(() => Merchant)
  @Column("uuid")
  merchantId!: string;

  @ForeignKey(() => Conversion)
  @Column("uuid")
  conversionId!: string;

  @Field(() => String, { description: "Why it was reversed." })
  @Column("text")
  reason!: string;

  @Column("text")
  actorKind!: string;

  @Column("uuid", { nullable: true })
  actorId!: string | null;

  // The win's own value, copied: a reversal takes back the whole of it.
  @Column("bigint", { nullable: true })
  valueMinor!: number | null;

  @Column("text", { nullable: true })
  currency!: string | null;

  @Field(() => DateTime, { description: "When it was reversed (UTC)." })
  @Column("timestamp with time zone", { precision: 3 })
  reversedAt!: Date;
}
