import { raw, type Sql, sql } from "../platform/sql.js";
import type { Viewer } from "../platform/viewer.js";
import { ofMerchant } from "./merchant-scope.js";

/**
 * The one place that says which leads a viewer may see, as SQL over a row with these columns. The merchant's own line
 * is drawn first; row-level security in the database draws it a second time. A lead that was merged into another is
 * seen as that other one.
 */
export function seesLead(viewer: Viewer, alias: string): Sql {
  return sql`${ofMerchant(viewer, alias)} AND ${raw(alias)}.merged_into_id IS NULL AND ${withinRole(viewer, alias)}`;
}

function withinRole(viewer: Viewer, alias: string): Sql {
  switch (viewer.role) {
    case "ADMIN":
    case "MANAGER":
    case "ANALYST":
      return raw("TRUE");
    case "AGENT":
      return viewer.seesAllLeads ? raw("TRUE") : ownOrUnassigned(viewer.memberId, `${alias}.owner_id`);
    case "PARTNER":
      return sql`EXISTS (SELECT 1 FROM lifecycles own WHERE own.lead_id = ${raw(alias)}.id AND own.source_id = ANY(${viewer.sourceIds}))`;
  }
}

const ownOrUnassigned = (memberId: string, ownerColumn: string): Sql =>
  sql`(${raw(ownerColumn)} = ${memberId} OR ${raw(ownerColumn)} IS NULL)`;

/** The same for rows that carry only an owner, such as queue entries, which no partner sees. */
export function seesOwnedBy(viewer: Viewer, alias: string): Sql {
  if (viewer.role === "PARTNER") return raw("FALSE");
  return sql`${ofMerchant(viewer, alias)} AND ${withinRole(viewer, alias)}`;
}

/** The same rule for a member and an owner that are at hand. */
export const mayWorkOn = (
  viewer: { role: string; memberId: string; seesAllLeads: boolean },
  ownerId: string | null,
): boolean => viewer.role !== "AGENT" || viewer.seesAllLeads || ownerId === null || ownerId === viewer.memberId;
