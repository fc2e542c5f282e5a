import type { EntityManager } from "typeorm";
import { ofMerchant } from "../people/merchant-scope.js";
import { newId } from "../platform/new-id.js";
import { columns, firstRow, rows, type Sql, sql, write } from "../platform/sql.js";
import { Contact } from "./contact.js";
import { ContactIdentity, type IdentityKind } from "./contact-identity.js";

/** One way to recognise somebody, as it came and as it is compared. */
export interface ContactPoint {
  readonly kind: IdentityKind;
  readonly value: string;
  readonly spelling: string;
  /** Other spellings of the same number, under which the person may be known. */
  readonly candidates: readonly string[];
  readonly verified: boolean;
}

export interface Person {
  readonly name: string | null;
  /** Whether they wrote the name themselves, as in a form; what a messenger or a colleague calls them is less. */
  readonly isNameTyped: boolean;
  readonly isTest: boolean;
  readonly points: readonly ContactPoint[];
}

/**
 * The contact that these points name, locked; made when nobody is known by them. Whoever asks for the same points
 * waits here, so that an album of pictures from a stranger makes one contact. Test people have a space of their own.
 * Where points name different people the strongest one decides, and nothing is merged silently.
 */
export async function lockContactOf(
  em: EntityManager,
  scope: { merchantId: string },
  person: Person,
): Promise<{ contact: Contact; isNew: boolean }> {
  const now = await lockPoints(em, scope, person);
  const known = await knownIdentities(em, scope, person);
  const contactId = strongest(person.points, known);
  const contact = contactId ? await lockContact(em, contactId) : await makeContact(em, scope, person, now);
  await learn(em, scope, contact, person, known, now);
  return { contact, isNew: contactId === null };
}

/**
 * Whoever asks for one of these points waits until your commit. They come before any contact is locked. The result is
 * the database's clock since they are held.
 */
export async function lockPoints(
  em: EntityManager,
  { merchantId }: { merchantId: string },
  { points, isTest }: Pick<Person, "points" | "isTest">,
): Promise<Date> {
  const keys = points.flatMap((p) =>
    [p.value, ...p.candidates].map((value) => `${merchantId} ${isTest} ${p.kind} ${value}`),
  );
  // In order, so that two who share two points cannot wait for one another.
  const sorted = [...new Set(keys)].sort();
  const held = await firstRow<{ now: Date }>(
    em,
    sql`SELECT decision_time() AS now, held.count
        FROM (SELECT count(pg_advisory_xact_lock(hashtextextended(key, 0))) FROM unnest(${sorted}::text[]) AS key) AS held`,
  );
  if (!held) throw new Error("The database told no time");
  return held.now;
}

/** By these points, which you hold, a known person is known from now on too; those of somebody else stay theirs. */
export async function addPoints(
  em: EntityManager,
  scope: { merchantId: string },
  contact: { readonly id: string; readonly isTest: boolean },
  points: readonly ContactPoint[],
  now: Date,
): Promise<void> {
  const known = await knownIdentities(em, scope, { points, isTest: contact.isTest });
  await writeUnknown(em, scope, contact, points, known, now);
}

type KnownIdentity = Pick<ContactIdentity, "kind" | "value" | "contactId">;

async function knownIdentities(
  em: EntityManager,
  scope: { merchantId: string },
  { points, isTest }: Pick<Person, "points" | "isTest">,
): Promise<KnownIdentity[]> {
  const sought = points.flatMap((p) => [p.value, ...p.candidates].map((value) => ({ kind: p.kind, value })));
  if (sought.length === 0) return [];
  return rows(
    em,
    sql`SELECT i.kind, i.value, i.contact_id AS "contactId" FROM contact_identities i
        JOIN jsonb_to_recordset(${JSON.stringify(sought)}::jsonb) AS s(kind text, value text) ON s.kind = i.kind AND s.value = i.value
        WHERE ${ofMerchant(scope, "i")} AND i.is_test = ${isTest}`,
  );
}

const strength: readonly IdentityKind[] = ["WHATSAPP", "PHONE", "EMAIL"];

function strongest(points: readonly ContactPoint[], known: readonly KnownIdentity[]): string | null {
  for (const kind of strength) {
    for (const point of points.filter((p) => p.kind === kind)) {
      const values = [point.value, ...point.candidates];
      const match = values.map((value) => known.find((k) => k.kind === kind && k.value === value)).find(Boolean);
      if (match) return match.contactId;
    }
  }
  return null;
}

async function lockContact(em: EntityManager, id: string): Promise<Contact> {
  const contact = await firstRow<Contact>(em, whole(em, id));
  if (!contact) throw new Error(`Contact ${id} has identities but no row`);
  return contact;
}

const whole = (em: EntityManager, id: string): Sql =>
  sql`SELECT ${columns(em, Contact, "c")} FROM contacts c WHERE c.id = ${id} FOR UPDATE`;

async function makeContact(
  em: EntityManager,
  { merchantId }: { merchantId: string },
  { name, isNameTyped, isTest }: Person,
  now: Date,
): Promise<Contact> {
  const contact: Contact = {
    id: newId(),
    merchantId,
    name,
    isNameTyped,
    isTest,
    systemTags: [],
    memberTags: [],
    doNotContactAt: null,
    createdAt: now,
    mergedIntoId: null,
  };
  await write(em, Contact, [contact]);
  return contact;
}

/** What is new about a person is added; of what is known only a name that they did not write gives way, to one they did. */
async function learn(
  em: EntityManager,
  scope: { merchantId: string },
  contact: Contact,
  { name, isNameTyped, points }: Person,
  known: readonly KnownIdentity[],
  now: Date,
): Promise<void> {
  if (name && (!contact.name || (isNameTyped && !contact.isNameTyped))) {
    await rows(em, sql`UPDATE contacts SET name = ${name}, is_name_typed = ${isNameTyped} WHERE id = ${contact.id}`);
    Object.assign(contact, { name, isNameTyped });
  }
  await writeUnknown(em, scope, contact, points, known, now);
}

async function writeUnknown(
  em: EntityManager,
  { merchantId }: { merchantId: string },
  { id: contactId, isTest }: { readonly id: string; readonly isTest: boolean },
  points: readonly ContactPoint[],
  known: readonly KnownIdentity[],
  now: Date,
): Promise<void> {
  const unknown = points.filter(
    (p) => ![p.value, ...p.candidates].some((value) => known.some((k) => k.kind === p.kind && k.value === value)),
  );
  const identities = unknown.map(({ kind, value, spelling, verified }) => ({
    ...{ id: newId(), merchantId, contactId, isTest, kind, value, spelling, verified, createdAt: now },
  }));
  await write(em, ContactIdentity, identities);
}
