import { Field, ID, Int, ObjectType } from "type-graphql";
import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from "typeorm";
import { Contact } from "../contacts/contact.js";
import { Member } from "../people/member.js";
import { Merchant } from "../people/merchant.js";
import { Allow } from "../platform/allow.js";
import { isOneOf } from "../platform/closed-set.js";
import { DateTime } from "../platform/scalars.js";
import { Pipeline } from "./pipeline.js";
import { type StageKind, stageKinds } from "./pipeline-rules.js";

@Allow("EVERYONE")
@ObjectType({
  description:
    "The one authoritative sales record of a contact in a pipeline. Its stage is current intent; what was won is history and stands in `conversions`.",
  simpleResolvers: true,
})
@Entity("leads")
@Index(["contactId", "pipelineId"], { unique: true })
@Index(["merchantId", "isTest", "createdAt", "id"])
@Index(["merchantId", "isTest", "updatedAt", "id"])
@Index(["merchantId", "stage", "createdAt", "id"])
@Index(["merchantId", "ownerId", "createdAt", "id"])
@Check(isOneOf("stage_kind", stageKinds))
export class Lead {
  @Field(() => ID, { description: "Opaque id of the lead." })
  @PrimaryColumn("uuid")
  id!: string;

  @ForeignKey(() => Merchant)
  @Column("uuid")
  merchantId!: string;

  @ForeignKey(() => Contact)
  @Column("uuid")
  contactId!: string;

  @ForeignKey(() => Pipeline)
  @Column("uuid")
  pipelineId!: string;

  @Field(() => Boolean, { description: "True for a labelled test lead, which stands in no queue and in no figure." })
  @Column("boolean")
  isTest!: boolean;

  @Column("text")
  stage!: string;

  @Column("text")
  stageKind!: StageKind;

  @ForeignKey(() => Member)
  @Column("uuid", { nullable: true })
  ownerId!: string | null;

  @Field(() => Int, {
    description:
      "Grows by one with each command that changed the lead. Send it as `expectedVersion` to be refused when somebody was faster.",
  })
  @Column("integer")
  version!: number;

  @Column("integer")
  historyLength!: number;

  @Column("uuid")
  currentLifecycleId!: string;

  @Field(() => DateTime, { description: "When the lead was made by its first enquiry or message (UTC)." })
  @Column("timestamp with time zone", { precision: 3 })
  createdAt!: Date;

  @Field(() => DateTime, { description: "When a command last changed the lead (UTC)." })
  @Column("timestamp with time zone", { precision: 3 })
  updatedAt!: Date;

  // Taken over by this lead; such a row only leads there.
  @Index("leads_merged_into", { where: "merged_into_id IS NOT NULL" })
  @Column("uuid", { nullable: true })
  mergedIntoId!: string | null;
}
