import type { DataSource, EntityManager } from "typeorm";
import { Campaign } from "../campaigns/campaign.js";
import type { ChannelName } from "../conversations/conversation.js";
import { IntakeSource } from "../intake/intake-source.js";
import { Pipeline } from "../leads/pipeline.js";
import { defaultPipeline } from "../leads/pipeline-rules.js";
import { ApiKey } from "../people/api-key.js";
import { demoKeyName } from "../people/dev-tokens.js";
import { Member, type MemberRole } from "../people/member.js";
import { Merchant } from "../people/merchant.js";
import { defaultPolicies, type Policies } from "../people/policies.js";
import { demoApiKey } from "../people/tokens.js";
import { newId } from "../platform/new-id.js";
import { write } from "../platform/sql.js";
import type { MemberViewer } from "../platform/viewer.js";

export interface NewMerchant {
  readonly name: string;
  readonly timeZone: string;
  readonly policies?: Partial<Policies>;
  readonly members: readonly { readonly name: string; readonly email: string; readonly role: MemberRole }[];
  readonly sources: readonly {
    readonly name: string;
    readonly key: string;
    readonly channel: ChannelName;
    readonly defaultCountry?: string;
  }[];
  readonly campaigns: readonly { readonly name: string; readonly returnStage?: string }[];
}

export interface MadeMerchant {
  readonly id: string;
  readonly members: readonly MemberViewer[];
  readonly sources: readonly IntakeSource[];
  readonly campaigns: readonly Campaign[];
}

/** A merchant as it is on its first day: people, one pipeline, sources, campaigns and a partner's key. No leads yet. */
export async function makeMerchant(owner: DataSource, devSecret: Buffer, plan: NewMerchant): Promise<MadeMerchant> {
  return owner.transaction(async (em) => {
    const id = newId();
    const createdAt = new Date();
    await write(em, Merchant, [
      { id, name: plan.name, timeZone: plan.timeZone, policies: { ...defaultPolicies, ...plan.policies }, createdAt },
    ]);
    const pipelineId = newId();
    await write(em, Pipeline, [
      { id: pipelineId, merchantId: id, key: "sales", name: "Sales", rules: defaultPipeline, createdAt },
    ]);
    const campaigns = plan.campaigns.map(({ name, returnStage }) => ({
      ...{
        id: newId(),
        merchantId: id,
        name,
        pipelineId,
        returnStage: returnStage ?? null,
        archivedAt: null,
        createdAt,
      },
    }));
    await write(em, Campaign, campaigns);
    const sources = plan.sources.map((source) => ({
      ...newSource(id, pipelineId, createdAt),
      ...source,
      defaultCountry: source.defaultCountry ?? null,
    }));
    await write(em, IntakeSource, sources);
    const members = plan.members.map((member) => ({
      ...member,
      id: newId(),
      merchantId: id,
      subject: null,
      status: "ACTIVE" as const,
      createdAt,
    }));
    await write(em, Member, members);
    await makePartnerKey(em, devSecret, id, sources, createdAt);
    return { id, campaigns, sources, members: members.map((m) => viewerOf(id, m)) };
  });
}

const newSource = (merchantId: string, pipelineId: string, createdAt: Date) => ({
  id: newId(),
  merchantId,
  pipelineId,
  defaultCampaignId: null,
  serviceInterest: null,
  isTest: false,
  fieldMap: {},
  allowedOrigins: [],
  redirectUrl: null,
  createdAt,
});

function makePartnerKey(
  em: EntityManager,
  devSecret: Buffer,
  merchantId: string,
  sources: readonly { id: string }[],
  createdAt: Date,
): Promise<void> {
  const { prefix, secretHash } = demoApiKey(devSecret, demoKeyName(merchantId));
  const sourceIds = sources.slice(0, 1).map((source) => source.id);
  return write(em, ApiKey, [
    { id: newId(), merchantId, name: "Website partner", prefix, secretHash, sourceIds, revokedAt: null, createdAt },
  ]);
}

const viewerOf = (
  merchantId: string,
  { id, name, role }: { id: string; name: string; role: MemberRole },
): MemberViewer => ({
  kind: "MEMBER",
  memberId: id,
  name,
  role,
  merchantId,
  seesAllLeads: false,
  expiresAt: null,
});
