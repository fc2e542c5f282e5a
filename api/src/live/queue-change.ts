import { Check, Column, Entity, Index, PrimaryColumn } from "typeorm";
import { isOneOf } from "../platform/closed-set.js";

export const changeKinds = ["ENTERED", "UPDATED", "LEFT"] as const;
export type ChangeKind = (typeof changeKinds)[number];

/**
 * The log of who entered, changed in and left which queue. The sequence is taken under the merchant's lock as the last
 * act of the transaction, so its order is the order of commits and no reader's cursor can skip a late commit.
 */
@Entity("queue_changes")
@Index(["merchantId", "queue", "sequence"])
@Index(["at"])
@Check(isOneOf("kind", changeKinds))
export class QueueChangeRow {
  @PrimaryColumn("uuid")
  merchantId!: string;

  @PrimaryColumn("bigint")
  sequence!: number;

  @Column("text")
  queue!: string;

  @Column("text")
  kind!: ChangeKind;

  @Column("uuid")
  subjectId!: string;

  @Column("boolean")
  isTest!: boolean;

  // The owner before and after: who could see it then, and who can now.
  @Column("uuid", { nullable: true })
  ownerBefore!: string | null;

  @Column("uuid", { nullable: true })
  ownerAfter!: string | null;

  @Column("text", { nullable: true })
  reason!: string | null;

  // The entry as it was with this change, since by the time it is told the next change may have come.
  @Column("timestamp with time zone", { precision: 3 })
  enteredAt!: Date;

  @Column("timestamp with time zone", { precision: 3, nullable: true })
  dueAt!: Date | null;

  @Column("timestamp with time zone", { precision: 3 })
  at!: Date;
}
