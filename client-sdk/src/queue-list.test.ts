import fc from "fast-check";
import type { QueueChange, QueueEntry } from "./queue-change.js";
import { applyQueueChange, emptyQueueList, type QueueList } from "./queue-list.js";

/** Only what the list looks at. */
function entry(id: string, version: number, enteredAt: string, dueAt: string | null = null): QueueEntry {
  return { queue: "UNASSIGNED", enteredAt, dueAt, lead: { id, version }, enquiry: null } as QueueEntry;
}

const nine = "2026-03-01T09:00:00.000Z";
const ten = "2026-03-01T10:00:00.000Z";
const eleven = "2026-03-01T11:00:00.000Z";

const snapshot = (...entries: QueueEntry[]): QueueChange => ({
  __typename: "QueueSnapshot",
  cursor: "c0",
  count: entries.length,
  entries,
});
const updated = (cursor: string, one: QueueEntry): QueueChange => ({
  __typename: "QueueEntryUpdated",
  cursor,
  at: ten,
  entry: one,
});
const left = (cursor: string, leadId: string): QueueChange => ({
  __typename: "QueueEntryLeft",
  cursor,
  at: ten,
  leadId,
  enquiryId: null,
  reason: "LEFT_QUEUE",
});

const apply = (...changes: QueueChange[]): QueueList => changes.reduce(applyQueueChange, emptyQueueList);
const ids = ({ entries }: QueueList): (string | undefined)[] => entries.map(({ lead }) => lead?.id);

describe("a queue as its changes tell it", () => {
  it("is not loaded before its snapshot", () => {
    expect(emptyQueueList.isLoaded).toBe(false);
    expect(apply(snapshot())).toEqual({ entries: [], isLoaded: true, cursor: "c0" });
  });

  it("stands in the order of promises: the due time, else the time of entering, else the id", () => {
    const list = apply(
      snapshot(entry("b", 1, ten), entry("a", 1, ten)),
      updated("c1", entry("late", 1, nine, eleven)),
      updated("c2", entry("early", 1, nine)),
    );

    expect(ids(list)).toEqual(["early", "a", "b", "late"]);
    expect(list.cursor).toBe("c2");
  });

  it("moves an entry whose promise has changed", () => {
    expect(
      ids(apply(snapshot(entry("a", 1, nine), entry("b", 1, ten)), updated("c1", entry("a", 2, nine, eleven)))),
    ).toEqual(["b", "a"]);
  });

  it("does not go back to an older version of a lead", () => {
    const list = apply(snapshot(entry("a", 5, nine)), updated("c1", entry("a", 4, nine, eleven)));

    expect(list.entries).toEqual([entry("a", 5, nine)]);
    expect(list.cursor).toBe("c1");
  });

  it("takes the same version again, since the promise may be another one", () => {
    expect(apply(snapshot(entry("a", 5, nine)), updated("c1", entry("a", 5, nine, eleven))).entries).toEqual([
      entry("a", 5, nine, eleven),
    ]);
  });

  it("loses what has left, and nothing else", () => {
    const list = apply(snapshot(entry("a", 1, nine), entry("b", 1, ten)), left("c1", "a"), left("c2", "stranger"));

    expect(ids(list)).toEqual(["b"]);
  });

  it("knows a held enquiry by its own id", () => {
    const held = { queue: "INTAKE_HELD", enteredAt: nine, dueAt: null, lead: null, enquiry: { id: "e" } } as QueueEntry;
    const gone: QueueChange = { ...left("c1", ""), leadId: null, enquiryId: "e" } as QueueChange;

    expect(apply(snapshot(held)).entries).toEqual([held]);
    expect(apply(snapshot(held), gone).entries).toEqual([]);
  });

  it("keeps what it shows until the snapshot that follows a resync", () => {
    const before = apply(snapshot(entry("a", 1, nine)));
    const during = applyQueueChange(before, { __typename: "QueueResync", message: "Your rights have changed." });

    expect(during).toBe(before);
    expect(ids(applyQueueChange(during, snapshot(entry("b", 1, ten))))).toEqual(["b"]);
  });

  it("keeps the newest cursor of a heartbeat", () => {
    expect(apply(snapshot(), { __typename: "QueueHeartbeat", cursor: "c9", lagMs: 0 }).cursor).toBe("c9");
  });

  it("is the same list when every change comes twice", () => {
    const change = fc.oneof(
      fc
        .record({ id: fc.constantFrom("a", "b", "c", "d"), hour: fc.integer({ min: 10, max: 20 }) })
        .map(({ id, hour }) => updated("c", entry(id, 1, `2026-03-01T${hour}:00:00.000Z`))),
      fc.constantFrom("a", "b", "c", "d").map((id) => left("c", id)),
    );

    fc.assert(
      fc.property(fc.array(change), (changes) => {
        const twice = changes.flatMap((each) => [each, each]);
        const list = apply(snapshot(), ...changes);

        expect(apply(snapshot(), ...twice)).toEqual(list);
        expect(list.entries.map(({ enteredAt }) => enteredAt)).toEqual(
          list.entries.map(({ enteredAt }) => enteredAt).sort(),
        );
      }),
    );
  });
});
