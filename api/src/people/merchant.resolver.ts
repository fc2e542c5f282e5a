import type { GraphQLResolveInfo } from "graphql";
import { Arg, Ctx, FieldResolver, Info, Mutation, Query, Resolver, Root } from "type-graphql";
import { Allow } from "../platform/allow.js";
import type { Context } from "../platform/context.js";
import { ApiKey } from "./api-key.js";
import { changeMemberRole, reinstateMember, suspendMember } from "./change-member.js";
import { findApiKeys, findMembers, ownMerchant } from "./find-members.js";
import { findViewerRecord } from "./find-viewer-record.js";
import { ChangeMemberRoleInput, ReinstateMemberInput, SuspendMemberInput } from "./member.inputs.js";
import { Member } from "./member.js";
import { ChangeMemberRolePayload, ReinstateMemberPayload, SuspendMemberPayload } from "./member.payloads.js";
import { Merchant } from "./merchant.js";
import { UpdatePoliciesPayload } from "./merchant.payloads.js";
import { operationsOf } from "./operations-of.js";
import { PoliciesType, UpdatePoliciesInput } from "./policies.types.js";
import { shownPolicies } from "./shown-policies.js";
import { updatePolicies } from "./update-policies.js";
import { ViewerType } from "./viewer.types.js";

@Resolver(() => ViewerType)
export class ViewerResolver {
  @Allow("EVERYONE")
  @Query(() => ViewerType, { description: "Who is asking." })
  viewer(@Ctx() ctx: Context): Promise<ViewerType> {
    return findViewerRecord(ctx);
  }

  @Allow("EVERYONE")
  @FieldResolver(() => [String], {
    description: "Names of the queries, mutations and subscriptions that this role may call.",
  })
  operations(@Root() viewer: ViewerType, @Info() info: GraphQLResolveInfo): string[] {
    return operationsOf(info.schema, viewer.role);
  }
}

@Resolver(() => Merchant)
export class MerchantResolver {
  @Allow("EVERYONE")
  @Query(() => Merchant, { description: "The merchant that the caller belongs to." })
  merchant(@Ctx() ctx: Context): Promise<Merchant> {
    return ownMerchant(ctx);
  }

  @Allow("ADMIN", "MANAGER")
  @FieldResolver(() => PoliciesType, { nullable: true, description: "What the merchant has decided." })
  policies(@Root() merchant: Merchant): PoliciesType {
    return shownPolicies(merchant);
  }

  @Allow("ADMIN", "MANAGER")
  @FieldResolver(() => [Member], { nullable: true, description: "Everybody who works or worked here, oldest first." })
  members(@Ctx() ctx: Context): Promise<Member[]> {
    return findMembers(ctx);
  }

  @Allow("ADMIN", "MANAGER")
  @FieldResolver(() => [ApiKey], {
    nullable: true,
    description: "The partners' keys, oldest first, revoked ones included.",
  })
  apiKeys(@Ctx() ctx: Context): Promise<ApiKey[]> {
    return findApiKeys(ctx);
  }

  @Allow("ADMIN")
  @Mutation(() => SuspendMemberPayload, {
    description: "Takes all rights from a member at once, on open streams too. Leads stay theirs until reassigned.",
  })
  suspendMember(
    @Arg("input", () => SuspendMemberInput, { description: "Who." }) input: SuspendMemberInput,
    @Ctx() ctx: Context,
  ): Promise<SuspendMemberPayload> {
    return suspendMember(ctx, input);
  }

  @Allow("ADMIN")
  @Mutation(() => ReinstateMemberPayload, { description: "Gives a suspended member the old rights back." })
  reinstateMember(
    @Arg("input", () => ReinstateMemberInput, { description: "Who." }) input: ReinstateMemberInput,
    @Ctx() ctx: Context,
  ): Promise<ReinstateMemberPayload> {
    return reinstateMember(ctx, input);
  }

  @Allow("ADMIN")
  @Mutation(() => ChangeMemberRolePayload, {
    description: "Gives a member another role, felt at the next read, write and event.",
  })
  changeMemberRole(
    @Arg("input", () => ChangeMemberRoleInput, { description: "Who, and which role." }) input: ChangeMemberRoleInput,
    @Ctx() ctx: Context,
  ): Promise<ChangeMemberRolePayload> {
    return changeMemberRole(ctx, input);
  }

  @Allow("ADMIN")
  @Mutation(() => UpdatePoliciesPayload, {
    description: "Decides policies differently. All of the input is valid, or nothing is changed.",
  })
  updatePolicies(
    @Arg("input", () => UpdatePoliciesInput, { description: "What is different." }) input: UpdatePoliciesInput,
    @Ctx() ctx: Context,
  ): Promise<UpdatePoliciesPayload> {
    return updatePolicies(ctx, input);
  }
}
