import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { errors, jwtVerify, SignJWT } from "jose";
import { isId } from "../platform/scalars.js";
import { rememberKnown } from "./known-tokens.js";

const issuer = "leadledger-dev";
const lifetime = "12h";

/** Signed by this installation and good outside of production only. */
export interface DevTokens {
  sign(memberId: string): Promise<string>;
  verify(token: string): Promise<{ memberId: string; expiresAt: Date } | "EXPIRED" | null>;
}

export function createDevTokens(secret: Buffer): DevTokens {
  return {
    sign: (memberId) =>
      new SignJWT({})
        .setProtectedHeader({ alg: "HS256" })
        .setSubject(memberId)
        .setIssuer(issuer)
        .setIssuedAt()
        .setExpirationTime(lifetime)
        .sign(secret),
    verify: rememberKnown(async (token) => {
      try {
        const { payload } = await jwtVerify(token, secret, {
          issuer,
          algorithms: ["HS256"],
          requiredClaims: ["sub", "exp"],
        });
        if (!isId(payload.sub)) return null;
        return { memberId: payload.sub, expiresAt: new Date((payload.exp ?? 0) * 1000) };
      } catch (error) {
        if (error instanceof errors.JWTExpired) return "EXPIRED";
        if (error instanceof errors.JOSEError) return null;
        throw error;
      }
    }),
  };
}

const keyPattern = /^llk_([0-9a-f]{16})_([A-Za-z0-9_-]{43})$/;

export interface NewApiKey {
  readonly prefix: string;
  /** Shown once; only its hash is kept. */
  readonly key: string;
  readonly secretHash: Buffer;
}

/** A demo key can be shown again, since it follows from the installation's secret; a real one never can. */
export const demoApiKey = (secret: Buffer, name: string): NewApiKey => {
  const derived = createHmac("sha256", secret).update(`demo key ${name}`).digest();
  return apiKeyOf(derived.subarray(0, 8).toString("hex"), createHash("sha256").update(derived).digest());
};

function apiKeyOf(prefix: string, secret: Buffer): NewApiKey {
  return {
    prefix,
    key: `llk_${prefix}_${secret.toString("base64url")}`,
    secretHash: hashOf(secret.toString("base64url")),
  };
}

export function readApiKey(text: string): { prefix: string; secretHash: Buffer } | null {
  const [, prefix, secret] = keyPattern.exec(text) ?? [];
  return prefix && secret ? { prefix, secretHash: hashOf(secret) } : null;
}

export const isSameHash = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b);

// The secret has 256 random bits: a slow hash would protect nothing that a fast one does not.
const hashOf = (secret: string): Buffer => createHash("sha256").update(secret).digest();
