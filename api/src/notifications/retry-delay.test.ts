import { retryDelayMs } from "./retry-delay.js";

const least = () => 0;
const most = () => 0.999;

describe("the wait before the next attempt", () => {
  it("doubles with each failure", () => {
    expect([1, 2, 3, 4].map((failures) => retryDelayMs(failures, 1000, least))).toEqual([1000, 2000, 4000, 8000]);
  });

  it("varies by a fifth, so that what failed together does not come back together", () => {
    expect(retryDelayMs(1, 1000, most)).toBe(1200);
  });

  it("is never longer than ten minutes", () => {
    expect(retryDelayMs(20, 1000, least)).toBe(600_000);
    expect(retryDelayMs(2000, 1000, most)).toBe(600_000);
  });
});
