import { Field, ID, ObjectType } from "type-graphql";
import { Column, Entity, ForeignKey, Index, PrimaryColumn } from "typeorm";
import { Merchant } from "../people/merchant.js";
import { Allow } from "../platform/allow.js";
import { DateTime } from "../platform/scalars.js";

@Allow("EVERYONE")
@ObjectType({
  description:
    "A marketing origin. Its name is copied onto the conversions it caused, so renaming it changes no past figure.",
  simpleResolvers: true,
})
@Entity("campaigns")
@Index(["merchantId"])
export class Campaign {
  @Field(() => ID, { description: "Opaque id of the campaign." })
  @PrimaryColumn("uuid")
  id!: string;

  @ForeignKey(() => Merchant)
  @Column("uuid")
  merchantId!: string;

  @Field(() => String, { description: "Name in the merchant's words." })
  @Column("text")
  name!: string;

  @Column("uuid", { nullable: true })
  pipelineId!: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      "Key of the OPEN stage into which its quick-reply button puts a returning customer; none means the initial stage.",
  })
  @Column("text", { nullable: true })
  returnStage!: string | null;

  @Field(() => DateTime, { nullable: true, description: "When the campaign was archived (UTC)." })
  @Column("timestamp with time zone", { precision: 3, nullable: true })
  archivedAt!: Date | null;

  @Field(() => DateTime, { description: "When the campaign was made (UTC)." })
  @Column("timestamp with time zone", { precision: 3 })
  createdAt!: Date;
}
