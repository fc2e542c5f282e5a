import { Field, ObjectType } from "type-graphql";
import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from "typeorm";
import { Merchant } from "../people/merchant.js";
import { Allow } from "../platform/allow.js";
import { graphqlEnum, isOneOf } from "../platform/closed-set.js";
import { Contact } from "./contact.js";

export const identityKinds = ["PHONE", "EMAIL", "WHATSAPP"] as const;
export type IdentityKind = (typeof identityKinds)[number];

const IdentityKindEnum = graphqlEnum("IdentityKind", identityKinds, "By what a person is recognised.", {
  PHONE: "A telephone number in E.164.",
  EMAIL: "A mail address in lower case.",
  WHATSAPP: "The id by which WhatsApp names the person, with or without a telephone number.",
});

@Allow("EVERYONE")
@ObjectType({
  description: "One way to recognise a person. Matching is exact on the normalised value, never on part of it.",
  simpleResolvers: true,
})
@Entity("contact_identities")
@Index(["merchantId", "isTest", "kind", "value"], { unique: true })
@Index(["contactId"])
@Check(isOneOf("kind", identityKinds))
export class ContactIdentity {
  @PrimaryColumn("uuid")
  id!: string;

  @ForeignKey(() => Merchant)
  @Column("uuid")
  merchantId!: string;

  @ForeignKey(() => Contact)
  @Column("uuid")
  contactId!: string;

  @Column("boolean")
  isTest!: boolean;

  @Field(() => IdentityKindEnum, { description: "By what the person is recognised." })
  @Column("text")
  kind!: IdentityKind;

  @Field(() => String, { description: "The normalised value: E.164, lower-cased address, or provider id." })
  @Column("text")
  value!: string;

  @Column("text")
  spelling!: string;

  @Field(() => Boolean, { description: "Whether a provider has vouched for it; what a form claims is not verified." })
  @Column("boolean")
  verified!: boolean;

  @Column("timestamp with time zone", { precision: 3 })
  createdAt!: Date;
}
