import { readYesNo } from "./yes-no.js";

it.each([true, "true", "1", 1, "yes", "Yes ", "on", "Sí", "sim", "Oui", "ja", "X", "I agree"])(
  "%p is a yes",
  (value) => {
    expect(readYesNo(value)).toBe(true);
  },
);

it.each([false, "false", "0", 0, "no", "No.", "off", "Não", "non", "nein", "nee"])(
  "%p is a no, and no consent",
  (value) => {
    expect(readYesNo(value)).toBe(false);
  },
);

it.each([null, undefined, "", "perhaps", 2, "noon", ["yes"], { yes: true }])("%p says neither", (value) => {
  expect(readYesNo(value)).toBeNull();
});
