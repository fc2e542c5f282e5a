import type { Open, QueueChangesSubscription, QueueEntryFieldsFragment, QueueLeaving } from "./generated/operations.js";

/** One place in a queue, with the lead as it was when this was told; `enquiry` instead of a lead in INTAKE_HELD. */
export type QueueEntry = QueueEntryFieldsFragment;

/** The whole queue as it is now, oldest promise first. It comes first, and after a `resync`. */
export interface QueueSnapshot {
  readonly type: "snapshot";
  /** Opaque; as `after` of a later watch it goes on from here. */
  readonly cursor: string;
  readonly entries: readonly QueueEntry[];
}

/** An entry has come into the queue or into sight, or has changed there. Applying one twice is harmless. */
export interface QueueEntryChange {
  readonly type: "entered" | "updated";
  /** Opaque; as `after` of a later watch it goes on from here. */
  readonly cursor: string;
  /** When it was committed (ISO 8601, UTC). */
  readonly at: string;
  readonly entry: QueueEntry;
}

/** An entry is gone from the queue or from sight. */
export interface QueueEntryLeaving {
  readonly type: "left";
  /** Opaque; as `after` of a later watch it goes on from here. */
  readonly cursor: string;
  /** When it was committed (ISO 8601, UTC). */
  readonly at: string;
  /** Null in INTAKE_HELD. */
  readonly leadId: string | null;
  /** Null but in INTAKE_HELD. */
  readonly enquiryId: string | null;
  readonly reason: Open<QueueLeaving>;
}

/** What you have is not to be trusted any more: a snapshot follows. */
export interface QueueResync {
  readonly type: "resync";
  /** Why, for a log. */
  readonly reason: string;
}

/** Nothing has happened for a while, and the stream is alive. */
export interface QueueHeartbeat {
  readonly type: "heartbeat";
  /** Opaque; as `after` of a later watch it goes on from here. */
  readonly cursor: string;
  /** How many milliseconds the stream is behind the log. */
  readonly lagMs: number;
}

/** What a watched queue tells. More types may come; those that a client does not know it is not told. */
export type QueueChange = QueueSnapshot | QueueEntryChange | QueueEntryLeaving | QueueResync | QueueHeartbeat;

/** As the server sends it. */
export type SentQueueChange = QueueChangesSubscription["queueChanges"];

/** Null for a type that this client does not know. */
export function readQueueChange(sent: SentQueueChange): QueueChange | null {
  switch (sent.__typename) {
    case "QueueSnapshot":
      return { type: "snapshot", cursor: sent.cursor, entries: sent.entries };
    case "QueueEntryEntered":
      return { type: "entered", cursor: sent.cursor, at: sent.at, entry: sent.entry };
    case "QueueEntryUpdated":
      return { type: "updated", cursor: sent.cursor, at: sent.at, entry: sent.entry };
    case "QueueEntryLeft":
      return {
        type: "left",
        cursor: sent.cursor,
        at: sent.at,
        leadId: sent.leadId,
        enquiryId: sent.enquiryId,
        reason: sent.leaving,
      };
    case "QueueResync":
      return { type: "resync", reason: sent.reason };
    case "QueueHeartbeat":
      return { type: "heartbeat", cursor: sent.cursor, lagMs: sent.lagMs };
  }
  // A union that grows reaches old clients with members that no type of theirs names.
  return null;
}

/** Where to go on after it; also of a type that this client does not know, if it says so. */
export function cursorIn(sent: object): string | null {
  return "cursor" in sent && typeof sent.cursor === "string" ? sent.cursor : null;
}
