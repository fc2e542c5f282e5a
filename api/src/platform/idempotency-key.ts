import { Column, Entity, Index, PrimaryColumn } from "typeorm";

/** The first result under a caller's key, stored in the transaction of its effect. */
@Entity("idempotency_keys")
@Index(["createdAt"])
export class IdempotencyKey {
  @PrimaryColumn("uuid")
  merchantId!: string;

  @PrimaryColumn("uuid")
  callerId!: string;

  @PrimaryColumn("text")
  operation!: string;

  @PrimaryColumn("text")
  key!: string;

  @Column("bytea")
  requestHash!: Buffer;

  @Column("jsonb", { nullable: true })
  result!: unknown;

  @Column("timestamp with time zone", { precision: 3 })
  createdAt!: Date;
}
