import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from "typeorm";
import { Merchant } from "../people/merchant.js";
import { isOneOf } from "../platform/closed-set.js";
import { type ActorKind, actorKinds, type LeadEventKind } from "./events.js";
import { Lead } from "./lead.js";

/** One line of a lead's history: append-only, ids and short reasons only, since free text must be erasable elsewhere. */
@Entity("lead_events")
@Index(["merchantId", "kind", "at"])
@Check(isOneOf("actor_kind", actorKinds))
export class LeadEventRow {
  @ForeignKey(() => Lead, { deferrable: "INITIALLY DEFERRED" })
  @PrimaryColumn("uuid")
  leadId!: string;

  @PrimaryColumn("integer")
  sequence!: number;

  @ForeignKey(() => Merchant)
  @Column("uuid")
  merchantId!: string;

  @Column("text")
  kind!: LeadEventKind;

  @Column("timestamp with time zone", { precision: 3 })
  at!: Date;

  @Column("text")
  actorKind!: ActorKind;

  @Column("uuid", { nullable: true })
  actorId!: string | null;

  @Column("text", { nullable: true })
  cause!: string | null;

  @Column("jsonb")
  facts!: unknown;
}
