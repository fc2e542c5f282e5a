import { ask, type Books, openBooks } from "./support/books.js";
import { openTestDesk, type TestDesk } from "./support/test-desk.js";

const secondMs = 1000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;

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

describe("values", () => {
  const values =
    "reversed grossValue { amountMinor currency } reversedValue { amountMinor currency } netValue { amountMinor currency }";

  it("are gross by the day of the win, taken back by the day of the reversal, and net in each currency", async () => {
    const february = await books.win({ at: "2026-02-10T09:00:00Z", value: [70_000, "EUR"] });
    const dollars = await books.win({ at: "2026-03-10T09:00:00Z", value: [3_000_000_000, "USD"] });
    await books.win({ at: "2026-03-11T09:00:00Z", value: [2_500_000_000, "USD"] });
    await books.win({ at: "2026-03-11T09:00:00Z", value: [50_000, "EUR"] });
    await books.win({ at: "2026-03-12T09:00:00Z" });
    await books.win({ at: "2026-03-12T09:00:00Z", value: [999, "EUR"], voidedAt: "2026-03-12T10:00:00Z" });
    await books.reverse(february, "2026-03-15T09:00:00Z", [70_000, "EUR"]);
    await books.reverse(dollars, "2026-04-02T09:00:00Z", [3_000_000_000, "USD"]);

    expect(await ask(books, `wonDeals ${values}`, march)).toEqual({
      wonDeals: 4,
      reversed: 1,
      grossValue: [
        { amountMinor: 50_000, currency: "EUR" },
        { amountMinor: 5_500_000_000, currency: "USD" },
      ],
      reversedValue: [{ amountMinor: 70_000, currency: "EUR" }],
      netValue: [
        { amountMinor: -20_000, currency: "EUR" },
        { amountMinor: 5_500_000_000, currency: "USD" },
      ],
    });
    expect(await ask(books, "reversed", { ...march, asOf: "2026-03-15T08:59:59.999Z" })).toEqual({ reversed: 0 });
    expect(await ask(books, "reversed netValue { amountMinor currency }")).toEqual({
      reversed: 2,
      netValue: [
        { amountMinor: 50_000, currency: "EUR" },
        { amountMinor: 2_500_000_000, currency: "USD" },
      ],
    });
  });
});

describe("wins are told apart", () => {
  const line = (lines: { wonDeals: number }[]) => lines.reduce((total, { wonDeals }) => total + wonDeals, 0);

  it("by the campaign as it was recorded, by who won them and by source, and each adds up to all", async () => {
    const [spring, autumn] = books.campaigns;
    const [website] = books.sources;
    const at = "2026-03-10T09:00:00Z";
    const { ana, bob } = books;
    await books.win({ at, by: ana.memberId, campaign: { id: spring, name: "Early spring" }, value: [100, "EUR"] });
    await books.win({ at, by: ana.memberId, campaign: { id: spring, name: "Spring" }, isRepeat: true });
    await books.win({ at, by: bob.memberId, campaign: { id: spring, name: "Spring" }, sourceId: website });
    await books.win({ at, by: null, campaign: { id: autumn, name: "Autumn" } });
    await books.win({ at, by: ana.memberId });
    await desk.rows("UPDATE leads SET owner_id = $1 WHERE merchant_id = $2", [bob.memberId, books.id]);
    await desk.rows("UPDATE campaigns SET name = 'Summer' WHERE id = $1", [spring]);

    const { wonDeals, byCampaign, byMember, bySource } = await ask(
      books,
      `wonDeals byCampaign { name campaign { name } wonDeals repeatLeads grossValue { amountMinor } }
       byMember { member { id } wonDeals repeatLeads } bySource { sourceId name wonDeals }`,
      march,
    );
    expect(byCampaign[0]).toEqual({
      name: "Spring",
      campaign: { name: "Summer" },
      wonDeals: 2,
      repeatLeads: 1,
      grossValue: [],
    });
    expect(byCampaign.slice(1)).toEqual(
      expect.arrayContaining([
        {
          name: "Early spring",
          campaign: { name: "Summer" },
          wonDeals: 1,
          repeatLeads: 0,
          grossValue: [{ amountMinor: 100 }],
        },
        { name: "Autumn", campaign: { name: "Autumn" }, wonDeals: 1, repeatLeads: 0, grossValue: [] },
        { name: null, campaign: null, wonDeals: 1, repeatLeads: 0, grossValue: [] },
      ]),
    );
    expect(byMember[0]).toEqual({ member: { id: ana.memberId }, wonDeals: 3, repeatLeads: 1 });
    expect(byMember.slice(1)).toEqual(
      expect.arrayContaining([
        { member: { id: bob.memberId }, wonDeals: 1, repeatLeads: 0 },
        { member: null, wonDeals: 1, repeatLeads: 0 },
      ]),
    );
    expect(bySource).toEqual([
      { sourceId: null, name: null, wonDeals: 4 },
      { sourceId: website, name: "Website", wonDeals: 1 },
    ]);
    expect([line(byCampaign), line(byMember), line(bySource)]).toEqual([wonDeals, wonDeals, wonDeals]);
  });
});

describe("returned leads", () => {
  it("are the returns of the range, each of them, whether the contact had won or not", async () => {
    const customer = await books.pass({ at: "2026-01-10T09:00:00Z" });
    const declined = await books.pass({ at: "2026-01-11T09:00:00Z" });
    await books.comeBack(customer.leadId, "2026-03-02T09:00:00Z");
    await books.comeBack(customer.leadId, "2026-03-20T09:00:00Z");
    await books.comeBack(declined.leadId, "2026-03-20T09:00:00Z");
    await books.comeBack(declined.leadId, "2026-04-01T09:00:00Z");

    expect(await ask(books, "returnedLeads", march)).toEqual({ returnedLeads: 3 });
    expect(await ask(books, "returnedLeads")).toEqual({ returnedLeads: 4 });
  });
});

describe("response times", () => {
  const times = `firstHumanResponse { count unansweredCount medianSeconds p90Seconds medianBusinessSeconds p90BusinessSeconds withinTargetRate }
    acknowledgement { count medianSeconds p90Seconds }`;

  it("are those of the lifecycles opened in the range, by the clock and in business hours", async () => {
    const at = "2026-03-10T09:00:00Z";
    await books.pass({ at, answered: { afterMs: 10 * minuteMs }, acknowledgedAfterMs: 2 * secondMs });
    await books.pass({ at, answered: { afterMs: 20 * minuteMs }, acknowledgedAfterMs: 4 * secondMs });
    await books.pass({ at, answered: { afterMs: 30 * hourMs, businessMs: hourMs }, acknowledgedAfterMs: 3500 });
    await books.pass({ at, answered: { afterMs: 40 * hourMs, businessMs: hourMs + 1 } });
    await books.pass({ at });
    await books.pass({ at, outcome: "SPAM", closedAt: "2026-03-10T10:00:00Z", stage: "spam" });
    await books.pass({ at, openedBy: "STAGE_MOVE" });
    await books.pass({ at: "2026-04-10T09:00:00Z", answered: { afterMs: minuteMs } });

    expect(await ask(books, times, march)).toEqual({
      firstHumanResponse: {
        count: 4,
        unansweredCount: 1,
        medianSeconds: (20 * 60 + 30 * 3600) / 2,
        p90Seconds: 30 * 3600 + 0.7 * 10 * 3600,
        medianBusinessSeconds: (20 * 60 + 3600) / 2,
        p90BusinessSeconds: 3600.001,
        withinTargetRate: 75,
      },
      acknowledgement: { count: 3, medianSeconds: 3.5, p90Seconds: 3.9 },
    });
  });

  it("of nothing are null", async () => {
    const nothing = { medianSeconds: null, p90Seconds: null };
    expect(await ask(books, times, march)).toEqual({
      firstHumanResponse: {
        ...nothing,
        ...{
          count: 0,
          unansweredCount: 0,
          medianBusinessSeconds: null,
          p90BusinessSeconds: null,
          withinTargetRate: null,
        },
      },
      acknowledgement: { count: 0, ...nothing },
    });
  });
});

describe("the funnel", () => {
  it("shows every stage with the leads that stand in it now, whatever the range", async () => {
    await books.pass({ at: "2026-03-10T09:00:00Z" });
    await books.pass({ at: "2026-03-10T09:00:00Z", stage: "proposal" });
    await books.win({ at: "2026-03-10T09:00:00Z", voidedAt: "2026-03-10T10:00:00Z" });

    const { funnel, wonDeals } = await ask(books, "wonDeals funnel { key kind count pipeline { key } }", {
      from: "2020-01-01",
      to: "2020-01-01",
    });
    const stages = [
      ["new", "OPEN", 1],
      ["reviewing", "OPEN", 0],
      ["qualified", "OPEN", 0],
      ["proposal", "OPEN", 1],
      ["won", "WON", 1],
      ["declined", "LOST", 0],
      ["spam", "SPAM", 0],
    ];
    expect(funnel).toEqual(stages.map(([key, kind, count]) => ({ key, kind, count, pipeline: { key: "sales" } })));
    expect(wonDeals).toBe(0);
  });
});
