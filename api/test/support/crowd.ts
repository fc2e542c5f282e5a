import { makeMerchant } from "../../src/demo/demo-merchants.js";
import { findDevTokens } from "../../src/people/dev-tokens.js";
import type { Policies } from "../../src/people/policies.js";
import { createDevTokens } from "../../src/people/tokens.js";
import { newId } from "../../src/platform/new-id.js";
import { type Caller, caller, type TestDesk } from "./test-desk.js";

/** A merchant of a test's own with as many people as a busy day needs. */
export interface Crowd {
  readonly id: string;
  readonly admin: Caller;
  readonly managers: readonly Caller[];
  readonly agents: readonly Caller[];
  readonly partner: Caller;
  readonly sourceKey: string;
  /** The first one's button puts a returning customer into `qualified`; the second one's names no stage. */
  readonly campaignIds: readonly string[];
}

export async function openCrowd(
  { desk, url }: TestDesk,
  agentCount: number,
  policies: Partial<Policies> = {},
): Promise<Crowd> {
  const roles = ["ADMIN", "MANAGER", "MANAGER", ...Array.from({ length: agentCount }, () => "AGENT" as const)] as const;
  const sourceKey = newId();
  const made = await makeMerchant(desk.owner, desk.devSecret, {
    name: "Crowd",
    timeZone: "Europe/Berlin",
    policies,
    members: roles.map((role, i) => ({ name: `Member ${i}`, email: `${newId()}@crowd.example`, role })),
    sources: [{ name: "Website", key: sourceKey, channel: "WEB_FORM" }],
    campaigns: [{ name: "Spring", returnStage: "qualified" }, { name: "Autumn" }],
  });
  const tokens = createDevTokens(desk.devSecret);
  const [admin, mona, max, ...agents] = await Promise.all(
    made.members.map(async ({ memberId }) => caller(url, await tokens.sign(memberId), memberId)),
  );
  const merchants = await findDevTokens(desk.owner, tokens, desk.devSecret);
  const partnerToken = merchants.find(({ id }) => id === made.id)?.tokens.PARTNER;
  if (!admin || !mona || !max || !partnerToken) throw new Error("The crowd lacks somebody");
  return {
    ...{ id: made.id, admin, managers: [mona, max], agents, sourceKey },
    partner: caller(url, partnerToken, ""),
    campaignIds: made.campaigns.map(({ id }) => id),
  };
}
