import { Field, ID, ObjectType } from "type-graphql";
import { Column, Entity, ForeignKey, Index, PrimaryColumn } from "typeorm";
import { Member } from "../people/member.js";
import { Merchant } from "../people/merchant.js";
import { Allow } from "../platform/allow.js";
import { DateTime } from "../platform/scalars.js";
import { Enquiry } from "./enquiry.js";

@Allow("ADMIN", "MANAGER", "AGENT")
@ObjectType({
  description: "What a colleague put right beside an enquiry. A null field was not corrected.",
  simpleResolvers: true,
})
@Entity("enquiry_corrections")
@Index(["enquiryId", "createdAt"])
export class EnquiryCorrection {
  @Allow("EVERYONE")
  @Field(() => ID, { description: "Opaque id of the correction." })
  @PrimaryColumn("uuid")
  id!: string;

  @ForeignKey(() => Merchant)
  @Column("uuid")
  merchantId!: string;

  @ForeignKey(() => Enquiry)
  @Column("uuid")
  enquiryId!: string;

  @ForeignKey(() => Member)
  @Column("uuid")
  memberId!: string;

  @Field(() => String, { nullable: true, description: "The right name." })
  @Column("text", { nullable: true })
  name!: string | null;

  @Field(() => String, { nullable: true, description: "The right mail address." })
  @Column("text", { nullable: true })
  email!: string | null;

  @Field(() => String, { nullable: true, description: "The right telephone number." })
  @Column("text", { nullable: true })
  phone!: string | null;

  @Field(() => String, { nullable: true, description: "The right service interest." })
  @Column("text", { nullable: true })
  serviceInterest!: string | null;

  @Field(() => String, { nullable: true, description: "What the message was meant to say." })
  @Column("text", { nullable: true })
  message!: string | null;

  @Field(() => String, { nullable: true, description: "Why it was corrected." })
  @Column("text", { nullable: true })
  reason!: string | null;

  @Allow("EVERYONE")
  @Field(() => DateTime, { description: "When it was corrected (UTC)." })
  @Column("timestamp with time zone", { precision: 3 })
  createdAt!: Date;
}
