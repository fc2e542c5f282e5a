import type { Role } from "./role.js";

export interface MemberViewer {
  kind: "MEMBER";
  memberId: string;
  name: string;
  role: Exclude<Role, "PARTNER">;
  merchantId: string;
  seesAllLeads: boolean;
  expiresAt: Date | null;
}

export interface ApiKeyViewer {
  kind: "API_KEY";
  apiKeyId: string;
  name: string;
  role: "PARTNER";
  merchantId: string;
  sourceIds: readonly string[];
  expiresAt: Date | null;
}

export type Viewer = MemberViewer | ApiKeyViewer;

export function principalIdOf(viewer: Viewer): string {
  return viewer.kind === "MEMBER" ? viewer.memberId : viewer.apiKeyId;
}
