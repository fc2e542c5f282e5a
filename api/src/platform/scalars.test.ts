import { GraphQLError, type GraphQLScalarType, parseValue } from "graphql";
import { DateTime, Duration, EmailAddress, JSONValue, LocalDate, PhoneNumber, parseId, TimeZone } from "./scalars.js";

describe("A scalar takes what it says:", () => {
  it.each<[GraphQLScalarType, unknown, unknown]>([
    [DateTime, "2026-03-01T09:30:00.000Z", new Date("2026-03-01T09:30:00.000Z")],
    [DateTime, "2026-03-01T10:30:00+01:00", new Date("2026-03-01T09:30:00.000Z")],
    [DateTime, "2026-03-01t09:30z", new Date("2026-03-01T09:30:00.000Z")],
    [DateTime, "2026-03-01T09:30:00.123456Z", new Date("2026-03-01T09:30:00.123Z")],
    [LocalDate, "2024-02-29", "2024-02-29"],
    [TimeZone, "Europe/Berlin", "Europe/Berlin"],
    [TimeZone, "UTC", "UTC"],
    [Duration, "PT24H", "PT24H"],
    [Duration, "P1Y2M3DT4H5M6.5S", "P1Y2M3DT4H5M6.5S"],
    [Duration, "PT0S", "PT0S"],
    [JSONValue, { a: [1, null] }, { a: [1, null] }],
  ])("%s %j", (scalar, sent, value) => {
    expect(scalar.parseValue(sent)).toEqual(value);
  });

  it.each<[GraphQLScalarType, unknown]>([
    [DateTime, "2026-03-01T09:30:00"],
    [DateTime, "2026-03-01"],
    [DateTime, "2026-02-30T09:30:00Z"],
    [DateTime, "2026-03-01T24:00:00Z"],
    [DateTime, "2026-03-01T09:30:00+25:00"],
    [DateTime, "0001-01-01T00:00:00+01:00"],
    [DateTime, "tomorrow"],
    [DateTime, 1772357400000],
    [LocalDate, "2023-02-29"],
    [LocalDate, "0000-01-01"],
    [LocalDate, "01.03.2026"],
    [TimeZone, "Mars/Olympus"],
    [TimeZone, "+02:00"],
    [TimeZone, "'; drop table"],
    [Duration, "P"],
    [Duration, "PT"],
    [Duration, "-PT1H"],
    [Duration, "24h"],
    [EmailAddress, "ada@example.com"],
    [PhoneNumber, "+4930123456"],
  ])("%s, not %j, and says what it needs without repeating it", (scalar, sent) => {
    const said = refusalOf(() => scalar.parseValue(sent));

    expect(said).toContain(scalar.name);
    expect(refusalOf(() => scalar.parseLiteral(parseValue(JSON.stringify(sent))))).toBe(said);
    expect(refusalOf(() => scalar.parseValue("anything else"))).toBe(said);
  });

  it("DateTime writes UTC with milliseconds, and nothing that is no instant", () => {
    expect(DateTime.serialize(new Date(Date.UTC(2026, 2, 1)))).toBe("2026-03-01T00:00:00.000Z");
    expect(DateTime.serialize("2026-03-01T01:00:00+01:00")).toBe("2026-03-01T00:00:00.000Z");
    expect(() => DateTime.serialize(new Date(Number.NaN))).toThrow();
  });

  it("JSON is bounded in depth", () => {
    let deep: unknown = null;
    for (let level = 0; level < 1001; level += 1) deep = [deep];

    expect(() => JSONValue.parseValue(deep)).toThrow("nested deeper");
  });
});

describe("An id", () => {
  it("is a UUID in lower case", () => {
    expect(parseId("01890A5D-AC96-774B-BCCE-B302099A8057", ["id"])).toBe("01890a5d-ac96-774b-bcce-b302099a8057");
  });

  it.each(["", "7", "01890a5d-ac96-774b-bcce-b302099a805", "x'; drop table lead"])("is not %j", (sent) => {
    expect(() => parseId(sent, ["input", "leadId"])).toThrow(
      expect.objectContaining({
        code: "BAD_USER_INPUT",
        details: { fields: [{ path: ["input", "leadId"], rule: "id", message: "input.leadId is not an id." }] },
      }),
    );
  });
});

function refusalOf(parse: () => unknown): string {
  try {
    return `took ${parse()}`;
  } catch (error) {
    return error instanceof GraphQLError ? error.message : `threw ${error}`;
  }
}
