import type { Merchant } from "./merchant.js";
import { readPolicies } from "./policies.js";
import type { PoliciesType } from "./policies.types.js";

export function shownPolicies(merchant: Merchant): PoliciesType {
  const policies = readPolicies(merchant.policies);
  const { businessHours } = policies;
  const weekly = Object.entries(businessHours?.weekly ?? {}).map(([weekday, spans]) => ({
    weekday: Number(weekday),
    spans,
  }));
  return { ...policies, businessHours: businessHours && { weekly, holidays: businessHours.holidays } };
}
