import { readEmail, readPhone, readWhatsAppNumber } from "./contact-point.js";
import type { ContactPoint } from "./known-contact.js";

/** What somebody said of how to reach them, in whatever spelling. */
export interface Reachable {
  readonly email?: string | null | undefined;
  readonly phone?: string | null | undefined;
  readonly whatsappId?: string | null | undefined;
}

/** The usable ones of them, normalised. What is not usable recognises nobody. */
export function pointsOf({ email, phone, whatsappId }: Reachable, defaultCountry: string | null): ContactPoint[] {
  const points: ContactPoint[] = [];
  const mail = readEmail(email);
  const number = readPhone(phone, defaultCountry);
  if (mail) points.push({ kind: "EMAIL", value: mail.value, spelling: mail.raw, candidates: [], verified: false });
  if (number) points.push(phonePoint(number, false));
  const id = whatsappId?.trim();
  if (id) {
    points.push({ kind: "WHATSAPP", value: id, spelling: id, candidates: [], verified: true });
    const named = readWhatsAppNumber(id);
    // WhatsApp names most people by their number, which is then known to be theirs.
    if (named && named.value !== number?.value) points.push(phonePoint(named, true));
  }
  return points;
}

const phonePoint = (number: { value: string; raw: string; candidates: string[] }, verified: boolean): ContactPoint => ({
  kind: "PHONE",
  value: number.value,
  spelling: number.raw,
  candidates: number.candidates.filter((c) => c !== number.value),
  verified,
});
