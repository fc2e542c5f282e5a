import fc from "fast-check";
import type { IsoWeekday } from "../platform/local-date.js";
import { type BusinessHours, businessMsBetween, dueAfter, type Span, validateBusinessHours } from "./business-hours.js";

const minute = 60_000;
const hour = 60 * minute;
const at = (iso: string): Date => new Date(iso);

const week = (weekdays: readonly Span[], weekend: readonly Span[] = []): Record<IsoWeekday, readonly Span[]> => ({
  1: weekdays,
  2: weekdays,
  3: weekdays,
  4: weekdays,
  5: weekdays,
  6: weekend,
  7: weekend,
});
const nineToFive = [{ from: "09:00", to: "17:00" }];
const withLunch = [
  { from: "09:00", to: "12:30" },
  { from: "13:30", to: "17:00" },
];
const allDay = [{ from: "00:00", to: "24:00" }];
const office = (timeZone: string, weekly = week(nineToFive), holidays: string[] = []): BusinessHours => ({
  timeZone,
  weekly,
  holidays,
});

describe("a promise in business hours", () => {
  it("made on Friday at 16:30 for one hour is due on Monday at 9:30", () => {
    expect(dueAfter(at("2026-03-06T16:30:00Z"), hour, office("UTC"))).toEqual(at("2026-03-09T09:30:00Z"));
    expect(dueAfter(at("2026-03-06T19:30:00Z"), hour, office("America/Sao_Paulo"))).toEqual(at("2026-03-09T12:30:00Z"));
    expect(dueAfter(at("2026-03-06T11:00:00Z"), hour, office("Asia/Kolkata"))).toEqual(at("2026-03-09T04:00:00Z"));
  });

  it("that ends as the office closes is due then, not when it opens again", () => {
    expect(dueAfter(at("2026-03-06T16:00:00Z"), hour, office("UTC"))).toEqual(at("2026-03-06T17:00:00Z"));
    expect(dueAfter(at("2026-03-06T16:00:00Z"), hour + 1, office("UTC"))).toEqual(at("2026-03-09T09:00:00.001Z"));
  });

  it("made before opening or on a closed day starts when the office opens", () => {
    expect(dueAfter(at("2026-03-02T05:00:00Z"), hour, office("UTC"))).toEqual(at("2026-03-02T10:00:00Z"));
    expect(dueAfter(at("2026-03-07T12:00:00Z"), hour, office("UTC"))).toEqual(at("2026-03-09T10:00:00Z"));
  });

  it("pauses at lunch", () => {
    expect(dueAfter(at("2026-03-02T12:00:00Z"), hour, office("UTC", week(withLunch)))).toEqual(
      at("2026-03-02T14:00:00Z"),
    );
    expect(dueAfter(at("2026-03-02T12:45:00Z"), hour, office("UTC", week(withLunch)))).toEqual(
      at("2026-03-02T14:30:00Z"),
    );
  });

  it("skips holidays, also those that follow one another", () => {
    const hours = office("UTC", week(nineToFive), ["2026-12-24", "2026-12-25"]);

    expect(dueAfter(at("2026-12-23T16:30:00Z"), hour, hours)).toEqual(at("2026-12-28T09:30:00Z"));
  });

  it("goes through midnight when a day is open until 24:00", () => {
    const nights = office(
      "UTC",
      week([
        { from: "22:00", to: "24:00" },
        { from: "00:00", to: "02:00" },
      ]),
    );

    expect(dueAfter(at("2026-03-02T23:30:00Z"), hour, nights)).toEqual(at("2026-03-03T00:30:00Z"));
  });

  it("counts hours that pass, not the clock, where clocks change", () => {
    const always = (timeZone: string) => office(timeZone, week(allDay, allDay));

    expect(dueAfter(at("2026-03-28T23:00:00Z"), 23 * hour, always("Europe/Berlin"))).toEqual(
      at("2026-03-29T22:00:00Z"),
    );
    expect(businessMsBetween(at("2026-10-24T22:00:00Z"), at("2026-10-25T23:00:00Z"), always("Europe/Berlin"))).toBe(
      25 * hour,
    );
    expect(businessMsBetween(at("2018-11-04T03:00:00Z"), at("2018-11-05T02:00:00Z"), always("America/Sao_Paulo"))).toBe(
      23 * hour,
    );
  });

  it("counts a shift over the hour that is left out or repeated as long as it lasts", () => {
    const nightShift = office("Europe/Berlin", week([], [{ from: "01:00", to: "05:00" }]));

    expect(businessMsBetween(at("2026-03-29T00:00:00Z"), at("2026-03-29T12:00:00Z"), nightShift)).toBe(3 * hour);
    expect(businessMsBetween(at("2026-10-25T00:00:00Z"), at("2026-10-25T12:00:00Z"), nightShift)).toBe(4 * hour);
    expect(businessMsBetween(at("2026-10-24T22:00:00Z"), at("2026-10-25T12:00:00Z"), nightShift)).toBe(5 * hour);
  });

  it("keeps the office's own clock over a change of clocks", () => {
    expect(dueAfter(at("2026-03-27T15:30:00Z"), hour, office("Europe/Berlin"))).toEqual(at("2026-03-30T07:30:00Z"));
  });

  it("of no time is due at once, also while the office is closed", () => {
    expect(dueAfter(at("2026-03-07T12:00:00Z"), 0, office("UTC"))).toEqual(at("2026-03-07T12:00:00Z"));
  });

  it("without business hours counts every hour", () => {
    expect(dueAfter(at("2026-03-06T16:30:00Z"), hour, null)).toEqual(at("2026-03-06T17:30:00Z"));
    expect(businessMsBetween(at("2026-03-06T16:30:00Z"), at("2026-03-07T16:30:00Z"), null)).toBe(24 * hour);
  });

  it("has a time even where hours are never open", () => {
    const never = office("UTC", week([]));

    expect(dueAfter(at("2026-03-06T16:30:00Z"), hour, never)).toEqual(at("2026-03-06T17:30:00Z"));
    expect(businessMsBetween(at("2026-03-06T16:30:00Z"), at("2026-03-06T17:30:00Z"), never)).toBe(hour);
  });

  it("counts a minute once where stored spans overlap", () => {
    const overlapping = office(
      "UTC",
      week([
        { from: "09:00", to: "12:00" },
        { from: "11:00", to: "13:00" },
      ]),
    );

    expect(businessMsBetween(at("2026-03-02T00:00:00Z"), at("2026-03-03T00:00:00Z"), overlapping)).toBe(4 * hour);
  });
});

describe("the business time between two instants", () => {
  it("is what of it lies inside the hours", () => {
    expect(businessMsBetween(at("2026-03-06T16:30:00Z"), at("2026-03-09T09:30:00Z"), office("UTC"))).toBe(hour);
    expect(
      businessMsBetween(at("2026-03-02T00:00:00Z"), at("2026-03-09T00:00:00Z"), office("UTC", week(withLunch))),
    ).toBe(35 * hour);
  });

  it("is none on a closed day and none backwards", () => {
    expect(businessMsBetween(at("2026-03-07T00:00:00Z"), at("2026-03-08T23:00:00Z"), office("UTC"))).toBe(0);
    expect(businessMsBetween(at("2026-03-06T10:00:00Z"), at("2026-03-05T10:00:00Z"), office("UTC"))).toBe(0);
    expect(businessMsBetween(at("2026-03-06T10:00:00Z"), at("2026-03-05T10:00:00Z"), null)).toBe(0);
  });
});

describe("in any hours and any zone", () => {
  const time = fc.integer({ min: 0, max: 24 * 60 });
  const asTime = (minutes: number): string =>
    `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;
  const day = fc.uniqueArray(time, { maxLength: 6 }).map((times) => {
    const sorted = times.sort((a, b) => a - b);
    return sorted.flatMap((from, index): Span[] =>
      index % 2 === 0 && index + 1 < sorted.length ? [{ from: asTime(from), to: asTime(sorted[index + 1] ?? 0) }] : [],
    );
  });
  const zone = fc.constantFrom("Europe/Berlin", "Asia/Kolkata", "America/Sao_Paulo", "Africa/Cairo", "America/Havana");
  const instant = fc.date({ min: at("2016-01-01T00:00:00Z"), max: at("2027-12-31T00:00:00Z"), noInvalidDate: true });
  const someHours = fc.record({
    timeZone: zone,
    weekly: fc.record({ 1: day, 2: day, 3: day, 4: day, 5: day, 6: day, 7: day }),
    holidays: fc.array(
      instant.map((date) => date.toISOString().slice(0, 10)),
      { maxLength: 20 },
    ),
  });
  const duration = fc.integer({ min: 1, max: 20 * 24 * hour });

  it("the time until a promise is due is the time promised", () => {
    fc.assert(
      fc.property(someHours, instant, duration, (hours, start, promised) => {
        expect(businessMsBetween(start, dueAfter(start, promised, hours), hours)).toBe(promised);
      }),
    );
  });

  it("a longer promise, and one made later, is never due earlier", () => {
    fc.assert(
      fc.property(someHours, instant, duration, fc.nat(30 * 24 * hour), (hours, start, promised, more) => {
        const due = dueAfter(start, promised, hours).getTime();
        const later = new Date(start.getTime() + more);

        expect(dueAfter(start, promised + more, hours).getTime()).toBeGreaterThanOrEqual(due);
        expect(dueAfter(later, promised, hours).getTime()).toBeGreaterThanOrEqual(due);
        expect(due).toBeGreaterThanOrEqual(start.getTime() + promised);
      }),
    );
  });

  it("two stretches that meet count as much as the whole", () => {
    fc.assert(
      fc.property(someHours, instant, duration, duration, (hours, start, first, second) => {
        const middle = new Date(start.getTime() + first);
        const end = new Date(middle.getTime() + second);

        expect(businessMsBetween(start, middle, hours) + businessMsBetween(middle, end, hours)).toBe(
          businessMsBetween(start, end, hours),
        );
      }),
    );
  });
});

describe("business hours that a merchant sets", () => {
  it("are accepted when they are whole, and when there are none", () => {
    expect(validateBusinessHours(office("Europe/Berlin", week(withLunch, allDay), ["2026-12-25"]))).toEqual([]);
    expect(validateBusinessHours(null)).toEqual([]);
  });

  it("are refused with the place of each mistake", () => {
    const problems = validateBusinessHours({
      timeZone: "Berlin",
      weekly: {
        1: [{ from: "9:00", to: "17:00" }],
        2: [{ from: "17:00", to: "09:00" }],
        3: [
          { from: "13:00", to: "18:00" },
          { from: "09:00", to: "13:01" },
        ],
        4: [],
        5: [],
        6: [],
        7: [],
      },
      holidays: ["2026-02-30"],
    });

    expect(problems).toEqual([
      { path: ["timeZone"], message: "must be a time zone, such as Europe/Berlin" },
      { path: ["weekly", "1", "0", "from"], message: "must be a time of day, such as 09:00" },
      { path: ["weekly", "2", "0"], message: "must end after it begins" },
      { path: ["weekly", "3"], message: "must not overlap" },
      { path: ["holidays", "0"], message: "must be a date, such as 2026-12-25" },
    ]);
  });

  it("are refused when no day is ever open, or a day is missing", () => {
    expect(validateBusinessHours(office("UTC", week([])))).toEqual([
      { path: ["weekly"], message: "must be open at some time of the week" },
    ]);
    expect(validateBusinessHours({ timeZone: "UTC", weekly: {}, holidays: [] }).map(({ path }) => path)).toEqual(
      ["1", "2", "3", "4", "5", "6", "7"].map((weekday) => ["weekly", weekday]),
    );
    expect(validateBusinessHours("always")).toHaveLength(1);
  });
});
