import { Contact } from "../contacts/contact.js";
import type { IdentityKind } from "../contacts/contact-identity.js";
import { readEmail, readPhone } from "../contacts/contact-point.js";
import { oneEachOrSurvivor } from "../contacts/survivors.js";
import { ofMerchant } from "../people/merchant-scope.js";
import { seesLead } from "../people/visibility.js";
import { cleanText } from "../platform/clean-text.js";
import type { Context } from "../platform/context.js";
import { ApiError } from "../platform/errors.js";
import { type Keyset, keyset, type Order } from "../platform/keyset.js";
import { manyEach } from "../platform/loader.js";
import { type Connection, type PageArgs, toConnection } from "../platform/page.js";
import { parseId } from "../platform/scalars.js";
import { columns, join, rows, type Sql, sql } from "../platform/sql.js";
import type { ContactFilter } from "./contact.filters.js";
import { contactOfLead, findLead, listScope } from "./find-leads.js";
import { Lead } from "./lead.js";

export async function getContact(ctx: Context, id: string): Promise<Contact> {
  const contact = await contactById(ctx).load(parseId(id, ["id"]));
  if (!contact) throw new ApiError("NOT_FOUND", "There is no contact with this id.");
  return contact;
}

export const contactById = oneEachOrSurvivor<Contact>(
  "contacts",
  (contact) => contact.id,
  (ctx, em, ids) =>
    rows(em, sql`SELECT ${columns(em, Contact, "c")} FROM contacts c WHERE c.id = ANY(${ids}) AND ${seesContact(ctx)}`),
);

/** A contact is seen if any of its leads is. */
const seesContact = ({ viewer }: Context): Sql =>
  sql`${ofMerchant(viewer, "c")} AND EXISTS (SELECT 1 FROM leads l WHERE l.contact_id = c.id AND ${seesLead(viewer, "l")})`;

export async function findContactOfLead(ctx: Context, leadId: string): Promise<Contact | null> {
  const lead = await findLead(ctx, leadId);
  return lead && contactOfLead(ctx).load(lead.contactId);
}

const newestFirst: Order = { column: "c.created_at", property: "createdAt", idColumn: "c.id", direction: "DESC" };

export async function findContacts(ctx: Context, filter: ContactFilter, args: PageArgs): Promise<Connection<Contact>> {
  const page: Keyset<Contact> = keyset(args, listScope(ctx, "contacts", filter), newestFirst, (contact) => contact.id);
  const found = await ctx.db.read(ctx.viewer.merchantId, (em) =>
    rows<Contact>(
      em,
      sql`SELECT ${columns(em, Contact, "c")} FROM contacts c
          WHERE ${join([seesContact(ctx), ...conditionsOf(ctx, filter), page.where], " AND ")} ${page.orderBy}`,
    ),
  );
  return toConnection(found, args, page.cursorOf);
}

function conditionsOf(ctx: Context, { name, email, phone, tag, isTest }: ContactFilter): Sql[] {
  const conditions: Sql[] = [];
  if (name) conditions.push(sql`strpos(lower(c.name), lower(${cleanText(name)})) > 0`);
  if (email) conditions.push(isKnownBy(ctx, "EMAIL", [readEmail(email)?.value ?? ""]));
  if (phone) conditions.push(isKnownBy(ctx, "PHONE", readPhone(phone, null)?.candidates ?? []));
  if (tag) conditions.push(sql`${cleanText(tag)} = ANY(c.system_tags || c.member_tags)`);
  if (typeof isTest === "boolean") conditions.push(sql`c.is_test = ${isTest}`);
  return conditions;
}

// What cannot be read as an address or a number is nobody's. Both spaces are named, so that the unique index of identities leads to the one value.
const isKnownBy = ({ viewer }: Context, kind: IdentityKind, values: readonly string[]): Sql =>
  sql`c.id IN (SELECT i.contact_id FROM contact_identities i
      WHERE ${ofMerchant(viewer, "i")} AND i.is_test IN (FALSE, TRUE) AND i.kind = ${kind} AND i.value = ANY(${values}))`;

/** One for each pipeline at the most, and only those that the viewer sees. */
export const leadsOfContact = manyEach<Lead>(
  (lead) => lead.contactId,
  (ctx, em, ids) =>
    rows(
      em,
      sql`SELECT ${columns(em, Lead, "l")} FROM leads l
          WHERE l.contact_id = ANY(${ids}) AND ${seesLead(ctx.viewer, "l")} ORDER BY l.created_at, l.id`,
    ),
);
