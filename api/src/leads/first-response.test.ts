import { firstResponseOf } from "./first-response.js";

it("tells both clocks of a first response, and nothing before there is one", () => {
  const answered = { firstResponseElapsedMs: 50 * 3_600_000, firstResponseBusinessMs: 90_000 };

  expect(firstResponseOf(answered)).toEqual({ elapsed: "PT50H", businessHours: "PT1M30S" });
  expect(firstResponseOf({ firstResponseElapsedMs: null, firstResponseBusinessMs: null })).toBeNull();
});
