import { badInput } from "../platform/errors.js";
import type { Value } from "./decisions/closing.js";
import type { MoneyInput } from "./lead.inputs.js";

/** The ledger never changes, so an amount that no sum could use must not get into it. */
export function checkedValue(input: MoneyInput | null | undefined, path: readonly string[]): Value | null {
  if (!input) return null;
  const { amountMinor, currency } = input;
  if (amountMinor < 0) {
    throw badInput([{ path: [...path, "amountMinor"], rule: "min", message: "An amount is not negative." }]);
  }
  if (!/^[A-Z]{3}$/.test(currency)) {
    throw badInput([
      { path: [...path, "currency"], rule: "currency", message: "A currency is three capitals, such as EUR." },
    ]);
  }
  return { amountMinor, currency };
}
