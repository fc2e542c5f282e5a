import { ofMerchant } from "../people/merchant-scope.js";
import type { Context } from "../platform/context.js";
import { manyEach } from "../platform/loader.js";
import { rows, sql } from "../platform/sql.js";
import type { Contact } from "./contact.js";
import type { ContactIdentity, IdentityKind } from "./contact-identity.js";

// A list of leads reads some of these for each of them: only what is shown is fetched.
export type ShownIdentity = Pick<ContactIdentity, "contactId" | "kind" | "value" | "verified">;

/** By what a contact is known, the primary one of each kind first: one that a provider vouched for, else the oldest. */
export const identitiesOfContact = manyEach<ShownIdentity>(
  (identity) => identity.contactId,
  (ctx, em, ids) =>
    rows(
      em,
      sql`SELECT i.contact_id AS "contactId", i.kind, i.value, i.verified FROM contact_identities i
          WHERE i.contact_id = ANY(${ids}) AND ${ofMerchant(ctx.viewer, "i")} ORDER BY i.verified DESC, i.created_at, i.id`,
    ),
);

export async function findPrimary(ctx: Context, contact: Contact, kind: IdentityKind): Promise<string | null> {
  const identities = await identitiesOfContact(ctx).load(contact.id);
  return identities.find((identity) => identity.kind === kind)?.value ?? null;
}
