import { type Document, readOperation } from "./document.js";
import { newIdempotencyKey } from "./idempotency-key.js";
import type { RequestOptions, Send } from "./request.js";
import { readUserErrors, type SentUserError, type UserErrorList, UserErrors } from "./user-errors.js";

/** What a mutation came to: done, or refused by business rules. */
export type Outcome<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly errors: UserErrorList };

/** Without a key of yours one is made for the call and kept through its retries, so that it is done once. */
export type KeyedInput<Input> = Omit<Input, "idempotencyKey"> & {
  /**
   * 1 to 255 characters. Give one of your own when the same press of a button may reach the client twice, such as
   * after a reload: the second call then gets the first answer, with `replayed: true`.
   */
  readonly idempotencyKey?: string | null | undefined;
};

/**
 * Does it and resolves with the records it changed. Throws {@link UserErrors} when a business rule refuses, and a
 * LeadLedgerError when the request fails. With `try` a refusal is a value instead.
 */
export interface Mutation<Input, Value> {
  (input: KeyedInput<Input>, options?: RequestOptions): Promise<Value>;
  /** As the call itself, but a refusal by business rules is a value. A failed request still throws. */
  try(input: KeyedInput<Input>, options?: RequestOptions): Promise<Outcome<Value>>;
}

interface SentPayload {
  readonly userErrors: readonly SentUserError[];
}

export function createMutation<Input extends object, Payload extends SentPayload, Value>(
  send: Send,
  document: Document<Readonly<Record<string, Payload>>, { readonly input: Input }>,
  read: (payload: Payload) => Value,
): Mutation<Input, Value> {
  const attempt = async (input: KeyedInput<Input>, options?: RequestOptions): Promise<Outcome<Value>> => {
    const keyed = { ...input, idempotencyKey: input.idempotencyKey ?? newIdempotencyKey() };
    const { data } = await send(document, { input: keyed as Input }, options);
    const [payload] = Object.values(data);
    if (!payload) throw new Error("A mutation has one root field.");
    const errors = readUserErrors(payload.userErrors);
    return errors ? { ok: false, errors } : { ok: true, value: read(payload) };
  };
  const orThrow = async (input: KeyedInput<Input>, options?: RequestOptions): Promise<Value> => {
    const outcome = await attempt(input, options);
    if (!outcome.ok) throw new UserErrors(readOperation(document).name, outcome.errors);
    return outcome.value;
  };
  return Object.assign(orThrow, { try: attempt });
}
