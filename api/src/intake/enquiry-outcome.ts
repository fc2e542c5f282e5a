import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from "typeorm";
import { Merchant } from "../people/merchant.js";
import { isOneOf } from "../platform/closed-set.js";
import { Enquiry, type EnquiryOutcomeName, enquiryOutcomes } from "./enquiry.js";

/** What became of an enquiry, append-only: releasing a held one adds a row, since the enquiry itself never changes. */
@Entity("enquiry_outcomes")
@Index(["leadId", "enquiryId"])
@Check(isOneOf("outcome", enquiryOutcomes))
export class EnquiryOutcome {
  @ForeignKey(() => Enquiry)
  @PrimaryColumn("uuid")
  enquiryId!: string;

  @PrimaryColumn("integer")
  number!: number;

  @ForeignKey(() => Merchant)
  @Column("uuid")
  merchantId!: string;

  @Column("text")
  outcome!: EnquiryOutcomeName;

  @Column("uuid", { nullable: true })
  leadId!: string | null;

  @Column("uuid", { nullable: true })
  lifecycleId!: string | null;

  @Column("uuid", { nullable: true })
  duplicateOfId!: string | null;

  @Column("text", { nullable: true })
  problem!: string | null;

  @Column("boolean")
  isContactable!: boolean;

  @Column("uuid", { nullable: true })
  actorId!: string | null;

  @Column("timestamp with time zone", { precision: 3 })
  at!: Date;
}
