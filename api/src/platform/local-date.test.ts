import fc from "fast-check";
import { clockOf, isLocalDate, isoWeekdayOf, isTimeZone, localDateOf, nextDay, rangeOf } from "./local-date.js";

const hours = ({ start, end }: { start: Date; end: Date }): number => (end.getTime() - start.getTime()) / 3_600_000;

it("reaches from midnight of the first day to midnight after the last", () => {
  expect(rangeOf("2026-03-02", "2026-03-04", "Asia/Kolkata")).toEqual({
    start: new Date("2026-03-01T18:30:00Z"),
    end: new Date("2026-03-04T18:30:00Z"),
  });
});

it("counts a day on which clocks change whole: 23 hours in spring, 25 in autumn", () => {
  expect(rangeOf("2026-03-29", "2026-03-29", "Europe/Berlin")).toEqual({
    start: new Date("2026-03-28T23:00:00Z"),
    end: new Date("2026-03-29T22:00:00Z"),
  });
  expect(rangeOf("2026-10-25", "2026-10-25", "Europe/Berlin")).toEqual({
    start: new Date("2026-10-24T22:00:00Z"),
    end: new Date("2026-10-25T23:00:00Z"),
  });
  expect(hours(rangeOf("2026-10-24", "2026-10-26", "Europe/Berlin"))).toBe(73);
});

it("begins a day whose midnight does not exist at the instant the clock jumps", () => {
  expect(rangeOf("2018-11-04", "2018-11-04", "America/Sao_Paulo")).toEqual({
    start: new Date("2018-11-04T03:00:00Z"),
    end: new Date("2018-11-05T02:00:00Z"),
  });
  expect(rangeOf("2026-04-24", "2026-04-24", "Africa/Cairo")).toEqual({
    start: new Date("2026-04-23T22:00:00Z"),
    end: new Date("2026-04-24T21:00:00Z"),
  });
});

it("begins a day that has two midnights at the first, and ends one whose last hour repeats after the second", () => {
  expect(rangeOf("2026-11-01", "2026-11-01", "America/Havana")).toEqual({
    start: new Date("2026-11-01T04:00:00Z"),
    end: new Date("2026-11-02T05:00:00Z"),
  });
  expect(rangeOf("2018-02-17", "2018-02-17", "America/Sao_Paulo")).toEqual({
    start: new Date("2018-02-17T02:00:00Z"),
    end: new Date("2018-02-18T03:00:00Z"),
  });
});

it("gives a day that the calendar of a place left out no length", () => {
  expect(hours(rangeOf("2011-12-30", "2011-12-30", "Pacific/Apia"))).toBe(0);
  expect(rangeOf("2011-12-31", "2011-12-31", "Pacific/Apia").start).toEqual(new Date("2011-12-30T10:00:00Z"));
});

it("refuses a range that ends before it begins, and what is no date or no zone", () => {
  expect(() => rangeOf("2026-03-03", "2026-03-02", "UTC")).toThrow("begins on 2026-03-03");
  expect(() => rangeOf("2026-02-30", "2026-02-30", "UTC")).toThrow("2026-02-30 is not a date");
  expect(() => rangeOf("2026-03-02", "2026-03-02", "Mars/Olympus")).toThrow("Mars/Olympus is not a time zone");
});

it("leaves no gap and no overlap between a day and the next, in any zone", () => {
  const zones = [
    "Europe/Berlin",
    "America/Sao_Paulo",
    "Africa/Cairo",
    "America/Havana",
    "Australia/Lord_Howe",
    "Asia/Kolkata",
  ];
  fc.assert(
    fc.property(fc.constantFrom(...zones), fc.integer({ min: 0, max: 20_000 }), (zone, day) => {
      const date = new Date(day * 86_400_000).toISOString().slice(0, 10);
      const today = rangeOf(date, date, zone);
      const tomorrow = rangeOf(nextDay(date), nextDay(date), zone);

      expect(tomorrow.start).toEqual(today.end);
      expect(localDateOf(today.start, zone)).toBe(date);
      expect(localDateOf(new Date(today.end.getTime() - 1), zone)).toBe(date);
    }),
  );
});

it("tells on which local day an instant falls", () => {
  const instant = new Date("2026-03-02T23:30:00Z");

  expect(localDateOf(instant, "America/New_York")).toBe("2026-03-02");
  expect(localDateOf(instant, "Asia/Kolkata")).toBe("2026-03-03");
});

it("shows a minute that clocks jump over at the jump, and one they show twice at its first time", () => {
  expect(clockOf("2026-03-29", "Europe/Berlin")(150)).toEqual(new Date("2026-03-29T01:00:00Z"));
  expect(clockOf("2026-10-25", "Europe/Berlin")(150)).toEqual(new Date("2026-10-25T00:30:00Z"));
});

it("knows the zones of the IANA list and nothing else", () => {
  expect(["Europe/Berlin", "America/Argentina/Buenos_Aires", "UTC"].map(isTimeZone)).toEqual([true, true, true]);
  expect(["", "Berlin", "local", "+01:00", "system", "Europe/Berlin; drop"].map(isTimeZone)).toEqual(
    Array(6).fill(false),
  );
});

it("knows dates that exist", () => {
  expect(["2024-02-29", "2026-12-31"].map(isLocalDate)).toEqual([true, true]);
  expect(["2026-02-29", "2026-13-01", "2026-3-2", "02/03/2026", "", "2026-03-02T00:00"].map(isLocalDate)).toEqual(
    Array(6).fill(false),
  );
});

it("counts weekdays from Monday and days across months and years", () => {
  expect([isoWeekdayOf("2026-03-02"), isoWeekdayOf("2026-03-07"), isoWeekdayOf("2026-03-08")]).toEqual([1, 6, 7]);
  expect([nextDay("2026-02-28"), nextDay("2026-12-31")]).toEqual(["2026-03-01", "2027-01-01"]);
});
