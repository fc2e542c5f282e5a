import { Field, ID, ObjectType } from "type-graphql";
import { Column, Entity, PrimaryColumn } from "typeorm";
import { Allow } from "../platform/allow.js";
import { DateTime, TimeZone } from "../platform/scalars.js";
import type { Policies } from "./policies.js";

@Allow("EVERYONE")
@ObjectType({
  description:
    "The tenant: one business with its own members, leads and policies. Nothing crosses from one merchant to another.",
  simpleResolvers: true,
})
@Entity("merchants")
export class Merchant {
  @Field(() => ID, { description: "Opaque id of the merchant." })
  @PrimaryColumn("uuid")
  id!: string;

  @Field(() => String, { description: "Name of the business." })
  @Column("text")
  name!: string;

  @Field(() => TimeZone, { description: "IANA time zone in which this business counts its days." })
  @Column("text")
  timeZone!: string;

  @Column("jsonb")
  policies!: Policies;

  @Field(() => DateTime, { description: "When the merchant was set up (UTC)." })
  @Column("timestamp with time zone", { precision: 3 })
  createdAt!: Date;
}
