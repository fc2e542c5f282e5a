/** Every operation of this client as a typed text, for `desk.request`, other clients, and lists of trusted documents. */
export * from "./generated/documents.js";
/** What each of them sends and receives. */
export type * from "./generated/operations.js";
