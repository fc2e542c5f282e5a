import type { EntityManager } from "typeorm";
import { Contact } from "../contacts/contact.js";
import type { IdentityKind } from "../contacts/contact-identity.js";
import { lockPoints } from "../contacts/known-contact.js";
import { survivorsOf } from "../contacts/survivors.js";
import type { Acting } from "../people/lock-actor.js";
import { ofMerchant } from "../people/merchant-scope.js";
import { ApiError, Refusal } from "../platform/errors.js";
import { columns, rows, sql } from "../platform/sql.js";

interface ToMerge {
  readonly survivor: Contact;
  readonly merged: Contact;
}

/**
 * Both contacts, with every address by which they are known: whoever writes under one of them waits until your commit,
 * and then reaches the united contact.
 */
export async function lockContactsToMerge(
  em: EntityManager,
  acting: Acting,
  asked: readonly [string, string],
): Promise<ToMerge> {
  const survivors = await survivorsOf(em, acting, "contacts", asked);
  const ids = asked.map((id) => survivors.get(id) ?? id);
  const before = await find(em, acting, ids, false);
  const contacts = ids.map((id) => before.find((contact) => contact.id === id));
  const { isTest } = assertTwoAlike(contacts);
  const points = await rows<{ kind: IdentityKind; value: string }>(
    em,
    sql`SELECT i.kind, i.value FROM contact_identities i WHERE i.contact_id = ANY(${ids}) AND ${ofMerchant(acting, "i")}`,
  );
  const known = points.map((point) => ({ ...point, candidates: [], spelling: point.value, verified: false }));
  await lockPoints(em, acting, { points: known, isTest });
  const [survivor, merged] = ids.map((id) => id);
  const locked = await find(em, acting, ids, true);
  const held = { survivor: locked.find(({ id }) => id === survivor), merged: locked.find(({ id }) => id === merged) };
  if (held.survivor && held.merged) return { survivor: held.survivor, merged: held.merged };
  // Somebody merged one of them while we waited: it is another contact now, or the same one as ours.
  return lockContactsToMerge(em, acting, asked);
}

const find = (em: EntityManager, acting: Acting, ids: readonly string[], isToLock: boolean): Promise<Contact[]> =>
  rows(
    em,
    sql`SELECT ${columns(em, Contact, "c")} FROM contacts c
        WHERE c.id = ANY(${ids}) AND c.merged_into_id IS NULL AND ${ofMerchant(acting, "c")} ORDER BY c.id ${isToLock ? sql`FOR UPDATE` : sql``}`,
  );

function assertTwoAlike([survivor, merged]: readonly (Contact | undefined)[]): Contact {
  if (!survivor || !merged) throw new ApiError("NOT_FOUND", "There is no contact with this id.");
  if (survivor.id === merged.id) {
    throw new Refusal("SAME_CONTACT", "Both ids are of one contact, perhaps since an earlier merge.", {}, ["mergedId"]);
  }
  if (survivor.isTest !== merged.isTest) {
    throw new Refusal("TEST_WITH_REAL", "A labelled test is never merged with a real person.", {}, ["mergedId"]);
  }
  return survivor;
}
