import { ask, type Books, openBooks, report } from "./support/books.js";
import { openTestDesk, type TestDesk } from "./support/test-desk.js";

let desk: TestDesk;
let books: Books;

beforeAll(async () => {
  desk = await openTestDesk();
});

beforeEach(async () => {
  books = await openBooks(desk);
});

afterAll(() => desk.close());

const march = { from: "2026-03-01", to: "2026-03-31" };
const wins = "wonDeals repeatLeads repeatRate wonContacts voided";

describe("the wins of a range", () => {
  it("are the live ones, by when they were won, with the repeat flag as it was recorded", async () => {
    const customer = await books.pass({ at: "2026-02-01T09:00:00Z", stage: "won" });
    await books.win({ at: "2026-02-10T09:00:00Z", of: customer });
    await books.win({ at: "2026-03-10T09:00:00Z", of: customer, isRepeat: true, isAdditional: true });
    await books.win({ at: "2026-03-11T09:00:00Z", of: customer, isRepeat: true, isAdditional: true });
    await books.win({ at: "2026-03-12T09:00:00Z" });
    await books.win({ at: "2026-03-13T09:00:00Z", isRepeat: true, voidedAt: "2026-03-13T10:00:00Z" });

    expect(await ask(books, wins, march)).toEqual({
      wonDeals: 3,
      repeatLeads: 2,
      repeatRate: 66.67,
      wonContacts: 2,
      voided: 1,
    });
    expect(await ask(books, wins)).toEqual({ wonDeals: 4, repeatLeads: 2, repeatRate: 50, wonContacts: 2, voided: 1 });
  });

  it("have no repeat rate where nothing was won", async () => {
    await books.win({ at: "2026-04-10T09:00:00Z" });

    expect(await ask(books, wins, march)).toEqual({
      wonDeals: 0,
      repeatLeads: 0,
      repeatRate: null,
      wonContacts: 0,
      voided: 0,
    });
  });

  it("are the merchant's own", async () => {
    const others = await openBooks(desk);
    await others.win({ at: "2026-03-10T09:00:00Z" });

    expect(await ask(books, wins)).toMatchObject({ wonDeals: 0, voided: 0 });
    expect((await others.ada.ask(report(wins))).data.insights).toMatchObject({ wonDeals: 1 });
  });

  it("are as many as the ledger lists for the same days", async () => {
    await books.win({ at: "2026-02-28T22:59:59.999Z" });
    await books.win({ at: "2026-02-28T23:00:00Z" });
    await books.win({ at: "2026-03-31T21:59:59.999Z" });
    await books.win({ at: "2026-03-31T22:00:00Z" });
    const list = "query($filter: ConversionFilter) { conversions(filter: $filter) { nodes { id } } }";
    const { data } = await books.ada.ask(list, { filter: march });

    expect(await ask(books, "wonDeals", march)).toEqual({ wonDeals: data.conversions.nodes.length });
    expect(data.conversions.nodes).toHaveLength(2);
  });
});

describe("a range", () => {
  it("is of local days: a win at 23:30 is one of that day, in the merchant's zone or the one asked for", async () => {
    await books.win({ at: "2026-03-10T22:30:00Z" });

    expect(await ask(books, "wonDeals", { from: "2026-03-10", to: "2026-03-10" })).toEqual({ wonDeals: 1 });
    expect(await ask(books, "wonDeals", { from: "2026-03-11", to: "2026-03-11" })).toEqual({ wonDeals: 0 });
    const helsinki = { from: "2026-03-11", to: "2026-03-11", timeZone: "Europe/Helsinki" };
    expect(await ask(books, "wonDeals timeZone start end", helsinki)).toEqual({
      wonDeals: 1,
      timeZone: "Europe/Helsinki",
      start: "2026-03-10T22:00:00.000Z",
      end: "2026-03-11T22:00:00.000Z",
    });
  });

  it.each([
    ["of 23 hours", "2026-03-29", "2026-03-28T23:00:00.000Z", "2026-03-29T22:00:00.000Z"],
    ["of 25 hours", "2026-10-25", "2026-10-24T22:00:00.000Z", "2026-10-25T23:00:00.000Z"],
  ])("has a day %s whole and half-open", async (_hours, day, start, end) => {
    const before = (instant: string) => new Date(Date.parse(instant) - 1).toISOString();
    for (const at of [before(start), start, before(end), end]) await books.win({ at });

    const frame = { scope: "ALL", from: day, to: day, start, end, asOf: null, wonDeals: 2 };
    expect(await ask(books, "scope from to start end asOf wonDeals", { from: day, to: day })).toEqual(frame);
    expect(await ask(books, "series { from wonDeals }", { from: day, to: day })).toEqual({
      series: [{ from: day, wonDeals: 2 }],
    });
  });

  it.each([
    ["without its end", { from: "2026-03-01" }, ["to"]],
    ["without its beginning", { to: "2026-03-01" }, ["from"]],
    ["that ends before it begins", { from: "2026-03-02", to: "2026-03-01" }, ["to"]],
    ["in an unknown zone", { ...march, timeZone: "Mars/Olympus" }, ["timeZone"]],
    ["of a day that does not exist", { from: "2026-02-30", to: "2026-03-01" }, ["from"]],
    ["of a campaign that is no id", { filter: { campaignId: "spring" } }, ["filter", "campaignId"]],
  ])("%s is refused, and the field is named", async (_name, about, path) => {
    const { data, codes, errors } = await books.ada.ask(report("wonDeals"), about);

    expect(codes).toEqual(["BAD_USER_INPUT"]);
    expect(errors[0]?.extensions.fields).toMatchObject([{ path }]);
    expect(data?.insights ?? null).toBeNull();
  });

  it("of the whole lifetime has no days and nothing before it", async () => {
    expect(await ask(books, "from to start end previous { wonDeals }")).toEqual({
      ...{ from: null, to: null, start: null, end: null, previous: null },
    });
  });

  it("has a previous one that is as long and that meets it", async () => {
    await books.win({ at: "2026-03-07T22:59:59.999Z" });
    await books.win({ at: "2026-03-07T23:00:00Z" });
    await books.win({ at: "2026-03-10T22:59:59.999Z" });
    await books.win({ at: "2026-03-10T23:00:00Z" });

    const days = { from: "2026-03-11", to: "2026-03-13" };
    expect(
      await ask(books, "start wonDeals previous { from to end wonDeals previous { from to wonDeals } }", days),
    ).toEqual({
      start: "2026-03-10T23:00:00.000Z",
      wonDeals: 1,
      previous: {
        ...{ from: "2026-03-08", to: "2026-03-10", end: "2026-03-10T23:00:00.000Z", wonDeals: 2 },
        previous: { from: "2026-03-05", to: "2026-03-07", wonDeals: 1 },
      },
    });
  });
});

describe("a series", () => {
  const parts = "from to wonDeals repeatLeads returnedLeads";
  const zero = { wonDeals: 0, repeatLeads: 0, returnedLeads: 0 };

  it("has every local day, those without anything included", async () => {
    const { leadId } = await books.pass({ at: "2026-03-01T09:00:00Z" });
    await books.win({ at: "2026-03-28T22:59:00Z" });
    await books.win({ at: "2026-03-28T23:01:00Z", isRepeat: true });
    await books.comeBack(leadId, "2026-03-30T21:59:00Z");

    const { series } = await ask(books, `series { ${parts} }`, { from: "2026-03-28", to: "2026-03-31" });
    expect(series).toEqual([
      { ...zero, from: "2026-03-28", to: "2026-03-28", wonDeals: 1 },
      { ...zero, from: "2026-03-29", to: "2026-03-29", wonDeals: 1, repeatLeads: 1 },
      { ...zero, from: "2026-03-30", to: "2026-03-30", returnedLeads: 1 },
      { ...zero, from: "2026-03-31", to: "2026-03-31" },
    ]);
  });

  it("by week and by month adds up to the whole, worth included", async () => {
    await books.win({ at: "2026-03-01T12:00:00Z", value: [500, "EUR"] });
    await books.win({ at: "2026-03-02T12:00:00Z", value: [700, "EUR"] });
    await books.win({ at: "2026-03-08T12:00:00Z", value: [90, "USD"] });
    await books.win({ at: "2026-03-09T12:00:00Z" });

    const fields =
      "series(by: WEEK) { from to wonDeals grossValue { amountMinor currency } } months: series(by: MONTH) { from to wonDeals }";
    expect(await ask(books, fields, { from: "2026-02-28", to: "2026-03-09" })).toEqual({
      series: [
        { from: "2026-02-28", to: "2026-03-01", wonDeals: 1, grossValue: [{ amountMinor: 500, currency: "EUR" }] },
        {
          ...{ from: "2026-03-02", to: "2026-03-08", wonDeals: 2 },
          grossValue: [
            { amountMinor: 700, currency: "EUR" },
            { amountMinor: 90, currency: "USD" },
          ],
        },
        { from: "2026-03-09", to: "2026-03-09", wonDeals: 1, grossValue: [] },
      ],
      months: [
        { from: "2026-02-28", to: "2026-02-28", wonDeals: 0 },
        { from: "2026-03-01", to: "2026-03-09", wonDeals: 4 },
      ],
    });
  });

  it("of a lifetime runs from its first win or return to the present day", async () => {
    expect(await ask(books, "series(by: MONTH) { from }")).toEqual({ series: [] });
    const { leadId } = await books.pass({ at: "2026-01-05T09:00:00Z" });
    await books.comeBack(leadId, "2026-01-20T09:00:00Z");
    await books.win({ at: "2026-02-10T09:00:00Z" });

    const lifetime = { asOf: "2026-03-31T23:00:00Z" };
    expect(await ask(books, `series(by: MONTH) { ${parts} }`, lifetime)).toEqual({
      series: [
        { ...zero, from: "2026-01-20", to: "2026-01-31", returnedLeads: 1 },
        { ...zero, from: "2026-02-01", to: "2026-02-28", wonDeals: 1 },
        { ...zero, from: "2026-03-01", to: "2026-03-31" },
        { ...zero, from: "2026-04-01", to: "2026-04-01" },
      ],
    });
  });

  it("of too many parts is refused, and the other figures stay", async () => {
    await books.win({ at: "2026-03-10T09:00:00Z" });
    const { data, codes } = await books.ada.ask(report("wonDeals series { from }"), {
      from: "2020-01-01",
      to: "2026-12-31",
    });

    expect(codes).toEqual(["BAD_USER_INPUT"]);
    expect(data.insights).toEqual({ wonDeals: 1, series: null });
  });
});
