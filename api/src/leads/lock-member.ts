import type { EntityManager } from "typeorm";
import { type MemberRole, type MemberStatus, ownerRoles } from "../people/member.js";
import { ofMerchant } from "../people/merchant-scope.js";
import { ApiError, Refusal } from "../platform/errors.js";
import { firstRow, sql } from "../platform/sql.js";

interface MemberRow {
  role: MemberRole;
  status: MemberStatus;
}

/** Holds a member who is about to own something, so that no suspension slips in between. */
export async function lockAssignable(
  em: EntityManager,
  scope: { merchantId: string },
  memberId: string,
  path: string[],
): Promise<void> {
  const member = await lockMember(em, scope, memberId);
  if (!member) throw new ApiError("NOT_FOUND", "There is no member with this id.");
  const problem = unassignable(member);
  if (problem) throw new Refusal("MEMBER_NOT_ASSIGNABLE", `This member cannot own leads: ${problem}.`, {}, path);
}

/** Why the owner of old cannot take a returning customer back; null when they can. */
export async function ownerUnavailable(
  em: EntityManager,
  scope: { merchantId: string },
  ownerId: string | null,
): Promise<string | null> {
  if (!ownerId) return null;
  const member = await lockMember(em, scope, ownerId);
  const problem = member ? unassignable(member) : "gone";
  return problem && `The previous owner is ${problem}`;
}

const lockMember = (em: EntityManager, scope: { merchantId: string }, memberId: string): Promise<MemberRow | null> =>
  firstRow<MemberRow>(
    em,
    sql`SELECT m.role, m.status FROM members m WHERE m.id = ${memberId} AND ${ofMerchant(scope, "m")} FOR SHARE`,
  );

function unassignable({ role, status }: MemberRow): string | null {
  if (status === "SUSPENDED") return "suspended";
  return ownerRoles.includes(role) ? null : "no longer in a role that owns leads";
}
