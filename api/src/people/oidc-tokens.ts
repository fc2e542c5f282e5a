import { createRemoteJWKSet, errors, type JWTVerifyGetKey, jwtVerify } from "jose";
import { z } from "zod";
import { ApiError } from "../platform/errors.js";
import { rememberKnown } from "./known-tokens.js";

export interface Provider {
  readonly issuer: string;
  readonly audience: string;
}

/** Who a provider says that somebody is. Nothing here says what they may do. */
export interface Person {
  readonly subject: string;
  /** Only where the provider vouches for it. */
  readonly email: string | null;
  /** Which merchant they speak for, when they work for several. */
  readonly merchantId: string | null;
  readonly expiresAt: Date;
}

export interface OidcTokens {
  verify(token: string): Promise<Person | "EXPIRED" | null>;
}

// No symmetric algorithm, and never `none`: the key set is public.
const algorithms = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA"];
const clockToleranceSeconds = 30;

const discovery = z.object({ issuer: z.string(), jwks_uri: z.url() });
const claims = z.object({
  sub: z.string().min(1).max(255),
  exp: z.number(),
  email: z.string().optional(),
  email_verified: z.boolean().optional(),
  merchant_id: z.guid().optional(),
});

/** Access or id tokens of an OpenID provider, checked against its published keys; a key it has rotated in is fetched. */
export function createOidcTokens({ issuer, audience }: Provider): OidcTokens {
  let keys: Promise<JWTVerifyGetKey> | null = null;
  const keysOf = (): Promise<JWTVerifyGetKey> => {
    keys ??= discoverKeys(issuer).catch((error: unknown) => {
      // Asked again with the next token: a provider that was away for a moment must not lock everybody out for ever.
      keys = null;
      throw error;
    });
    return keys;
  };
  return {
    verify: rememberKnown(async (token) => {
      try {
        const { payload } = await jwtVerify(token, await keysOf(), {
          issuer,
          audience,
          algorithms,
          clockTolerance: clockToleranceSeconds,
        });
        const { sub, exp, email, email_verified: isVerified, merchant_id: merchantId } = claims.parse(payload);
        const vouched = isVerified === true && email ? email.toLowerCase() : null;
        return { subject: sub, email: vouched, merchantId: merchantId ?? null, expiresAt: new Date(exp * 1000) };
      } catch (error) {
        if (error instanceof errors.JWTExpired) return "EXPIRED";
        if (error instanceof errors.JWKSTimeout || isAway(error)) {
          throw new ApiError("SERVICE_UNAVAILABLE", "The identity provider does not answer; try again in a moment.");
        }
        if (error instanceof errors.JOSEError || error instanceof z.ZodError) return null;
        throw error;
      }
    }),
  };
}

class ProviderAway extends Error {}

const isAway = (error: unknown): boolean =>
  error instanceof ProviderAway || (error instanceof TypeError && error.message === "fetch failed");

async function discoverKeys(issuer: string): Promise<JWTVerifyGetKey> {
  const url = new URL(`${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`);
  const response = await fetch(url, { redirect: "error", signal: AbortSignal.timeout(5000) }).catch(
    (cause: unknown) => {
      throw new ProviderAway("The provider's configuration cannot be read", { cause });
    },
  );
  const read = discovery.safeParse(response.ok ? await response.json().catch(() => null) : null);
  if (!read.success || read.data.issuer !== issuer)
    throw new ProviderAway("The provider's configuration is not one of this issuer");
  return createRemoteJWKSet(new URL(read.data.jwks_uri), { timeoutDuration: 5000, cooldownDuration: 1000 });
}
