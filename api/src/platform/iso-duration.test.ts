import { isoDuration } from "./iso-duration.js";

it.each([
  [0, "PT0S"],
  [1_500, "PT1.5S"],
  [61_000, "PT1M1S"],
  [90_000_000, "PT25H"],
  [7 * 24 * 3_600_000 + 1, "PT168H0.001S"],
])("writes %i milliseconds as %s", (milliseconds, text) => {
  expect(isoDuration(milliseconds)).toBe(text);
});
