import { ask, type Books, openBooks } from "./support/books.js";
import { openTestDesk, type TestDesk } from "./support/test-desk.js";

const hourMs = 60 * 60 * 1000;

let desk: TestDesk;

beforeAll(async () => {
  desk = await openTestDesk();
});

afterAll(() => desk.close());

describe("a report as of an instant", () => {
  let books: Books;
  const january = { from: "2026-01-01", to: "2026-01-31" };

  beforeEach(async () => {
    books = await openBooks(desk);
  });

  it("still counts a win of 31 January that was voided on 1 February; now it is gone from January", async () => {
    await books.win({
      at: "2026-01-31T22:50:00Z",
      value: [100, "EUR"],
      isRepeat: true,
      voidedAt: "2026-01-31T23:30:00Z",
    });
    const fields =
      "wonDeals repeatLeads voided wonContacts netValue { amountMinor } byMember { wonDeals } series(by: MONTH) { wonDeals }";
    const asOf = (instant: string) => ask(books, fields, { ...january, asOf: instant });
    const before = {
      ...{ wonDeals: 1, repeatLeads: 1, voided: 0, wonContacts: 1, netValue: [{ amountMinor: 100 }] },
      ...{ byMember: [{ wonDeals: 1 }], series: [{ wonDeals: 1 }] },
    };
    const after = {
      ...{ wonDeals: 0, repeatLeads: 0, voided: 1, wonContacts: 0, netValue: [] },
      ...{ byMember: [], series: [{ wonDeals: 0 }] },
    };

    expect(await asOf("2026-01-31T22:49:59.999Z")).toEqual({ ...after, voided: 0 });
    expect(await asOf("2026-01-31T22:50:00Z")).toEqual(before);
    expect(await asOf("2026-01-31T23:29:59.999Z")).toEqual(before);
    expect(await asOf("2026-01-31T23:30:00Z")).toEqual(after);
    expect(await ask(books, fields, january)).toEqual(after);
    expect(await ask(books, "wonDeals voided", { from: "2026-02-01", to: "2026-02-28" })).toEqual({
      wonDeals: 0,
      voided: 0,
    });
  });

  it("does not know what was imported later", async () => {
    await books.win({ at: "2026-01-10T09:00:00Z", by: null, recordedAt: "2026-03-01T09:00:00Z" });

    expect(await ask(books, "wonDeals", { ...january, asOf: "2026-02-28T00:00:00Z" })).toEqual({ wonDeals: 0 });
    expect(await ask(books, "wonDeals", january)).toEqual({ wonDeals: 1 });
  });

  it("does not know returns, answers and acknowledgements that came or were told later", async () => {
    const at = "2026-01-10T09:00:00Z";
    const { leadId } = await books.pass({
      at,
      acknowledgedAfterMs: 1000,
      answered: { afterMs: hourMs, toldAt: "2026-01-10T18:00:00Z" },
    });
    await books.pass({ at, toldAt: "2026-01-11T09:00:00Z" });
    await books.comeBack(leadId, "2026-01-12T09:00:00Z");
    const fields = "returnedLeads firstHumanResponse { count unansweredCount } acknowledgement { count }";
    const asOf = (instant: string) => ask(books, fields, { ...january, asOf: instant });
    const known = (returnedLeads: number, count: number, unansweredCount: number, acknowledged: number) => ({
      ...{ returnedLeads, firstHumanResponse: { count, unansweredCount }, acknowledgement: { count: acknowledged } },
    });

    expect(await asOf("2026-01-10T09:00:00Z")).toEqual(known(0, 0, 1, 0));
    expect(await asOf("2026-01-10T09:00:01Z")).toEqual(known(0, 0, 1, 1));
    expect(await asOf("2026-01-10T17:59:59.999Z")).toEqual(known(0, 0, 1, 1));
    expect(await asOf("2026-01-10T18:00:00Z")).toEqual(known(0, 1, 0, 1));
    expect(await asOf("2026-01-11T09:00:00Z")).toEqual(known(0, 1, 1, 1));
    expect(await ask(books, fields, january)).toEqual(known(1, 1, 1, 1));
  });

  it("shows the stages in which leads stood then", async () => {
    const { leadId } = await books.pass({ at: "2026-01-10T09:00:00Z", stage: "won", movedAt: "2026-01-15T09:00:00Z" });
    await books.pass({ at: "2026-01-16T09:00:00Z", stage: "proposal" });
    await books.comeBack(leadId, "2026-01-20T09:00:00Z");
    const standing = async (asOf: string) => {
      const { funnel } = await ask(books, "funnel { key count }", { asOf });
      return funnel.flatMap(({ key, count }: { key: string; count: number }) => (count > 0 ? [[key, count]] : []));
    };

    expect(await standing("2026-01-10T08:59:59.999Z")).toEqual([]);
    expect(await standing("2026-01-10T09:00:00Z")).toEqual([["new", 1]]);
    expect(await standing("2026-01-15T09:00:00Z")).toEqual([["won", 1]]);
    const both = ["proposal", 1];
    expect(await standing("2026-01-16T09:00:00Z")).toEqual([both, ["won", 1]]);
    expect(await standing("2026-01-20T09:00:00Z")).toEqual([["new", 1], both]);
  });
});
