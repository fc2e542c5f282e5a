import { Field, ID, ObjectType } from "type-graphql";
import { Column, Entity, ForeignKey, Index, PrimaryColumn } from "typeorm";
import { Merchant } from "../people/merchant.js";
import { Allow } from "../platform/allow.js";
import { DateTime } from "../platform/scalars.js";

@Allow("EVERYONE")
@ObjectType({
  description: "The permanent person. A contact goes through many lifecycles and is never replaced by a lead's state.",
  simpleResolvers: true,
})
@Entity("contacts")
@Index(["merchantId", "createdAt", "id"])
export class Contact {
  @Field(() => ID, { description: "Opaque id of the contact." })
  @PrimaryColumn("uuid")
  id!: string;

  @ForeignKey(() => Merchant)
  @Column("uuid")
  merchantId!: string;

  @Allow("ADMIN", "MANAGER", "AGENT")
  @Field(() => String, {
    nullable: true,
    description: "Name as first given and since corrected; null when nobody told it.",
  })
  @Column("text", { nullable: true })
  name!: string | null;

  // A nickname from a messenger gives way to the name that the person writes into a form, and not the other way round.
  @Column("boolean", { default: false })
  isNameTyped!: boolean;

  @Field(() => Boolean, {
    description: "True for a labelled test contact, which never meets a real one and never counts.",
  })
  @Column("boolean")
  isTest!: boolean;

  // Tags carry their origin: only what the system added is ever taken away by the system.
  @Column("text", { array: true, default: () => "'{}'" })
  systemTags!: string[];

  @Column("text", { array: true, default: () => "'{}'" })
  memberTags!: string[];

  @Allow("ADMIN", "MANAGER", "AGENT")
  @Field(() => DateTime, {
    nullable: true,
    description: "When the person asked not to be contacted (UTC); null when never.",
  })
  @Column("timestamp with time zone", { precision: 3, nullable: true })
  doNotContactAt!: Date | null;

  @Field(() => DateTime, { description: "When the person first reached the merchant (UTC)." })
  @Column("timestamp with time zone", { precision: 3 })
  createdAt!: Date;

  // One person with this contact; such a row only leads there.
  @Index("contacts_merged_into", { where: "merged_into_id IS NOT NULL" })
  @Column("uuid", { nullable: true })
  mergedIntoId!: string | null;
}
