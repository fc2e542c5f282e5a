import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from "typeorm";
import { Merchant } from "../people/merchant.js";
import { isOneOf } from "../platform/closed-set.js";
import { type QueueName, queueNames } from "./queue-name.js";

/** Who stands in which queue now: written with the command that changed it, so that count and list are one index scan. */
@Entity("queue_entries")
@Index(["merchantId", "queue", "isTest", "orderAt", "subjectId"])
@Index(["subjectId"])
@Check(isOneOf("queue", queueNames))
export class QueueEntryRow {
  @PrimaryColumn("text")
  queue!: QueueName;

  // The lead, or for INTAKE_HELD the enquiry.
  @PrimaryColumn("uuid")
  subjectId!: string;

  @ForeignKey(() => Merchant)
  @Column("uuid")
  merchantId!: string;

  @Column("boolean")
  isTest!: boolean;

  @Column("uuid", { nullable: true })
  ownerId!: string | null;

  @Column("timestamp with time zone", { precision: 3 })
  enteredAt!: Date;

  @Column("timestamp with time zone", { precision: 3 })
  orderAt!: Date;

  @Column("timestamp with time zone", { precision: 3, nullable: true })
  dueAt!: Date | null;
}
