import { Field, ID, ObjectType } from "type-graphql";
import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from "typeorm";
import { Member } from "../people/member.js";
import { Merchant } from "../people/merchant.js";
import { Allow } from "../platform/allow.js";
import { graphqlEnum, isOneOf } from "../platform/closed-set.js";
import { DateTime } from "../platform/scalars.js";

export const followUpStatuses = ["OPEN", "DONE", "CANCELLED"] as const;
export type FollowUpStatus = (typeof followUpStatuses)[number];

const FollowUpStatusEnum = graphqlEnum("FollowUpStatus", followUpStatuses, "Whether a promise is still to be kept.", {
  OPEN: "Still to be done.",
  DONE: "Done.",
  CANCELLED: "No longer needed, as the lead was won, declined or found to be spam.",
});

@Allow("EVERYONE")
@ObjectType({ description: "A promised next action on a lead.", simpleResolvers: true })
@Entity("follow_ups")
@Index(["leadId", "status", "dueAt"])
@Check(isOneOf("status", followUpStatuses))
export class FollowUp {
  @Field(() => ID, { description: "Opaque id of the follow-up." })
  @PrimaryColumn("uuid")
  id!: string;

  @ForeignKey(() => Merchant)
  @Column("uuid")
  merchantId!: string;

  @Column("uuid")
  leadId!: string;

  @Field(() => DateTime, { description: "When it is due (UTC); from this instant the lead stands in FOLLOW_UPS_DUE." })
  @Column("timestamp with time zone", { precision: 3 })
  dueAt!: Date;

  @Allow("ADMIN", "MANAGER", "AGENT")
  @Field(() => String, { nullable: true, description: "What was promised." })
  @Column("text", { nullable: true })
  note!: string | null;

  @ForeignKey(() => Member)
  @Column("uuid", { nullable: true })
  assigneeId!: string | null;

  @Field(() => FollowUpStatusEnum, { description: "Whether it is still to be done." })
  @Column("text")
  status!: FollowUpStatus;

  // The win that cancelled it: voiding that win opens it again.
  @Column("uuid", { nullable: true })
  cancelledByConversionId!: string | null;

  @Field(() => DateTime, { description: "When it was promised (UTC)." })
  @Column("timestamp with time zone", { precision: 3 })
  createdAt!: Date;
}
