import type { IncomingHttpHeaders } from "node:http";

/** Browsers always say where a page comes from; only they can be made to act for somebody else. */
export function isAllowedOrigin({ origin, host }: IncomingHttpHeaders, allowed: readonly string[]): boolean {
  if (origin === undefined || allowed.includes(origin)) return true;
  return URL.canParse(origin) && new URL(origin).host === host;
}
