import { Field, ID, InputType } from "type-graphql";
import { graphqlEnum } from "../platform/closed-set.js";
import { type MemberRole, memberRoles } from "./member.js";

const MemberRoleEnum = graphqlEnum("MemberRole", memberRoles, "The roles that a person can have.", {
  ADMIN: "Everything, members, keys and policies included.",
  MANAGER: "All leads and figures, assignment, reversals and exports.",
  AGENT: "Own and unassigned leads, or all of them by policy.",
  ANALYST: "All figures and leads, without personal data and without changing anything.",
});

@InputType({ description: "Names a member." })
abstract class OfMember {
  @Field(() => ID, { description: "The member." })
  memberId!: string;

  @Field(() => String, {
    nullable: true,
    description: "1 to 255 characters; a repeated request gets the first answer.",
  })
  idempotencyKey?: string | null;
}

@InputType({ description: "Suspends a member." })
export class SuspendMemberInput extends OfMember {}

@InputType({ description: "Reinstates a suspended member." })
export class ReinstateMemberInput extends OfMember {}

@InputType({ description: "Gives a member another role." })
export class ChangeMemberRoleInput extends OfMember {
  @Field(() => MemberRoleEnum, { description: "The new role." })
  role!: MemberRole;
}
