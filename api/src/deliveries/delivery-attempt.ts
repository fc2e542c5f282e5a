import { Field, Int, ObjectType } from "type-graphql";
import { Column, Entity, ForeignKey, PrimaryColumn } from "typeorm";
import { Merchant } from "../people/merchant.js";
import { Allow } from "../platform/allow.js";
import { DateTime } from "../platform/scalars.js";
import { Delivery } from "./delivery.js";

@Allow("ADMIN", "MANAGER", "AGENT")
@ObjectType({ description: "One try of a delivery.", simpleResolvers: true })
@Entity("delivery_attempts")
export class DeliveryAttempt {
  @ForeignKey(() => Delivery)
  @PrimaryColumn("uuid")
  deliveryId!: string;

  @Allow("EVERYONE")
  @Field(() => Int, { description: "1 for the first try." })
  @PrimaryColumn("integer")
  number!: number;

  @ForeignKey(() => Merchant)
  @Column("uuid")
  merchantId!: string;

  @Allow("EVERYONE")
  @Field(() => DateTime, { description: "When it was tried (UTC)." })
  @Column("timestamp with time zone", { precision: 3 })
  at!: Date;

  @Field(() => String, { nullable: true, description: "What went wrong; null when it was accepted." })
  @Column("text", { nullable: true })
  error!: string | null;
}
