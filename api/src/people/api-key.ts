import { Field, ID, ObjectType } from "type-graphql";
import { Column, Entity, ForeignKey, Index, PrimaryColumn } from "typeorm";
import { Allow } from "../platform/allow.js";
import { DateTime } from "../platform/scalars.js";
import { Merchant } from "./merchant.js";

@Allow("EVERYONE")
@ObjectType({
  description: "A partner's credential, bound to intake sources. The secret is shown once and kept as a hash.",
  simpleResolvers: true,
})
@Entity("api_keys")
@Index(["prefix"], { unique: true })
@Index(["merchantId"])
export class ApiKey {
  @Field(() => ID, { description: "Opaque id of the key." })
  @PrimaryColumn("uuid")
  id!: string;

  @ForeignKey(() => Merchant)
  @Column("uuid")
  merchantId!: string;

  @Field(() => String, { description: "What the key is for, in the merchant's words." })
  @Column("text")
  name!: string;

  @Field(() => String, { description: "The public beginning of the key, to tell keys apart." })
  @Column("text")
  prefix!: string;

  @Column("bytea")
  secretHash!: Buffer;

  @Column("uuid", { array: true })
  sourceIds!: string[];

  @Field(() => DateTime, { nullable: true, description: "When the key was revoked (UTC); it is refused from then on." })
  @Column("timestamp with time zone", { precision: 3, nullable: true })
  revokedAt!: Date | null;

  @Field(() => DateTime, { description: "When the key was made (UTC)." })
  @Column("timestamp with time zone", { precision: 3 })
  createdAt!: Date;
}
