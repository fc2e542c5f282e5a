import type { EntityManager } from "typeorm";
import { ApiError } from "../platform/errors.js";
import type { Role } from "../platform/role.js";
import { firstRow, raw, type Sql, sql } from "../platform/sql.js";
import type { Viewer } from "../platform/viewer.js";
import type { MemberStatus } from "./member.js";
import { type Policies, readPolicies } from "./policies.js";

/** Who acts and by which policies, as the database knows it inside the transaction; what the token said is older. */
export interface Acting {
  readonly viewer: Viewer | null;
  readonly merchantId: string;
  readonly policies: Policies;
  readonly timeZone: string;
  /** The database's clock as the work began; decisions read it again after the locks that they wait for. */
  readonly begunAt: Date;
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
  const found = await firstRow<Found>(em, "kind" in caller ? withViewer(caller) : merchantAlone(caller));
  if (!found) throw new ApiError("UNAUTHENTICATED", "Your account or key is not known here any more.");
  const { timeZone, begunAt } = found;
  const policies = readPolicies(found.policies);
  const viewer = "kind" in caller ? viewerNow(caller, found, policies) : null;
  return { viewer, merchantId: caller.merchantId, policies, timeZone, begunAt };
}

/** Of a member role and status, of a key its sources, of the system neither. */
interface Found {
  readonly policies: unknown;
  readonly timeZone: string;
  readonly begunAt: Date;
  readonly role?: Exclude<Role, "PARTNER">;
  readonly status?: MemberStatus;
  readonly sourceIds?: string[];
}

const ofEach = raw('t.policies, t.time_zone AS "timeZone", decision_time() AS "begunAt"');

const merchantAlone = ({ merchantId }: SystemCaller): Sql =>
  sql`SELECT ${ofEach} FROM merchants t WHERE t.id = ${merchantId}`;

const withViewer = (viewer: Viewer): Sql =>
  viewer.kind === "API_KEY"
    ? sql`SELECT ${ofEach}, k.source_ids AS "sourceIds" FROM merchants t JOIN api_keys k ON k.merchant_id = t.id
          WHERE t.id = ${viewer.merchantId} AND k.id = ${viewer.apiKeyId} AND k.revoked_at IS NULL FOR SHARE OF k`
    : sql`SELECT ${ofEach}, m.role, m.status FROM merchants t JOIN members m ON m.merchant_id = t.id
          WHERE t.id = ${viewer.merchantId} AND m.id = ${viewer.memberId} FOR SHARE OF m`;

function viewerNow(viewer: Viewer, { role, status, sourceIds = [] }: Found, policies: Policies): Viewer {
  if (viewer.kind === "API_KEY") return { ...viewer, sourceIds };
  if (status !== "ACTIVE") throw new ApiError("UNAUTHENTICATED", "Your account is suspended.");
  if (role !== viewer.role) throw new ApiError("FORBIDDEN", "Your role has just changed; try again.");
  return { ...viewer, seesAllLeads: policies.agentVisibility === "ALL" };
}
