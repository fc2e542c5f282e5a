import type { QueueChangeFieldsFragment, QueueEntryFieldsFragment } from "./generated/operations.js";

/** One place in a queue, with the lead as it was when this was told; `enquiry` instead of a lead in INTAKE_HELD. */
export interface QueueEntry extends QueueEntryFieldsFragment {}

/** The whole queue as it is now, oldest promise first. It comes first, and after a QueueResync. */
export interface QueueSnapshot extends Change<"QueueSnapshot"> {}

/** An entry has come into the queue, or into the caller's sight. Applying it twice is harmless. */
export interface QueueEntryEntered extends Change<"QueueEntryEntered"> {}

/** An entry of the queue has changed. Applying it twice is harmless. */
export interface QueueEntryUpdated extends Change<"QueueEntryUpdated"> {}

/** An entry is gone from the queue, or from the caller's sight. */
export interface QueueEntryLeft extends Change<"QueueEntryLeft"> {}

/** What you have is not to be trusted any more: a snapshot follows. */
export interface QueueResync extends Change<"QueueResync"> {}

/** Nothing has happened for 15 seconds, and the stream is alive. */
export interface QueueHeartbeat extends Change<"QueueHeartbeat"> {}

/**
 * What a watched queue tells, narrowed by `__typename`. Each `cursor` is opaque; as `after` of a later watch it goes on
 * from there. A server newer than this client may tell more; a client is not told what it does not know.
 */
export type QueueChange =
  | QueueSnapshot
  | QueueEntryEntered
  | QueueEntryUpdated
  | QueueEntryLeft
  | QueueResync
  | QueueHeartbeat;

type Change<Name extends QueueChangeFieldsFragment["__typename"]> = Extract<
  QueueChangeFieldsFragment,
  { readonly __typename: Name }
>;

export function isKnownChange({ __typename }: QueueChange): boolean {
  return Object.hasOwn(knownChanges, __typename);
}

const knownChanges = {
  QueueSnapshot: true,
  QueueEntryEntered: true,
  QueueEntryUpdated: true,
  QueueEntryLeft: true,
  QueueResync: true,
  QueueHeartbeat: true,
} satisfies Record<QueueChange["__typename"], true>;

/** Where to go on after it; also of a type that this client does not know, if it says so. */
export function cursorIn(change: object): string | null {
  return "cursor" in change && typeof change.cursor === "string" ? change.cursor : null;
}
