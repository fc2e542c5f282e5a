import type { Database } from "../platform/database.js";
import { ApiError, expiredToken } from "../platform/errors.js";
import { firstRow, rows, sql } from "../platform/sql.js";
import type { ApiKeyViewer, MemberViewer, Viewer } from "../platform/viewer.js";
import type { MemberRole, MemberStatus } from "./member.js";
import type { OidcTokens, Person } from "./oidc-tokens.js";
import { readPolicies } from "./policies.js";
import { type DevTokens, isSameHash, readApiKey } from "./tokens.js";

export interface Verifiers {
  /** Null in production. */
  readonly devTokens: DevTokens | null;
  readonly oidcTokens: OidcTokens | null;
  /** In production the key that /dev/tokens has shown to anybody before: it opens nothing there. */
  readonly demoKeyOf: ((merchantId: string) => { readonly prefix: string }) | null;
}

/**
 * A token names a person; the database says merchant, role and status, asked at every operation, so that what was
 * taken from somebody is gone with their next request. Null for nobody that is known and active.
 */
export async function findViewer(
  db: Database,
  { devTokens, oidcTokens, demoKeyOf }: Verifiers,
  authorization: string | undefined,
): Promise<Viewer | null> {
  const token = /^Bearer (\S+)$/i.exec(authorization ?? "")?.[1];
  if (!token) return null;
  const key = readApiKey(token);
  if (key) {
    const viewer = await findApiKeyViewer(db, key);
    return viewer && demoKeyOf?.(viewer.merchantId).prefix === key.prefix ? null : viewer;
  }
  const claim = (await devTokens?.verify(token)) ?? null;
  if (claim === "EXPIRED") throw expiredToken();
  if (claim) return findMemberViewer(db, claim.memberId, claim.expiresAt);
  const person = (await oidcTokens?.verify(token)) ?? null;
  if (person === "EXPIRED") throw expiredToken();
  return person && findPersonViewer(db, person);
}

interface PersonRow {
  id: string;
  merchantId: string;
  subject: string | null;
}

async function findPersonViewer(
  db: Database,
  { subject, email, merchantId, expiresAt }: Person,
): Promise<Viewer | null> {
  const found = await db.lookUp<PersonRow>("find_person", subject, email);
  const memberships = merchantId === null ? found : found.filter((row) => row.merchantId === merchantId);
  const [member, ...others] = memberships;
  if (!member) return null;
  if (others.length > 0) {
    throw new ApiError(
      "UNAUTHENTICATED",
      "You work for several merchants: your token has to say in merchant_id for which one.",
    );
  }
  if (member.subject === null) {
    await db.inTransaction(member.merchantId, (em) =>
      rows(em, sql`UPDATE members SET subject = ${subject} WHERE id = ${member.id} AND subject IS NULL`),
    );
  }
  return findMemberViewer(db, member.id, expiresAt);
}

/** The same viewer as the database knows them by now. */
export const renewViewer = (db: Database, viewer: Viewer): Promise<Viewer | null> =>
  viewer.kind === "MEMBER" ? findMemberViewer(db, viewer.memberId, viewer.expiresAt) : renewApiKeyViewer(db, viewer);

interface MemberRow {
  id: string;
  name: string;
  role: MemberRole;
  status: MemberStatus;
  merchantId: string;
  policies: unknown;
}

async function findMemberViewer(db: Database, memberId: string, expiresAt: Date | null): Promise<MemberViewer | null> {
  const [member] = await db.lookUp<MemberRow>("find_member", memberId);
  if (member?.status !== "ACTIVE") return null;
  const { name, role, merchantId } = member;
  return {
    kind: "MEMBER",
    memberId,
    name,
    role,
    merchantId,
    seesAllLeads: readPolicies(member.policies).agentVisibility === "ALL",
    expiresAt,
  };
}

interface KeyRow {
  id: string;
  name: string;
  secretHash: Buffer;
  sourceIds: string[];
  revokedAt: Date | null;
  merchantId: string;
}

async function findApiKeyViewer(
  db: Database,
  { prefix, secretHash }: { prefix: string; secretHash: Buffer },
): Promise<ApiKeyViewer | null> {
  const [key] = await db.lookUp<KeyRow>("find_api_key", prefix);
  if (!key || key.revokedAt || !isSameHash(key.secretHash, secretHash)) return null;
  const { id: apiKeyId, name, merchantId, sourceIds } = key;
  return { kind: "API_KEY", apiKeyId, name, role: "PARTNER", merchantId, sourceIds, expiresAt: null };
}

async function renewApiKeyViewer(db: Database, viewer: ApiKeyViewer): Promise<ApiKeyViewer | null> {
  const key = await db.read(viewer.merchantId, (em) =>
    firstRow<{ sourceIds: string[] }>(
      em,
      sql`SELECT k.source_ids AS "sourceIds" FROM api_keys k WHERE k.id = ${viewer.apiKeyId} AND k.revoked_at IS NULL`,
    ),
  );
  return key && { ...viewer, sourceIds: key.sourceIds };
}
