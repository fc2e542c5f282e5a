import type { Conversion } from "../../src/conversions/conversion.js";
import { type LeadEvent, readEvent } from "../../src/leads/events.js";
import { evolve } from "../../src/leads/evolve.js";
import { queueFactsOf } from "../../src/leads/lead-queue-facts.js";
import { type LeadState, type LifecycleState, unbornLead } from "../../src/leads/lead-state.js";
import type { QueueChangeRow } from "../../src/live/queue-change.js";
import type { QueueEntryRow } from "../../src/queues/queue-entry.js";
import { queuesOf } from "../../src/queues/queues-of.js";
import type { Books, LeadBook, StoredEvent } from "./ledger-books.js";

const dayMs = 24 * 60 * 60 * 1000;

/** What is so at any time, whoever did what at the same moment. */
export function audit(books: Books): void {
  for (const book of books.leads) {
    expect(gapsIn(book)).toEqual([]);
    expect(book.lead.version).toBe(commandsIn(book));
    expectReplay(book);
    expectOnePass(book);
    expectLedgerOfHistory(book);
    expectMessages(book);
    expect(standingsIn(book)).toEqual(standingsOf(book));
  }
  expect(doubleWins(books.wins)).toEqual([]);
  expect(books.enquiries.filter(({ outcome }) => outcome !== "ACCEPTED" && outcome !== "DUPLICATE")).toEqual([]);
  expectQueueLog(books);
}

/** What was written stays as it was written; the one thing that may come later is that a win is void. */
export function expectNothingRewritten(before: Books, now: Books): void {
  const later = new Map(now.wins.map((win) => [win.id, win]));
  const sinceVoid = before.wins.filter((win) => !win.voidedAt && later.get(win.id)?.voidedAt);
  const unvoided = new Map(sinceVoid.map((win) => [win.id, { ...later.get(win.id), ...standing }]));
  expect(lost(before.wins, [...now.wins.filter(({ id }) => !unvoided.has(id)), ...unvoided.values()])).toEqual([]);
  expect(lost(before.reversals, now.reversals)).toEqual([]);
  expect(lost(before.events, now.events)).toEqual([]);
}

const standing = { voidedAt: null, voidedBy: null, voidReason: null };

/** Rows that are gone, or not as they were. */
function lost(before: readonly object[], now: readonly object[]): object[] {
  const kept = new Set(now.map((row) => JSON.stringify(row)));
  return before.filter((row) => !kept.has(JSON.stringify(row)));
}

function gapsIn({ lead, events }: LeadBook): unknown[] {
  const gaps = events.filter(({ sequence }, i) => sequence !== i + 1).map(({ sequence }) => sequence);
  return events.length === lead.historyLength ? gaps : [...gaps, { length: events.length, told: lead.historyLength }];
}

// What becomes of mails is told beside the lead.
const beside = ["AcknowledgementSent", "DeliveryFailed", "DeliveryRetried", "DeliveryDismissed"];

/** A command is a transaction, and the database says which event came with which. */
const commandsIn = ({ events }: LeadBook): number =>
  new Set(events.filter(({ kind }) => !beside.includes(kind)).map(({ transaction }) => transaction)).size;

/** The history, folded from the very beginning, gives every row that it is about. */
function expectReplay({ lead, rules, state, events, lifecycles, conversations, followUps }: LeadBook): void {
  const stranger = { id: lead.contactId, systemTags: [], memberTags: [], liveConversions: 0, doNotContactAt: null };
  const { id, pipelineId, isTest } = lead;
  let told: LeadState = unbornLead({ id, pipelineId, isTest }, stranger, rules, lead.createdAt);
  const passes = new Map<string, LifecycleState>();
  for (const row of events) {
    const event = readEvent(row);
    told = evolve(told, event);
    if (told.lifecycle.id) passes.set(told.lifecycle.id, told.lifecycle);
    // An acknowledgement may come when the pass that it belongs to is past.
    const late = event.kind === "AcknowledgementSent" ? passes.get(event.lifecycleId) : undefined;
    if (late) passes.set(late.id, { ...late, acknowledgedAt: late.acknowledgedAt ?? row.at });
  }
  expect([...passes.values()]).toEqual(lifecycles.map((row, i) => pick(row, [...passes.values()][i])));
  expect(sorted(told.conversations)).toEqual(alike(sorted(conversations), sorted(told.conversations)));
  expect(sorted(told.followUps)).toEqual(alike(sorted(followUps), sorted(told.followUps)));
  expect(told.conversions).toEqual(alike(state.conversions, told.conversions));
  const { stage, stageKind, ownerId } = lead;
  expect({ stage: told.stage, stageKind: told.stageKind, ownerId: told.ownerId }).toEqual({
    stage,
    stageKind,
    ownerId,
  });
  expect(told.contact).toEqual(state.contact);
  expect(sorted(told.failedDeliveries)).toEqual(sorted(state.failedDeliveries));
  expect(told.lifecycle.id).toBe(lead.currentLifecycleId);
}

const sorted = <T extends { id: string }>(list: readonly T[]): T[] => list.toSorted((a, b) => (a.id < b.id ? -1 : 1));

/** Rows say more than a state does: to which merchant and lead they belong. */
const pick = (row: object, like: object | undefined): object =>
  Object.fromEntries(Object.entries(row).filter(([key]) => like !== undefined && key in like));
const alike = (list: readonly object[], like: readonly object[]): object[] => list.map((row, i) => pick(row, like[i]));

/** Passes follow one another, and the last one is open exactly while the stage is. */
function expectOnePass({ lead, lifecycles }: LeadBook): void {
  expect(lifecycles.map(({ number }) => number)).toEqual(lifecycles.map((_, i) => i + 1));
  const open = lifecycles.filter(({ closedAt }) => closedAt === null).map(({ id }) => id);
  expect(open).toEqual(lead.stageKind === "OPEN" ? [lead.currentLifecycleId] : []);
}

/** One live win by a move for a pass, as the index says and as it is counted here. */
function doubleWins(wins: readonly Conversion[]): string[] {
  const live = wins
    .filter((win) => !win.voidedAt && !win.isAdditional)
    .map((win) => `${win.leadId} ${win.lifecycleId}`);
  return live.filter((place, i) => live.indexOf(place) !== i);
}

/** The ledger and the tags as somebody would keep them who only reads the history, and what they would object to. */
function expectLedgerOfHistory({ events, wins, state }: LeadBook): void {
  const ledger = new Map<string, Partial<Conversion>>();
  const live = new Set<string>();
  const objections: unknown[] = [];
  let [stageKind, lifecycleId, isReturned] = ["OPEN", "", false];
  for (const [i, row] of events.entries()) {
    const event = readEvent(row);
    if (event.kind === "LifecycleOpened") lifecycleId = event.lifecycleId;
    if (event.kind === "ReEngaged" || (event.kind === "LifecycleOpened" && event.openedBy === "NEW_NEED"))
      isReturned ||= live.size > 0;
    if (event.kind === "ReEngaged") stageKind = "OPEN";
    if (event.kind === "StageChanged") {
      const due = stageKind === "WON" ? correctable(event, row, lifecycleId, live, wins) : [];
      const done = voidedWith(events, i).filter((id) => ledger.get(id)?.isAdditional === false);
      if (due.join() !== done.join()) objections.push({ sequence: row.sequence, due, done });
      stageKind = event.toKind;
    }
    if (event.kind === "ConversionRecorded") {
      const { conversionId: id, isAdditional, isRepeat } = event;
      if (isRepeat !== live.size > 0) objections.push({ sequence: row.sequence, isRepeat, live: live.size });
      const times = { convertedAt: row.at, recordedAt: row.at, voidedAt: null, voidedBy: null, voidReason: null };
      ledger.set(id, { id, lifecycleId, isAdditional, isRepeat, actorId: row.actorId, ...times });
      live.add(id);
    }
    if (event.kind === "ConversionVoided") {
      const win = ledger.get(event.conversionId);
      if (!win?.convertedAt || row.at.getTime() >= win.convertedAt.getTime() + dayMs) objections.push({ late: event });
      ledger.set(event.conversionId, { ...win, voidedAt: row.at, voidedBy: row.actorId, voidReason: event.reason });
      live.delete(event.conversionId);
      isReturned &&= live.size > 0;
    }
  }
  expect(objections).toEqual([]);
  expect([...ledger.values()]).toEqual(alike(wins, [...ledger.values()]));
  expect(state.contact.systemTags).toEqual([
    ...(live.size > 0 ? ["won_customer"] : []),
    ...(isReturned ? ["repeat_lead"] : []),
  ]);
}

/** A person who leaves won takes its win back: while the window lasts, unless the customer has a new need or only the stage's name is another. */
function correctable(
  { cause }: Extract<LeadEvent, { kind: "StageChanged" }>,
  { at, leadId }: StoredEvent,
  lifecycleId: string,
  live: ReadonlySet<string>,
  wins: readonly Conversion[],
): string[] {
  const win = wins.find(
    (w) => live.has(w.id) && w.leadId === leadId && w.lifecycleId === lifecycleId && !w.isAdditional,
  );
  const isInWindow = win !== undefined && at.getTime() < win.convertedAt.getTime() + dayMs;
  const isLeft = cause !== "NEW_NEED" && cause !== "PIPELINE_CHANGED";
  return isInWindow && isLeft ? [win.id] : [];
}

function voidedWith(events: readonly StoredEvent[], i: number): string[] {
  const transaction = events[i]?.transaction;
  return events
    .slice(i)
    .filter((later) => later.transaction === transaction)
    .map(readEvent)
    .flatMap((event) => (event.kind === "ConversionVoided" ? [event.conversionId] : []));
}

/** Each word that history tells is stored once, each enquiry is exactly one of them, and none is untold. */
function expectMessages({ events, messages }: LeadBook): void {
  const told = events.map(readEvent);
  const inbound = told.flatMap((event) => (event.kind === "MessageReceived" ? [event.messageId] : []));
  const outbound = told.flatMap((event) => (event.kind === "MessageSent" ? [event.messageId] : []));
  const enquiries = told.flatMap((event) => (event.kind === "EnquiryReceived" ? [event.enquiryId] : []));
  const stored = (direction: string) => messages.filter((m) => m.direction === direction).map(({ id }) => id);
  expect(inbound.toSorted()).toEqual(stored("INBOUND"));
  expect(outbound.toSorted()).toEqual(stored("OUTBOUND"));
  expect(enquiries.toSorted()).toEqual(messages.flatMap(({ enquiryId }) => enquiryId ?? []).toSorted());
}

const standingsIn = ({ standings }: LeadBook): object =>
  Object.fromEntries(standings.map(({ queue, orderAt, dueAt }) => [queue, { orderAt, dueAt }]));

const standingsOf = ({ state, now }: LeadBook): object => Object.fromEntries(queuesOf(queueFactsOf(state), now));

type Entry = Omit<QueueEntryRow, "queue" | "orderAt"> & { queue: string };

/** A stream's reader who has applied every change since the first stands where the queues are now. */
function expectQueueLog({ queueChanges, queueEntries }: Books): void {
  const entries = new Map<string, Entry>();
  const objections: QueueChangeRow[] = [];
  for (const change of queueChanges) {
    const { queue, subjectId, merchantId, isTest, ownerBefore, ownerAfter, enteredAt, dueAt } = change;
    const place = `${queue} ${subjectId}`;
    const entry = entries.get(place);
    const isNew = change.kind === "ENTERED";
    if (isNew === (entry !== undefined) || (entry && entry.ownerId !== ownerBefore)) objections.push(change);
    if (change.kind === "LEFT") entries.delete(place);
    else entries.set(place, { queue, subjectId, merchantId, ownerId: ownerAfter, isTest, enteredAt, dueAt });
  }
  expect(objections).toEqual([]);
  const places = (list: readonly Entry[]): Entry[] =>
    list.toSorted((a, b) => (`${a.queue} ${a.subjectId}` < `${b.queue} ${b.subjectId}` ? -1 : 1));
  const present = queueEntries.map(({ orderAt: _, ...entry }) => entry);
  expect(places([...entries.values()])).toEqual(places(present));
}
