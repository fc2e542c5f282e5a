import { Ctx, Field, ObjectType } from "type-graphql";
import { Allow } from "../platform/allow.js";
import type { Context } from "../platform/context.js";
import { Payload } from "../platform/payload.js";
import { memberById } from "./find-members.js";
import { Member } from "./member.js";

@Allow("EVERYONE")
@ObjectType()
abstract class MemberPayload extends Payload {
  memberId!: string | null;

  @Field(() => Member, { nullable: true, description: "The member as it is now; null when it was refused." })
  async member(@Ctx() ctx: Context): Promise<Member | null> {
    return this.memberId ? memberById(ctx).load(this.memberId) : null;
  }
}

@Allow("EVERYONE")
@ObjectType({ description: "What suspendMember did." })
export class SuspendMemberPayload extends MemberPayload {}

@Allow("EVERYONE")
@ObjectType({ description: "What reinstateMember did." })
export class ReinstateMemberPayload extends MemberPayload {}

@Allow("EVERYONE")
@ObjectType({ description: "What changeMemberRole did." })
export class ChangeMemberRolePayload extends MemberPayload {}
