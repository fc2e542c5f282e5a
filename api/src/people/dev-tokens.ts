import type { DataSource } from "typeorm";
import { type Role, roles } from "../platform/role.js";
import { type DevTokens, demoApiKey } from "./tokens.js";

export interface DevMerchant {
  id: string;
  name: string;
  sourceKey: string | null;
  tokens: Partial<Record<Role, string>>;
}

/** The way in for a developer, outside of production only: one token for each role of each merchant. */
export async function findDevTokens(owner: DataSource, tokens: DevTokens, secret: Buffer): Promise<DevMerchant[]> {
  const merchants = await owner.query<MerchantRow[]>(`
    SELECT t.id, t.name,
      (SELECT s.key FROM intake_sources s WHERE s.merchant_id = t.id ORDER BY s.created_at, s.id LIMIT 1) AS "sourceKey",
      (SELECT jsonb_object_agg(m.role, m.id) FROM (
        SELECT DISTINCT ON (m.role) m.role, m.id FROM members m WHERE m.merchant_id = t.id ORDER BY m.role, m.status, m.created_at, m.id) m) AS members,
      (SELECT k.name FROM api_keys k WHERE k.merchant_id = t.id AND k.revoked_at IS NULL ORDER BY k.created_at, k.id LIMIT 1) AS "keyName"
    FROM merchants t ORDER BY t.created_at, t.id`);
  return Promise.all(merchants.map((merchant) => withTokens(merchant, tokens, secret)));
}

interface MerchantRow {
  id: string;
  name: string;
  sourceKey: string | null;
  members: Partial<Record<Role, string>> | null;
  keyName: string | null;
}

async function withTokens(
  { id, name, sourceKey, members, keyName }: MerchantRow,
  tokens: DevTokens,
  secret: Buffer,
): Promise<DevMerchant> {
  const entries = roles.map(async (role): Promise<[Role, string] | null> => {
    if (role === "PARTNER") return keyName ? [role, demoApiKey(secret, demoKeyName(id)).key] : null;
    const memberId = members?.[role];
    return memberId ? [role, await tokens.sign(memberId)] : null;
  });
  const found = (await Promise.all(entries)).filter((entry) => entry !== null);
  return { id, name, sourceKey, tokens: Object.fromEntries(found) };
}

export const demoKeyName = (merchantId: string): string => `partner of ${merchantId}`;
