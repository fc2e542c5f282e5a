import { Field, ID, ObjectType } from "type-graphql";
import { Column, Entity, ForeignKey, Index, PrimaryColumn } from "typeorm";
import { Member } from "../people/member.js";
import { Merchant } from "../people/merchant.js";
import { Allow } from "../platform/allow.js";
import { DateTime } from "../platform/scalars.js";

@Allow("ADMIN", "MANAGER", "AGENT")
@ObjectType({
  description: "What a colleague wrote down for colleagues. The contact never sees it, and it is no response.",
  simpleResolvers: true,
})
@Entity("notes")
@Index(["leadId", "createdAt", "id"])
export class Note {
  @Allow("EVERYONE")
  @Field(() => ID, { description: "Opaque id of the note." })
  @PrimaryColumn("uuid")
  id!: string;

  @ForeignKey(() => Merchant)
  @Column("uuid")
  merchantId!: string;

  @Column("uuid")
  leadId!: string;

  @ForeignKey(() => Member)
  @Column("uuid")
  memberId!: string;

  @Field(() => String, { nullable: true, description: "The text." })
  @Column("text")
  text!: string;

  @Allow("EVERYONE")
  @Field(() => DateTime, { description: "When it was written (UTC)." })
  @Column("timestamp with time zone", { precision: 3 })
  createdAt!: Date;
}
