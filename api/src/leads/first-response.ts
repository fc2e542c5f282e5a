import { isoDuration } from "../platform/iso-duration.js";
import type { Lifecycle } from "./lifecycle.js";

type Clocks = Pick<Lifecycle, "firstResponseElapsedMs" | "firstResponseBusinessMs">;

/** Both values are kept with the response, so that later business hours rewrite no past promise. */
export function firstResponseOf({
  firstResponseElapsedMs,
  firstResponseBusinessMs,
}: Clocks): { elapsed: string; businessHours: string } | null {
  if (firstResponseElapsedMs === null || firstResponseBusinessMs === null) return null;
  return { elapsed: isoDuration(firstResponseElapsedMs), businessHours: isoDuration(firstResponseBusinessMs) };
}
