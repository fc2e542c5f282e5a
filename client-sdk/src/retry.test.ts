import { backoffMs, defaultRetryPolicy, retryDelayMs } from "./retry.js";

const passing = { retryable: true, retryAfterMs: null };

describe("the wait before the next attempt", () => {
  it("doubles its upper end up to the longest one", () => {
    expect([1, 2, 3, 4, 5, 6].map((attempt) => backoffMs(attempt, 200, 5000, 1))).toEqual([
      200, 400, 800, 1600, 3200, 5000,
    ]);
  });

  it("lies anywhere below its upper end, so that many clients do not come at once", () => {
    expect([0, 0.25, 0.5].map((random) => backoffMs(2, 200, 5000, random))).toEqual([0, 100, 200]);
  });

  it("is what the server asks for and some more", () => {
    expect(retryDelayMs({ retryable: true, retryAfterMs: 1000 }, 1, defaultRetryPolicy, 0.5)).toBe(1100);
  });

  it.each([
    ["the failure is final", { retryable: false, retryAfterMs: null }, 1],
    ["all attempts are used up", passing, 4],
    ["the server asks for too long a wait", { retryable: true, retryAfterMs: 5001 }, 1],
  ])("does not exist when %s", (_why, failure, attempt) => {
    expect(retryDelayMs(failure, attempt, defaultRetryPolicy, 0.5)).toBeNull();
  });
});
