export type { Answer, Notice } from "./answer.js";
export { type Client, type ClientOptions, createClient } from "./client.js";
export type { Connection, LiveTimings, WebSocketConstructor } from "./connection.js";
export type { Document } from "./document.js";
export { type ErrorCode, type FieldProblem, isLeadLedgerError, LeadLedgerError } from "./errors.js";
export type * from "./generated/operations.js";
export type { WatchOptions } from "./live.js";
export type { LiveQueue, LiveQueueSnapshot } from "./live-queue.js";
export type { LiveState } from "./live-state.js";
export type { KeyedInput, Mutation, Outcome } from "./mutation.js";
export type { Mutations } from "./mutations.js";
export type { List, ListOptions, Page } from "./pages.js";
export type {
  QueueChange,
  QueueEntry,
  QueueEntryEntered,
  QueueEntryLeft,
  QueueEntryUpdated,
  QueueHeartbeat,
  QueueResync,
  QueueSnapshot,
} from "./queue-change.js";
export { applyQueueChange, emptyQueueList, type QueueList, queueEntryKey } from "./queue-list.js";
export type {
  FilteredListOptions,
  HistoryOptions,
  InsightsQuestion,
  LeadListOptions,
  QueueChangesOptions,
  QueueListOptions,
  QueuesOptions,
  Reads,
} from "./reads.js";
export type * from "./records.js";
export type { RequestEvent, RequestOptions } from "./request.js";
export type * from "./results.js";
export type { RetryOptions } from "./retry.js";
export type { TokenNeed, TokenSource } from "./tokens.js";
export {
  isCode,
  isUserErrors,
  type UnknownUserError,
  type UserError,
  type UserErrorList,
  type UserErrorOf,
  UserErrors,
} from "./user-errors.js";
