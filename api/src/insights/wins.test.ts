import { lessOf, percentOf, tallyOf } from "./wins.js";

describe("a share", () => {
  it.each([
    [1, 3, 33.33],
    [2, 3, 66.67],
    [1, 8, 12.5],
    [0, 7, 0],
    [5, 5, 100],
  ])("of %d in %d is %d percent", (part, whole, percent) => {
    expect(percentOf(part, whole)).toBe(percent);
  });

  it("of nothing is no share, which is not the same as none", () => {
    expect(percentOf(0, 0)).toBeNull();
  });
});

describe("wins of several currencies", () => {
  const rows = [
    { currency: "USD", wonDeals: 2, repeatLeads: 1, valueMinor: 3_000_000_000 },
    { currency: null, wonDeals: 4, repeatLeads: 0, valueMinor: null },
    { currency: "EUR", wonDeals: 1, repeatLeads: 1, valueMinor: 500 },
  ];

  it("are counted together and summed apart", () => {
    expect(tallyOf(rows)).toEqual({
      wonDeals: 7,
      repeatLeads: 2,
      grossValue: [
        { currency: "EUR", amountMinor: 500 },
        { currency: "USD", amountMinor: 3_000_000_000 },
      ],
    });
  });

  it("are netted in each currency, below zero where more was taken back than won", () => {
    const taken = [
      { currency: "EUR", amountMinor: 700 },
      { currency: "GBP", amountMinor: 10 },
    ];

    expect(lessOf(tallyOf(rows).grossValue, taken)).toEqual([
      { currency: "EUR", amountMinor: -200 },
      { currency: "GBP", amountMinor: -10 },
      { currency: "USD", amountMinor: 3_000_000_000 },
    ]);
  });
});
