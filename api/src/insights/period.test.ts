import { ApiError } from "../platform/errors.js";
import { bucketsOf, daysBefore, daysOf, maxBuckets } from "./period.js";

function problemOf(ask: () => unknown): unknown {
  try {
    return ask();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return [error.code, error.details.fields];
  }
}

const problem = (path: string, rule: string) => [
  "BAD_USER_INPUT",
  [{ path: [path], rule, message: expect.any(String) }],
];

describe("a range", () => {
  it("of no days is the whole lifetime", () => {
    expect(daysOf(null, null)).toBeNull();
  });

  it("of one day is that day", () => {
    expect(daysOf("2026-03-29", "2026-03-29")).toEqual({ from: "2026-03-29", to: "2026-03-29" });
  });

  it("with one end is refused by the name of the other", () => {
    expect(problemOf(() => daysOf("2026-03-01", null))).toEqual(problem("to", "required"));
    expect(problemOf(() => daysOf(null, "2026-03-01"))).toEqual(problem("from", "required"));
  });

  it("that ends before it begins is refused", () => {
    expect(problemOf(() => daysOf("2026-03-02", "2026-03-01"))).toEqual(problem("to", "range"));
  });

  it("beyond the calendar is refused", () => {
    expect(problemOf(() => daysOf("2026-03-02", "9999-12-31"))).toEqual(problem("to", "range"));
    expect(daysOf("0001-01-01", "9998-12-31")).toEqual({ from: "0001-01-01", to: "9998-12-31" });
  });
});

describe("the period before", () => {
  it.each([
    ["a day", "2026-03-01", "2026-03-01", "2026-02-28", "2026-02-28"],
    ["a week", "2026-03-09", "2026-03-15", "2026-03-02", "2026-03-08"],
    ["March, which has more days than February", "2026-03-01", "2026-03-31", "2026-01-29", "2026-02-28"],
    ["a leap year's February", "2028-02-01", "2028-02-29", "2028-01-03", "2028-01-31"],
    ["a year", "2026-01-01", "2026-12-31", "2025-01-01", "2025-12-31"],
  ])("%s is as long, without a gap and without an overlap", (_name, from, to, previousFrom, previousTo) => {
    expect(daysBefore({ from, to })).toEqual({ from: previousFrom, to: previousTo });
  });

  it("does not reach back before the calendar", () => {
    expect(daysBefore({ from: "0001-01-02", to: "0001-01-03" })).toBeNull();
    expect(daysBefore({ from: "0001-01-02", to: "0001-01-02" })).toEqual({ from: "0001-01-01", to: "0001-01-01" });
  });
});

describe("a series", () => {
  it("by day has every day", () => {
    expect(bucketsOf({ from: "2026-02-27", to: "2026-03-01" }, "DAY")).toEqual([
      { from: "2026-02-27", to: "2026-02-27" },
      { from: "2026-02-28", to: "2026-02-28" },
      { from: "2026-03-01", to: "2026-03-01" },
    ]);
  });

  it("by week begins on Mondays, and is cut short by the range", () => {
    expect(bucketsOf({ from: "2026-03-01", to: "2026-03-17" }, "WEEK")).toEqual([
      { from: "2026-03-01", to: "2026-03-01" },
      { from: "2026-03-02", to: "2026-03-08" },
      { from: "2026-03-09", to: "2026-03-15" },
      { from: "2026-03-16", to: "2026-03-17" },
    ]);
  });

  it("by month has months of their own length, over the end of a year", () => {
    expect(bucketsOf({ from: "2025-11-15", to: "2026-02-28" }, "MONTH")).toEqual([
      { from: "2025-11-15", to: "2025-11-30" },
      { from: "2025-12-01", to: "2025-12-31" },
      { from: "2026-01-01", to: "2026-01-31" },
      { from: "2026-02-01", to: "2026-02-28" },
    ]);
  });

  it("has a bounded number of parts", () => {
    expect(bucketsOf({ from: "2024-01-01", to: "2026-09-26" }, "DAY")).toHaveLength(maxBuckets);
    expect(problemOf(() => bucketsOf({ from: "2024-01-01", to: "2026-09-27" }, "DAY"))).toEqual(problem("by", "range"));
    expect(problemOf(() => bucketsOf({ from: "0001-01-01", to: "9998-12-31" }, "MONTH"))).toEqual(
      problem("by", "range"),
    );
  });

  it("ends where the calendar of reports does", () => {
    expect(bucketsOf({ from: "9998-12-28", to: "9998-12-31" }, "WEEK")).toEqual([
      { from: "9998-12-28", to: "9998-12-31" },
    ]);
    expect(bucketsOf({ from: "9998-12-28", to: "9998-12-31" }, "MONTH")).toEqual([
      { from: "9998-12-28", to: "9998-12-31" },
    ]);
  });
});
