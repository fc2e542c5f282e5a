import { voidableUntil } from "./void-window.js";

const day = 24 * 3_600_000;
const convertedAt = new Date("2026-03-01T12:00:00.000Z");
const end = new Date("2026-03-02T12:00:00.000Z");

it("lets a win be voided until the window ends, and not at its end", () => {
  const conversion = { convertedAt, voidedAt: null };

  expect(voidableUntil(conversion, day, convertedAt)).toEqual(end);
  expect(voidableUntil(conversion, day, new Date(end.getTime() - 1))).toEqual(end);
  expect(voidableUntil(conversion, day, end)).toBeNull();
});

it("lets nothing be voided twice, and nothing at all where the window has no length", () => {
  expect(voidableUntil({ convertedAt, voidedAt: convertedAt }, day, convertedAt)).toBeNull();
  expect(voidableUntil({ convertedAt, voidedAt: null }, 0, convertedAt)).toBeNull();
});
