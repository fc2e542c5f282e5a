import { createLru } from "../platform/lru.js";

type Verify<Claim> = (token: string) => Promise<Claim | "EXPIRED" | null>;

const knownForMs = 60_000;

/**
 * To check a signature is the dearest part of a small request. One that was good is taken as good for a minute, never
 * past its token's end; what may be taken from a person is asked of the database each time all the same.
 */
export function rememberKnown<Claim extends { readonly expiresAt: Date }>(verify: Verify<Claim>): Verify<Claim> {
  const known = createLru<{ claim: Claim; until: number }>(1000);
  return async (token) => {
    const kept = known.get(token);
    if (kept && Date.now() < kept.until) return kept.claim;
    const claim = await verify(token);
    if (claim && claim !== "EXPIRED") {
      known.set(token, { claim, until: Math.min(Date.now() + knownForMs, claim.expiresAt.getTime()) });
    }
    return claim;
  };
}
