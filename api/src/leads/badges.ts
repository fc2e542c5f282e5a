import { repeatLead } from "./lead-state.js";

export const badgeKinds = ["STAGE", "WON", "REPEAT", "TEST"] as const;
export type BadgeKind = (typeof badgeKinds)[number];

export interface Badge {
  readonly kind: BadgeKind;
  readonly label: string;
  readonly count: number | null;
}

export interface BadgeFacts {
  readonly stageName: string;
  readonly isTest: boolean;
  readonly systemTags: readonly string[];
  /** Live wins of the contact over all pipelines. */
  readonly wins: number;
}

/** The pills that an inbox shows on a lead, always in the same order. */
export function badgesOf({ stageName, isTest, systemTags, wins }: BadgeFacts): Badge[] {
  const badges: Badge[] = [{ kind: "STAGE", label: stageName, count: null }];
  if (wins > 0) badges.push({ kind: "WON", label: "Won", count: wins });
  if (systemTags.includes(repeatLead)) badges.push({ kind: "REPEAT", label: "Repeat", count: null });
  if (isTest) badges.push({ kind: "TEST", label: "Test", count: null });
  return badges;
}
