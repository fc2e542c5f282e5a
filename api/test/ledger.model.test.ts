import fc from "fast-check";
import { DateTime } from "luxon";
import type { Policies } from "../src/people/policies.js";
import { type Crowd, openCrowd } from "./support/crowd.js";
import { clockOf, type DeskClock } from "./support/desk-clock.js";
import { askFigures, type Days, dayOf, recount } from "./support/insights-recount.js";
import { type ActName, acts, among, type Customer, otherAddressOf } from "./support/ledger-acts.js";
import { audit, expectNothingRewritten } from "./support/ledger-audit.js";
import { type Books, readBooks } from "./support/ledger-books.js";
import { type MailServer, startMailServer } from "./support/mail-server.js";
import { openTestDesk, type TestDesk, type Wire } from "./support/test-desk.js";
import { until } from "./support/until.js";

// As by-hand rounds want it: LEDGER_LEADS=200 LEDGER_ROUNDS=40 LEDGER_LIVES=5 npx jest ledger.model
const leadCount = Number(process.env.LEDGER_LEADS ?? 60);
const roundCount = Number(process.env.LEDGER_ROUNDS ?? 9);
const lifeCount = Number(process.env.LEDGER_LIVES ?? 1);
const actorsOfCrowd = 10;
const turnsOfActor = 8;

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** How often people do what; left to chance, few leads would be won, and it is in won that the rules are many. */
const weights: Record<ActName, number> = {
  ...{
    goesOn: 20,
    leavesWon: 8,
    moves: 3,
    voids: 5,
    sellsAgain: 3,
    reverses: 3,
    claims: 2,
    claimsNext: 2,
    givesAway: 4,
    suspends: 2,
  },
  ...{ hears: 4, hearsFromCampaign: 4, isToldTwice: 4, asksToBeLeftAlone: 1, enquiresTwice: 3, postsForm: 2 },
  ...{ enquiresUnderTheOtherAddress: 2, corrects: 2, replies: 3, calls: 2, notes: 1, promises: 3, putsOff: 2 },
  ...{ keepsPromise: 2, tags: 1, untags: 1, closesThread: 1, reads: 1, tendsFailure: 3, trespasses: 1 },
};

interface Turn {
  readonly does: ActName;
  readonly isHot: boolean;
  readonly customer: number;
  readonly pick: number;
}

interface Round {
  /** By how much the moment at which it begins is left to chance. */
  readonly ms: number;
  readonly turns: readonly (readonly Turn[])[];
}

const turn: fc.Arbitrary<Turn> = fc.record({
  does: fc.oneof(
    ...Object.entries(weights).map(([name, weight]) => ({ weight, arbitrary: fc.constant(name as ActName) })),
  ),
  isHot: fc.boolean(),
  customer: fc.nat(9999),
  pick: fc.nat(9999),
});
const exactly = <T>(count: number, item: fc.Arbitrary<T>) =>
  fc.array(item, { minLength: count, maxLength: count, size: "max" });
const round: fc.Arbitrary<Round> = fc.record({
  ms: fc.nat(hour),
  turns: exactly(2 * actorsOfCrowd, exactly(turnsOfActor, turn)),
});
// A run cannot be shrunk, since nobody repeats what happens at the same moment; the seed brings the same people back.
const lives = fc
  .noShrink(exactly(roundCount, round))
  .map((rounds) => Object.assign(rounds, { [fc.toStringMethod]: () => `a life of ${rounds.length} rounds` }));

let desk: TestDesk;
let clock: DeskClock;
let mails: MailServer;

beforeAll(async () => {
  mails = await startMailServer();
  desk = await openTestDesk({ mail: { smtpUrl: mails.url, mailFrom: "desk@example.com" } });
  clock = clockOf(desk);
});

afterAll(async () => {
  await desk.close();
  await mails.close();
});

describe("two merchants with twenty people who do everything at once", () => {
  it(
    "have a ledger, a history, queues and figures that agree after every round",
    () =>
      fc.assert(
        fc.asyncProperty(lives, (life) => live(life)),
        { numRuns: lifeCount, endOnFailure: true },
      ),
    lifeCount * roundCount * (10_000 + leadCount * 100),
  );
});

interface Party {
  readonly crowd: Crowd;
  readonly customers: readonly Customer[];
}

async function live(rounds: readonly Round[]): Promise<void> {
  // A day ahead of the wall, by whose clock jobs run: however long the clock stands, no job comes before its time.
  await clock.runFrom(later(await clock.now(), day));
  const parties = [await gather({}), await gather(unusual)];
  const crowds = parties.map(({ crowd }) => crowd);
  const evenings: { asOf: Date; figures: Wire[] }[] = [];
  let books = await closeBooks(crowds);
  for (const [i, { ms, turns }] of rounds.entries()) {
    const heat = await begin(i, ms, books);
    mails.behave(i % 3 === 2 ? "REFUSE" : "ACCEPT");
    await Promise.all(turns.map((own, actor) => act(parties, actor, own, heat)));
    const before = books;
    books = await closeBooks(crowds);
    audit(books);
    expectNothingRewritten(before, books);
    evenings.push({ asOf: await clock.now(), figures: await expectRecount(crowds, books) });
  }
  await clock.runFrom(later(await clock.now(), 1));
  for (const { asOf, figures } of evenings)
    expect(await Promise.all(crowds.map((crowd) => askFigures(crowd, null, asOf)))).toEqual(figures);
}

const workday = [{ from: "09:00", to: "17:00" }];
/** What a merchant may have decided otherwise than most. */
const unusual: Partial<Policies> = {
  ...{ reEngagementQuietPeriod: "PT1H", followUpDefault: "P1D", agentVisibility: "ALL", responseTarget: "PT4H" },
  businessHours: {
    weekly: { 1: workday, 2: workday, 3: workday, 4: workday, 5: workday, 6: [], 7: [] },
    holidays: ["2027-01-01"],
  },
};

/** A merchant whose customers have all just written for the first time, a few of them as labelled tests. */
async function gather(policies: Partial<Policies>): Promise<Party> {
  // An administrator, two managers and agents act; the last agent does not, who is suspended every now and then.
  const crowd = await openCrowd(desk, actorsOfCrowd - 2, policies);
  const customers = Array.from({ length: leadCount / 2 }, async (_, i): Promise<Customer> => {
    const email = `customer-${i}-of-${crowd.id}@example.com`;
    const isTest = i % 15 === 14;
    const input = { idempotencyKey: email, channel: "WEB_FORM", contact: { email }, message: "Hello", isTest };
    const { data } = await crowd.partner.ask(
      "mutation($input: SubmitEnquiryInput!) { submitEnquiry(input: $input) { lead { id } } }",
      { input },
    );
    return { leadId: data.submitEnquiry.lead.id, isTest, emails: [email, otherAddressOf(email)] };
  });
  return { crowd, customers: await Promise.all(customers) };
}

const kindsOfRound = [
  ...["SOON", "LAST_MILLISECOND", "WINDOW_END", "DAYS"],
  ...["SOON", "WINDOW_END", "CLOCK_CHANGE", "LAST_MILLISECOND", "WINDOW_END"],
] as const;

/** The leads that everybody turns to. */
interface Heat {
  readonly leadIds: readonly string[];
  /** What is done with them; anything when empty. */
  readonly acts: readonly ActName[];
}

const whatMattersThen: readonly ActName[] = ["leavesWon", "voids", "leavesWon", "reverses", "sellsAgain", "hears"];

/** Sets the clock for a round. */
async function begin(i: number, ms: number, books: Books): Promise<Heat> {
  const now = await clock.now();
  const kind = among(kindsOfRound, i);
  if (kind === "WINDOW_END" || kind === "LAST_MILLISECOND") {
    const { at, leadIds } = nextWindowEnd(books, now, kind === "WINDOW_END" ? 0 : -1);
    await clock.standAt(at);
    return { acts: whatMattersThen, leadIds };
  }
  // Wins of one instant have windows that end in one instant, of which the next round makes use.
  if (kind === "SOON") await clock.standAt(later(now, 1 + ms));
  if (kind === "DAYS") await clock.runFrom(later(midnightAfter(later(now, 2 * minute + (ms % 30) * day)), -500));
  if (kind === "CLOCK_CHANGE") await clock.runFrom(later(nextClockChange(now), -ms));
  return { acts: [], leadIds: books.leads.flatMap(({ lead }, n) => (n % 10 === i % 10 ? lead.id : [])) };
}

/** Where the windows of most wins end, or just before, and whose they are; an hour from now when there is none. */
function nextWindowEnd({ wins }: Books, now: Date, ms: number): { at: Date; leadIds: readonly string[] } {
  const leadIdsOf = new Map<number, string[]>();
  for (const { convertedAt, voidedAt, leadId } of wins) {
    const end = convertedAt.getTime() + day + ms;
    if (voidedAt === null && end > now.getTime()) leadIdsOf.set(end, [...(leadIdsOf.get(end) ?? []), leadId]);
  }
  const [most] = [...leadIdsOf].toSorted(([, a], [, b]) => b.length - a.length);
  return most ? { at: new Date(most[0]), leadIds: most[1] } : { at: later(now, hour), leadIds: [] };
}

const midnightAfter = (time: Date): Date =>
  DateTime.fromJSDate(time, { zone: "Europe/Berlin" }).plus({ days: 1 }).startOf("day").toJSDate();

/** The next night in which Berlin has an hour more or less. */
function nextClockChange(now: Date): Date {
  const offsetAt = (time: DateTime): number => time.setZone("Europe/Berlin").offset;
  let time = DateTime.fromJSDate(now).toUTC().startOf("hour").plus({ hours: 2 });
  while (offsetAt(time.plus({ hours: 1 })) === offsetAt(time)) time = time.plus({ hours: 1 });
  return time.plus({ hours: 1 }).toJSDate();
}

async function act(parties: readonly Party[], actor: number, turns: readonly Turn[], heat: Heat) {
  const { crowd, customers } = among(parties, actor);
  const { customers: foreign } = among(parties, actor + 1);
  const people = [crowd.admin, ...crowd.managers, ...crowd.agents.slice(0, -1)];
  const who = among(people, Math.floor(actor / 2));
  const wanted = customers.filter(({ leadId }) => heat.leadIds.includes(leadId));
  const scene = { desk, crowd, foreignLeadIds: foreign.map(({ leadId }) => leadId), now: await clock.now() };
  for (const { does, isHot, customer, pick } of turns) {
    const isWanted = isHot && wanted.length > 0;
    const name = isWanted && heat.acts.length > 0 ? among(heat.acts, customer) : does;
    await acts[name](scene, who, among(isWanted ? wanted : customers, pick + customer), pick);
  }
}

/** Time stands, what was left to be done is done, and what had to come due by now has. */
async function closeBooks(crowds: readonly Crowd[]): Promise<Books> {
  await clock.stop();
  await desk.rows(
    "SELECT graphile_worker.reschedule_jobs(array_agg(id), run_at => now()) FROM graphile_worker.jobs WHERE run_at <= decision_time()",
  );
  await until(
    "every job that is due is done",
    async () => (await desk.rows("SELECT FROM graphile_worker.jobs WHERE run_at <= decision_time()")).length === 0,
    60_000,
  );
  return readBooks(
    desk,
    crowds.map(({ id }) => id),
  );
}

/** The whole life, the last fortnight day by day and today; the figures of the whole life are kept for later. */
async function expectRecount(crowds: readonly Crowd[], books: Books): Promise<Wire[]> {
  const now = await clock.now();
  const ranges: Days[] = [14, 0].map((days) => ({ from: dayOf(later(now, -days * day)), to: dayOf(now) }));
  for (const crowd of crowds) {
    for (const days of ranges) expect(await askFigures(crowd, days)).toEqual(recount(books, crowd.id, days));
    expect(await askFigures(crowd, null)).toEqual(recount(books, crowd.id, null));
  }
  return Promise.all(crowds.map((crowd) => askFigures(crowd, null)));
}

function later(time: Date, ms: number): Date {
  return new Date(time.getTime() + ms);
}
