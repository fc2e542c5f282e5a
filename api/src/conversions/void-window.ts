import { merchantSettings } from "../people/find-merchant-settings.js";
import { durationMs } from "../people/policies.js";
import type { Context } from "../platform/context.js";
import type { Conversion } from "./conversion.js";

export async function findVoidableUntil(ctx: Context, conversion: Conversion): Promise<Date | null> {
  const { policies, now } = await merchantSettings(ctx);
  return voidableUntil(conversion, durationMs(policies.conversionVoidWindow), now);
}

/** The window is half-open: at its end it is over. */
export function voidableUntil(
  { convertedAt, voidedAt }: Pick<Conversion, "convertedAt" | "voidedAt">,
  windowMs: number,
  now: Date,
): Date | null {
  const end = new Date(convertedAt.getTime() + windowMs);
  return voidedAt === null && now < end ? end : null;
}
