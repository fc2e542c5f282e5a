import type { StatementCount } from "./count-statements.js";

/** What a server has used since it was started. */
export interface Usage {
  readonly cpuMs: number;
  readonly statements: StatementCount;
}

export function usedCpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
