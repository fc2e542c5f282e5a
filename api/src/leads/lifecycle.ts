import { Field, ID, Int, ObjectType } from "type-graphql";
import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from "typeorm";
import { Merchant } from "../people/merchant.js";
import { Allow } from "../platform/allow.js";
import { graphqlEnum, isOneOf } from "../platform/closed-set.js";
import { DateTime } from "../platform/scalars.js";
import { Lead } from "./lead.js";
import { type LifecycleOpening, type LifecycleOutcome, lifecycleOpenings, lifecycleOutcomes } from "./lead-state.js";

export const LifecycleOpeningEnum = graphqlEnum("LifecycleOpening", lifecycleOpenings, "What opened a lifecycle.", {
  ENQUIRY: "An enquiry arrived.",
  MESSAGE: "The customer wrote.",
  NEW_NEED: "A colleague recorded a new need of a customer.",
  STAGE_MOVE: "A colleague moved a closed lead back to an open stage.",
});

export const LifecycleOutcomeEnum = graphqlEnum("LifecycleOutcome", lifecycleOutcomes, "How a lifecycle ended.", {
  WON: "A conversion was recorded.",
  LOST: "The lead was declined, with a reason.",
  SPAM: "It was no enquiry.",
  MERGED: "The lead was merged into another one.",
});

@Allow("EVERYONE")
@ObjectType({
  description:
    "One pass of a lead, from its opening to its outcome. A customer who returns opens the next one; each has its own response clock.",
  simpleResolvers: true,
})
@Entity("lifecycles")
@Index(["leadId", "number"], { unique: true })
@Index(["sourceId", "leadId"])
@Index(["merchantId", "openedAt"])
@Index(["merchantId", "firstHumanResponseAt"])
@Check(isOneOf("opened_by", lifecycleOpenings))
@Check(`outcome IS NULL OR ${isOneOf("outcome", lifecycleOutcomes)}`)
export class Lifecycle {
  @Field(() => ID, { description: "Opaque id of the lifecycle." })
  @PrimaryColumn("uuid")
  id!: string;

  @ForeignKey(() => Merchant)
  @Column("uuid")
  merchantId!: string;

  @ForeignKey(() => Lead, { deferrable: "INITIALLY DEFERRED" })
  @Column("uuid")
  leadId!: string;

  @Field(() => Int, { description: "1 for the lead's first lifecycle, 2 for the second, and so on." })
  @Column("integer")
  number!: number;

  @Field(() => LifecycleOpeningEnum, { description: "What opened it." })
  @Column("text")
  openedBy!: LifecycleOpening;

  @Field(() => DateTime, {
    description:
      "When its clock began (UTC): for an enquiry the time we received it, for a message the provider's time.",
  })
  @Column("timestamp with time zone", { precision: 3 })
  openedAt!: Date;

  // The source whose enquiry opened it: what a partner may see hangs on this.
  @Column("uuid", { nullable: true })
  sourceId!: string | null;

  @Field(() => Boolean, { description: "True when the contact already had a live conversion as it opened." })
  @Column("boolean")
  isRepeat!: boolean;

  @Allow("ADMIN", "MANAGER", "AGENT", "ANALYST")
  @Field(() => DateTime, {
    nullable: true,
    description: "When the automatic acknowledgement was delivered (UTC). Never counts as a human response.",
  })
  @Column("timestamp with time zone", { precision: 3, nullable: true })
  acknowledgedAt!: Date | null;

  @Allow("ADMIN", "MANAGER", "AGENT", "ANALYST")
  @Field(() => DateTime, {
    nullable: true,
    description:
      "When a member first answered: a public outbound message or a logged call or meeting (UTC). Null until then.",
  })
  @Column("timestamp with time zone", { precision: 3, nullable: true })
  firstHumanResponseAt!: Date | null;

  @Column("bigint", { nullable: true })
  firstResponseElapsedMs!: number | null;

  @Column("bigint", { nullable: true })
  firstResponseBusinessMs!: number | null;

  @Column("timestamp with time zone", { precision: 3, nullable: true })
  lastHumanResponseAt!: Date | null;

  @Allow("ADMIN", "MANAGER", "AGENT", "ANALYST")
  @Field(() => DateTime, {
    nullable: true,
    description:
      "Since when the customer waits for an answer (UTC): the first inbound after the latest human response, close or reopening. Null when nobody waits.",
  })
  @Column("timestamp with time zone", { precision: 3, nullable: true })
  awaitingSince!: Date | null;

  @Column("timestamp with time zone", { precision: 3, nullable: true })
  awaitingAtClose!: Date | null;

  @Allow("ADMIN", "MANAGER", "AGENT", "ANALYST")
  @Field(() => DateTime, {
    nullable: true,
    description:
      "When the answer is due by the merchant's response target in business hours (UTC). Fixed when the wait began.",
  })
  @Column("timestamp with time zone", { precision: 3, nullable: true })
  responseDueAt!: Date | null;

  @Column("timestamp with time zone", { precision: 3, nullable: true })
  missedResponseDueAt!: Date | null;

  // The campaign of the latest inbound message that carried one, else of the opening enquiry: what a win is attributed to.
  @Column("uuid", { nullable: true })
  campaignId!: string | null;

  @Column("text", { nullable: true })
  campaignName!: string | null;

  @Field(() => DateTime, { nullable: true, description: "When it closed (UTC); null while it is open." })
  @Column("timestamp with time zone", { precision: 3, nullable: true })
  closedAt!: Date | null;

  @Field(() => LifecycleOutcomeEnum, { nullable: true, description: "How it ended; null while it is open." })
  @Column("text", { nullable: true })
  outcome!: LifecycleOutcome | null;

  @Allow("ADMIN", "MANAGER", "AGENT", "ANALYST")
  @Field(() => String, { nullable: true, description: "The reason given when it was closed." })
  @Column("text", { nullable: true })
  reason!: string | null;
}
