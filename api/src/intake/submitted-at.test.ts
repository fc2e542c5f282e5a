import { readSubmittedAt } from "./submitted-at.js";

it.each([
  ["2026-03-02T10:00:00.000Z"],
  ["2026-03-02T10:00:00Z"],
  ["2026-03-02T11:00:00+01:00"],
  ["2026-03-02 11:00:00 +0100"],
  ["2026-03-02 10:00:00"],
  ["2026-03-02 10:00"],
  ["2026-03-02 10:00:00 UTC"],
  ["Mon, 2 Mar 2026 10:00:00 +0000"],
  [1772445600],
  ["1772445600"],
  [1772445600000],
  ["1772445600000"],
])("%p is ten o'clock on 2 March 2026, in UTC where no zone is named", (raw) => {
  expect(readSubmittedAt(raw)).toEqual(new Date("2026-03-02T10:00:00Z"));
});

it("reads a day alone as its beginning", () => {
  expect(readSubmittedAt("2026-03-02")).toEqual(new Date("2026-03-02T00:00:00Z"));
});

it.each([
  "",
  "now",
  "March 2, 2026",
  "02/03/2026",
  "2026-02-30",
  "10:00",
  "1970-01-01",
  "9999-01-01T00:00:00Z",
  "202-555-0101",
  "2025550101 x",
  7,
  0,
  Number.NaN,
  null,
  undefined,
  {},
])("%p is no time that can be relied on", (raw) => {
  expect(readSubmittedAt(raw)).toBeNull();
});
