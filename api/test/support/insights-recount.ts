import { DateTime } from "luxon";
import { defaultPipeline } from "../../src/leads/pipeline-rules.js";
import type { Crowd } from "./crowd.js";
import type { Books } from "./ledger-books.js";
import type { Wire } from "./test-desk.js";

const zone = "Europe/Berlin";

export interface Days {
  readonly from: string;
  readonly to: string;
}

export const dayOf = (at: Date): string => DateTime.fromJSDate(at, { zone }).toFormat("yyyy-MM-dd");

const fields = `wonDeals repeatLeads repeatRate returnedLeads wonContacts voided reversed
  grossValue { amountMinor currency } reversedValue { amountMinor currency } netValue { amountMinor currency }
  byMember { member { id } wonDeals repeatLeads } byCampaign { campaign { id } wonDeals repeatLeads }
  firstHumanResponse { count unansweredCount } acknowledgement { count } funnel { key count }`;
const dayFields = "series(by: DAY) { from to wonDeals repeatLeads returnedLeads }";

/** The figures that the desk gives, of a range of local days or of its whole life, as known now or at an instant. */
export async function askFigures({ admin }: Crowd, days: Days | null, asOf: Date | null = null): Promise<Wire> {
  const { data, errors } = await admin.ask(
    `query($from: LocalDate, $to: LocalDate, $asOf: DateTime) { insights(from: $from, to: $to, asOf: $asOf) { ${fields} ${days ? dayFields : ""} } }`,
    { ...days, asOf: asOf?.toISOString() },
  );
  expect(errors).toEqual([]);
  const { byMember, byCampaign, ...figures } = data.insights;
  const nameOf = ({ member, campaign }: Wire) => (member ?? campaign)?.id ?? null;
  const counts = (groups: Wire[]) => sortedGroups(groups.map((g) => [nameOf(g), g.wonDeals, g.repeatLeads]));
  return { ...figures, byMember: counts(byMember), byCampaign: counts(byCampaign) };
}

type Group = [name: string | null, wonDeals: number, repeatLeads: number];
const sortedGroups = (groups: Group[]): Group[] => groups.toSorted((a, b) => (`${a[0]}` < `${b[0]}` ? -1 : 1));

/** The same figures, counted by hand: row by row from the ledger and the history, each on its local day. */
export function recount(books: Books, merchantId: string, days: Days | null): Wire {
  const isInside = (at: Date): boolean => days === null || (dayOf(at) >= days.from && dayOf(at) <= days.to);
  const ledger = books.wins.filter((win) => win.merchantId === merchantId && !win.isTest);
  const recorded = ledger.filter((win) => isInside(win.convertedAt));
  const won = recorded.filter((win) => win.voidedAt === null);
  const repeats = won.filter((win) => win.isRepeat);
  const live = new Set(ledger.filter((win) => win.voidedAt === null).map(({ id }) => id));
  const reversals = books.reversals.filter((r) => live.has(r.conversionId) && isInside(r.reversedAt));
  const leads = books.leads.filter(({ lead }) => lead.merchantId === merchantId && !lead.isTest);
  const returns = leads.flatMap(({ events }) => events.filter(({ kind, at }) => kind === "ReEngaged" && isInside(at)));
  const passes = leads.flatMap(({ lifecycles }) => lifecycles.filter(({ openedAt }) => isInside(openedAt)));
  const silent = passes.filter(
    ({ firstHumanResponseAt, openedBy, outcome }) =>
      !firstHumanResponseAt && (openedBy === "ENQUIRY" || openedBy === "MESSAGE") && outcome !== "SPAM",
  );
  const gross = sumsOf(won);
  const taken = sumsOf(reversals);
  const net = sumsOf([
    ...won,
    ...reversals.map((r) => ({ ...r, valueMinor: r.valueMinor === null ? null : -r.valueMinor })),
  ]);
  const groupsBy = (nameOf: (win: (typeof won)[number]) => string | null): Group[] =>
    sortedGroups(
      [...new Set(won.map(nameOf))].map((name) => [
        name,
        won.filter((win) => nameOf(win) === name).length,
        repeats.filter((win) => nameOf(win) === name).length,
      ]),
    );
  return {
    ...{ wonDeals: won.length, repeatLeads: repeats.length, returnedLeads: returns.length },
    repeatRate: won.length === 0 ? null : Math.round((repeats.length * 10_000) / won.length) / 100,
    wonContacts: new Set(won.map(({ contactId }) => contactId)).size,
    ...{ voided: recorded.length - won.length, reversed: reversals.length },
    ...{ grossValue: gross, reversedValue: taken, netValue: net },
    ...{ byMember: groupsBy((win) => win.actorId), byCampaign: groupsBy((win) => win.campaignId) },
    firstHumanResponse: {
      count: passes.filter(({ firstHumanResponseAt }) => firstHumanResponseAt).length,
      unansweredCount: silent.length,
    },
    acknowledgement: { count: passes.filter(({ acknowledgedAt }) => acknowledgedAt).length },
    funnel: defaultPipeline.stages.map(({ key }) => ({
      key,
      count: leads.filter(({ lead }) => lead.stage === key).length,
    })),
    ...(days && {
      series: daysFrom(days).map((day) => ({
        ...{ from: day, to: day },
        wonDeals: won.filter((win) => dayOf(win.convertedAt) === day).length,
        repeatLeads: repeats.filter((win) => dayOf(win.convertedAt) === day).length,
        returnedLeads: returns.filter((event) => dayOf(event.at) === day).length,
      })),
    }),
  };
}

function daysFrom({ from, to }: Days): string[] {
  const list: string[] = [];
  for (let day = DateTime.fromISO(from, { zone }); day.toFormat("yyyy-MM-dd") <= to; day = day.plus({ days: 1 }))
    list.push(day.toFormat("yyyy-MM-dd"));
  return list;
}

/** One amount for each currency in which anything has a value. */
function sumsOf(values: readonly { currency: string | null; valueMinor: number | null }[]) {
  const currencies = [...new Set(values.flatMap(({ currency }) => currency ?? []))].toSorted();
  return currencies.map((currency) => ({
    amountMinor: values.filter((v) => v.currency === currency).reduce((sum, v) => sum + (v.valueMinor ?? 0), 0),
    currency,
  }));
}
