export const roles = ["ADMIN", "MANAGER", "AGENT", "ANALYST", "PARTNER"] as const;

export type Role = (typeof roles)[number];
