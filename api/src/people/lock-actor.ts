import type { EntityManager } from "typeorm";
import { ApiError } from "../platform/errors.js";
import type { Role } from "../platform/role.js";
import { firstRow, sql } from "../platform/sql.js";
import type { Viewer } from "../platform/viewer.js";
import type { MemberStatus } from "./member.js";
import { type Policies, readPolicies } from "./policies.js";

/** Who acts and by which policies, as the database knows it inside the transaction; what the token said is older. */
export interface Acting {
  readonly viewer: Viewer | null;
  readonly merchantId: string;
  readonly policies: Policies;
  readonly timeZone: string;
}

/** Nobody in particular: a job of the system, on behalf of the merchant. */
export interface SystemCaller {
  readonly merchantId: string;
}

/**
 * Holds the acting member's row until the commit, so that a suspension or a new role either comes before this command
 * or after it, never in between.
 */
export async function lockActor(em: EntityManager, caller: Viewer | SystemCaller): Promise<Acting> {
  const merchant = await firstRow<{ policies: unknown; timeZone: string }>(
    em,
    sql`SELECT m.policies, m.time_zone AS "timeZone" FROM merchants m WHERE m.id = ${caller.merchantId}`,
  );
  if (!merchant) throw new ApiError("UNAUTHENTICATED", "Your account is not known here.");
  const policies = readPolicies(merchant.policies);
  const viewer = "kind" in caller ? await lockViewer(em, caller, policies) : null;
  return { viewer, merchantId: caller.merchantId, policies, timeZone: merchant.timeZone };
}

async function lockViewer(em: EntityManager, viewer: Viewer, policies: Policies): Promise<Viewer> {
  if (viewer.kind === "API_KEY") {
    const key = await firstRow<{ sourceIds: string[] }>(
      em,
      sql`SELECT k.source_ids AS "sourceIds" FROM api_keys k WHERE k.id = ${viewer.apiKeyId} AND k.revoked_at IS NULL FOR SHARE`,
    );
    if (!key) throw new ApiError("UNAUTHENTICATED", "This key has been revoked.");
    return { ...viewer, sourceIds: key.sourceIds };
  }
  const member = await firstRow<{ role: Exclude<Role, "PARTNER">; status: MemberStatus }>(
    em,
    sql`SELECT m.role, m.status FROM members m WHERE m.id = ${viewer.memberId} FOR SHARE`,
  );
  if (member?.status !== "ACTIVE") throw new ApiError("UNAUTHENTICATED", "Your account is suspended.");
  if (member.role !== viewer.role) throw new ApiError("FORBIDDEN", "Your role has just changed; try again.");
  return { ...viewer, seesAllLeads: policies.agentVisibility === "ALL" };
}
