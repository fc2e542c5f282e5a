import { ask, type Books, openBooks, report } from "./support/books.js";
import { openTestDesk, type TestDesk } from "./support/test-desk.js";

const minuteMs = 60 * 1000;
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

describe("who asks", () => {
  const at = "2026-03-10T09:00:00Z";
  const shown =
    "scope wonDeals repeatLeads repeatRate wonContacts voided returnedLeads series { wonDeals returnedLeads }";
  const kept =
    "reversed grossValue { currency } byMember { memberId } byCampaign { name } bySource { name } funnel { key } firstHumanResponse { count } acknowledgement { count }";
  const day = { from: "2026-03-10", to: "2026-03-10" };

  beforeEach(async () => {
    const { ana, bob } = books;
    const [website, fair] = books.sources;
    const mine = await books.pass({
      at,
      ownerId: ana.memberId,
      sourceId: website,
      answered: { afterMs: minuteMs },
      stage: "won",
    });
    const theirs = await books.pass({
      at,
      ownerId: bob.memberId,
      sourceId: fair,
      answered: { afterMs: hourMs },
      stage: "won",
    });
    await books.pass({ at, ownerId: null });
    await books.win({ at, of: theirs, by: ana.memberId, sourceId: fair, isRepeat: true });
    await books.win({ at, of: mine, by: bob.memberId, sourceId: website });
    await books.comeBack(mine.leadId, at, { sourceId: fair });
    await books.comeBack(mine.leadId, at, { sourceId: website });
    await books.comeBack(theirs.leadId, at);
  });

  it("as an analyst gets the figures of all", async () => {
    expect(await ask(books, `${shown} firstHumanResponse { count }`, day, "cleo")).toEqual({
      ...{ scope: "ALL", wonDeals: 2, repeatLeads: 1, repeatRate: 50, wonContacts: 2, voided: 0, returnedLeads: 3 },
      ...{ series: [{ wonDeals: 2, returnedLeads: 3 }], firstHumanResponse: { count: 2 } },
    });
  });

  it("as an agent gets own wins, wherever the lead is by now, and the response times, returns and stages of own leads", async () => {
    const own = "firstHumanResponse { count medianSeconds } byMember { memberId wonDeals } funnel { key count }";
    const { funnel, ...figures } = await ask(books, `${shown} ${own}`, day, "ana");

    expect(figures).toEqual({
      ...{ scope: "OWN", wonDeals: 1, repeatLeads: 1, repeatRate: 100, wonContacts: 1, voided: 0, returnedLeads: 2 },
      series: [{ wonDeals: 1, returnedLeads: 2 }],
      firstHumanResponse: { count: 1, medianSeconds: 60 },
      byMember: [{ memberId: books.ana.memberId, wonDeals: 1 }],
    });
    expect(funnel.filter(({ count }: { count: number }) => count > 0)).toEqual([{ key: "won", count: 1 }]);
    expect(await ask(books, "wonDeals", { ...day, filter: { memberId: books.bob.memberId } }, "ana")).toEqual({
      wonDeals: 0,
    });
  });

  it("as a partner gets count, repeat and time of what its sources' enquiries opened, and nothing else", async () => {
    expect(await ask(books, shown, day, "partner")).toEqual({
      ...{
        scope: "OWN_SOURCES",
        wonDeals: 1,
        repeatLeads: 0,
        repeatRate: 0,
        wonContacts: 1,
        voided: 0,
        returnedLeads: 1,
      },
      series: [{ wonDeals: 1, returnedLeads: 1 }],
    });
    const hidden = await books.partner.ask(report(kept), day);
    expect(Object.values(hidden.data.insights)).toEqual(Array(8).fill(null));
    expect(hidden.codes).toEqual(Array(8).fill("FORBIDDEN_FIELD"));
    const filtered = await books.partner.ask(report("wonDeals"), { ...day, filter: { memberId: books.ana.memberId } });
    expect(filtered.codes).toEqual(["FORBIDDEN"]);
  });

  it("may ask about one member, campaign, source or pipeline", async () => {
    const [website] = books.sources;
    const [spring] = books.campaigns;
    const campaignPass = await books.pass({ at, campaignId: spring, answered: { afterMs: minuteMs } });
    await books.win({ at, of: campaignPass, campaign: { id: spring, name: "Spring" } });
    await books.comeBack(campaignPass.leadId, at, { campaignId: spring });
    const figures = "wonDeals returnedLeads firstHumanResponse { count }";
    const about = (filter: object) => ask(books, figures, { ...day, filter });
    const those = (wonDeals: number, returnedLeads: number, count: number) => ({
      wonDeals,
      returnedLeads,
      firstHumanResponse: { count },
    });

    expect(await about({})).toEqual(those(3, 4, 3));
    expect(await about({ memberId: books.bob.memberId })).toEqual(those(1, 1, 1));
    expect(await about({ sourceId: website })).toEqual(those(1, 1, 1));
    expect(await about({ campaignId: spring })).toEqual(those(1, 1, 1));
    expect(await about({ pipelineId: books.pipelineId })).toEqual(those(3, 4, 3));
    expect(await about({ pipelineId: books.id })).toEqual(those(0, 0, 0));
    expect(await about({ memberId: books.ada.memberId, campaignId: spring })).toEqual(those(1, 0, 0));
  });
});
