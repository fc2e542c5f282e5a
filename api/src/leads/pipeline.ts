import { Field, ID, Int, ObjectType } from "type-graphql";
import { Column, Entity, ForeignKey, Index, PrimaryColumn } from "typeorm";
import { Merchant } from "../people/merchant.js";
import { Allow } from "../platform/allow.js";
import { DateTime } from "../platform/scalars.js";
import type { PipelineRules } from "./pipeline-rules.js";

@Allow("EVERYONE")
@ObjectType({
  description: "The merchant's own stages and the moves between them. A contact has at most one lead in each pipeline.",
  simpleResolvers: true,
})
@Entity("pipelines")
@Index(["merchantId", "key"], { unique: true })
export class Pipeline {
  @Field(() => ID, { description: "Opaque id of the pipeline." })
  @PrimaryColumn("uuid")
  id!: string;

  @ForeignKey(() => Merchant)
  @Column("uuid")
  merchantId!: string;

  @Field(() => String, { description: "Short name for programs, unique for the merchant." })
  @Column("text")
  key!: string;

  @Field(() => String, { description: "Name for people." })
  @Column("text")
  name!: string;

  // Stages and transitions are one value: a pipeline is valid or refused as a whole, and read in one row.
  @Column("jsonb")
  rules!: PipelineRules;

  @Allow("ADMIN", "MANAGER", "AGENT")
  @Field(() => Int, {
    nullable: true,
    description:
      "Grows by one with each configurePipeline; send it as `expectedVersion` to be refused when somebody was faster.",
  })
  @Column("integer", { default: 1 })
  version!: number;

  @Field(() => DateTime, { description: "When the pipeline was made (UTC)." })
  @Column("timestamp with time zone", { precision: 3 })
  createdAt!: Date;
}
