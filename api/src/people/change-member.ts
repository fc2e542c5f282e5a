import type { EntityManager } from "typeorm";
import { runCommand } from "../platform/command.js";
import type { Context } from "../platform/context.js";
import { ApiError, Refusal } from "../platform/errors.js";
import { payload } from "../platform/payload.js";
import { parseId } from "../platform/scalars.js";
import { firstRow, rows, sql } from "../platform/sql.js";
import { principalIdOf } from "../platform/viewer.js";
import { lockActor } from "./lock-actor.js";
import type { ChangeMemberRoleInput, ReinstateMemberInput, SuspendMemberInput } from "./member.inputs.js";
import type { MemberRole, MemberStatus } from "./member.js";
import { ChangeMemberRolePayload, ReinstateMemberPayload, SuspendMemberPayload } from "./member.payloads.js";
import { ofMerchant } from "./merchant-scope.js";
import { tellRights } from "./tell-rights.js";

/** Felt at the member's next read and write, and by open streams within a second. Twice is the same as once. */
export async function suspendMember(ctx: Context, input: SuspendMemberInput): Promise<SuspendMemberPayload> {
  return payload(SuspendMemberPayload, await changeMember(ctx, "suspendMember", input, { status: "SUSPENDED" }));
}

export async function reinstateMember(ctx: Context, input: ReinstateMemberInput): Promise<ReinstateMemberPayload> {
  return payload(ReinstateMemberPayload, await changeMember(ctx, "reinstateMember", input, { status: "ACTIVE" }));
}

export async function changeMemberRole(ctx: Context, input: ChangeMemberRoleInput): Promise<ChangeMemberRolePayload> {
  return payload(ChangeMemberRolePayload, await changeMember(ctx, "changeMemberRole", input, { role: input.role }));
}

type Change = { status: MemberStatus } | { role: MemberRole };
type MemberInput = SuspendMemberInput & { reason?: string | null };

function changeMember(ctx: Context, operation: string, input: MemberInput, change: Change) {
  const memberId = parseId(input.memberId, ["input", "memberId"]);
  return runCommand(ctx, { operation, input }, async (em) => {
    // All changes of membership of a merchant one after the other: two administrators cannot suspend each other.
    await rows(em, sql`SELECT pg_advisory_xact_lock(hashtextextended(${`${ctx.viewer.merchantId} members`}, 0))`);
    const acting = await lockActor(em, ctx.viewer);
    const member = await lockMember(em, acting, memberId);
    const next = { ...member, ...change };
    if (next.role === member.role && next.status === member.status) return { memberId };
    if (isAdmin(member) && !isAdmin(next)) await assertOtherAdmin(em, acting, memberId);
    if (memberId === principalIdOf(ctx.viewer))
      throw new Refusal("OWN_MEMBERSHIP", "Ask another administrator to change your own membership.", {}, ["memberId"]);
    await rows(em, sql`UPDATE members SET role = ${next.role}, status = ${next.status} WHERE id = ${memberId}`);
    await tellRights(em, acting.merchantId);
    return { memberId };
  });
}

interface Membership {
  role: MemberRole;
  status: MemberStatus;
}

const isAdmin = ({ role, status }: Membership): boolean => role === "ADMIN" && status === "ACTIVE";

async function lockMember(em: EntityManager, scope: { merchantId: string }, memberId: string): Promise<Membership> {
  const member = await firstRow<Membership>(
    em,
    sql`SELECT m.role, m.status FROM members m WHERE m.id = ${memberId} AND ${ofMerchant(scope, "m")} FOR UPDATE`,
  );
  if (!member) throw new ApiError("NOT_FOUND", "There is no member with this id.");
  return member;
}

async function assertOtherAdmin(em: EntityManager, scope: { merchantId: string }, memberId: string): Promise<void> {
  const other = await firstRow(
    em,
    sql`SELECT m.id FROM members m WHERE ${ofMerchant(scope, "m")} AND m.role = 'ADMIN' AND m.status = 'ACTIVE' AND m.id <> ${memberId} LIMIT 1`,
  );
  if (!other) throw new Refusal("LAST_ADMIN", "Somebody has to remain who administers the merchant.", {}, ["memberId"]);
}
