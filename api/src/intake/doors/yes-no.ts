import type { JsonValue } from "../../platform/json.js";
import { plainLabel } from "./form-labels.js";

/** What a checkbox or a yes-or-no question says, in the words of forms; null when it says neither. */
export function readYesNo(value: JsonValue | undefined): boolean | null {
  if (typeof value === "boolean") return value;
  if (typeof value !== "string" && typeof value !== "number") return null;
  const word = plainLabel(String(value));
  if (yes.has(word)) return true;
  return no.has(word) ? false : null;
}

const yes = new Set(
  "1, yes, y, true, on, ok, checked, x, i agree, agree, si, sim, oui, ja, vrai, verdadero, verdadeiro, wahr, vero, waar".split(
    ", ",
  ),
);
const no = new Set(
  "0, no, n, false, off, none, unchecked, nao, non, nein, nee, faux, falso, falsch, onwaar".split(", "),
);
