import type { QueueChange, QueueEntry } from "./queue-change.js";

/** A queue as its changes tell it. Never changed in place: what is the same object is the same list. */
export interface QueueList {
  /** Oldest promise first, each lead or held enquiry once. */
  readonly entries: readonly QueueEntry[];
  /** Whether a snapshot has come. Until then the list is empty because nothing is known. */
  readonly isLoaded: boolean;
  /** Opaque; as `after` of a watch it goes on from here. Null before the first change. */
  readonly cursor: string | null;
}

/** Before the first change. */
export const emptyQueueList: QueueList = { entries: [], isLoaded: false, cursor: null };

/**
 * The list after one change. Applying a change again, or one older than what is known of its lead, changes nothing but
 * the cursor; so changes that come twice are harmless.
 */
export function applyQueueChange(list: QueueList, change: QueueChange): QueueList {
  switch (change.__typename) {
    case "QueueSnapshot":
      return { entries: sorted(change.entries), isLoaded: true, cursor: change.cursor };
    case "QueueEntryEntered":
    case "QueueEntryUpdated":
      return { ...list, entries: withEntry(list.entries, change.entry), cursor: change.cursor };
    case "QueueEntryLeft":
      return { ...list, entries: without(list.entries, change.leadId ?? change.enquiryId), cursor: change.cursor };
    case "QueueHeartbeat":
      return { ...list, cursor: change.cursor };
    case "QueueResync":
      return list;
  }
}

/** By what an entry is the same one: the id of its lead or, in INTAKE_HELD, of its enquiry. */
export function queueEntryKey({ lead, enquiry }: QueueEntry): string {
  return lead?.id ?? enquiry?.id ?? "";
}

function withEntry(entries: readonly QueueEntry[], entry: QueueEntry): readonly QueueEntry[] {
  const known = entries.find((each) => queueEntryKey(each) === queueEntryKey(entry));

  // The same version may still bring another due time; only an older one has nothing to say.
  if (known?.lead && entry.lead && known.lead.version > entry.lead.version) return entries;
  const others = without(entries, queueEntryKey(entry));
  const place = placeOf(others, entry);
  return [...others.slice(0, place), entry, ...others.slice(place)];
}

function without(entries: readonly QueueEntry[], key: string | null): readonly QueueEntry[] {
  return entries.some((entry) => queueEntryKey(entry) === key)
    ? entries.filter((entry) => queueEntryKey(entry) !== key)
    : entries;
}

/** Entries are in order, so a few looks find the place. */
function placeOf(entries: readonly QueueEntry[], entry: QueueEntry): number {
  let from = 0;
  let to = entries.length;
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    const other = entries[middle];
    if (other && byPromise(other, entry) < 0) from = middle + 1;
    else to = middle;
  }
  return from;
}

function sorted(entries: readonly QueueEntry[]): readonly QueueEntry[] {
  return [...entries].sort(byPromise);
}

/** As the server orders them. Its times are all UTC with milliseconds, so they compare as text. */
function byPromise(one: QueueEntry, other: QueueEntry): number {
  return (
    compare(one.dueAt ?? one.enteredAt, other.dueAt ?? other.enteredAt) ||
    compare(queueEntryKey(one), queueEntryKey(other))
  );
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}
