import { Field, ObjectType } from "type-graphql";
import { Allow } from "../platform/allow.js";
import type { Role } from "../platform/role.js";
import { ApiKey } from "./api-key.js";
import { Member, RoleEnum } from "./member.js";
import { Merchant } from "./merchant.js";

@Allow("EVERYONE")
@ObjectType("Viewer", { description: "Who is asking, and what they may do." })
export class ViewerType {
  @Field(() => RoleEnum, { description: "The role by which everything is decided." })
  role!: Role;

  @Field(() => Member, { nullable: true, description: "The member; null for an API key." })
  member!: Member | null;

  @Field(() => ApiKey, { nullable: true, description: "The API key; null for a member." })
  apiKey!: ApiKey | null;

  @Field(() => Merchant, { description: "The merchant that the caller belongs to." })
  merchant!: Merchant;
}
