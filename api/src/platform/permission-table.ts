import { type Role, roles } from "./role.js";

export type PermissionTable = Readonly<Record<string, readonly Role[]>>;

/** Plain facts: which roles may use what. Every operation and output field is listed; of what callers send, the restricted. */
export interface Policy {
  /** "Query.lead" */
  operations: PermissionTable;
  /** "Lead.phone" */
  fields: PermissionTable;
  /** "SubmitEnquiryInput.isTest", "Query.leads(orderBy:)", "LeadOrder.NAME" */
  inputs: PermissionTable;
}

export function mayUse(table: PermissionTable, coordinate: string, role: Role): boolean {
  return table[coordinate]?.includes(role) ?? true;
}

export function isRestricted(allowed: readonly Role[] | undefined): allowed is readonly Role[] {
  return allowed !== undefined && allowed.length < roles.length;
}
