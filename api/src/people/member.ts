import { Field, ID, ObjectType } from "type-graphql";
import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from "typeorm";
import { Allow } from "../platform/allow.js";
import { graphqlEnum, isOneOf } from "../platform/closed-set.js";
import { type Role, roles } from "../platform/role.js";
import { DateTime } from "../platform/scalars.js";
import { Merchant } from "./merchant.js";

export const memberStatuses = ["ACTIVE", "SUSPENDED"] as const;
export type MemberStatus = (typeof memberStatuses)[number];
export type MemberRole = Exclude<Role, "PARTNER">;
export const memberRoles = roles.filter((role): role is MemberRole => role !== "PARTNER");
/** Who may be responsible for a lead. */
export const ownerRoles: readonly MemberRole[] = ["ADMIN", "MANAGER", "AGENT"];

export const RoleEnum = graphqlEnum("Role", roles, "What a caller may do and see.", {
  ADMIN: "Everything, members, keys and policies included.",
  MANAGER: "All leads and figures, assignment, reversals and exports.",
  AGENT: "Own and unassigned leads, or all of them by policy.",
  ANALYST: "All figures and leads, without personal data and without changing anything.",
  PARTNER: "An API key: its own sources' enquiries and what became of them.",
});

const MemberStatusEnum = graphqlEnum("MemberStatus", memberStatuses, "Whether a member may work.", {
  ACTIVE: "May sign in and work.",
  SUSPENDED: "Refused at the next read, write and event; still owns what was owned until it is reassigned.",
});

@Allow("EVERYONE")
@ObjectType({ description: "A person who works for the merchant, with exactly one role.", simpleResolvers: true })
@Entity("members")
@Index(["merchantId", "status"])
@Index(["merchantId", "email"], { unique: true })
@Index(["subject", "merchantId"], { unique: true, where: "subject IS NOT NULL" })
@Check(isOneOf("role", memberRoles))
@Check(isOneOf("status", memberStatuses))
export class Member {
  @Field(() => ID, { description: "Opaque id of the member." })
  @PrimaryColumn("uuid")
  id!: string;

  @ForeignKey(() => Merchant)
  @Column("uuid")
  merchantId!: string;

  @Field(() => String, { description: "Name as colleagues know it." })
  @Column("text")
  name!: string;

  @Allow("ADMIN", "MANAGER")
  @Field(() => String, { nullable: true, description: "Address at which the member is notified." })
  @Column("text")
  email!: string;

  // The identity provider's own name for the person, kept at the first sign-in: addresses can change hands.
  @Column("text", { nullable: true })
  subject!: string | null;

  @Field(() => RoleEnum, { description: "What the member may do." })
  @Column("text")
  role!: MemberRole;

  @Field(() => MemberStatusEnum, { description: "Whether the member may work." })
  @Column("text")
  status!: MemberStatus;

  @Allow("ADMIN", "MANAGER")
  @Field(() => DateTime, { nullable: true, description: "When the member was added (UTC)." })
  @Column("timestamp with time zone", { precision: 3 })
  createdAt!: Date;
}
