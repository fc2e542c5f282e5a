import type { EntityManager } from "typeorm";
import type { Contact } from "../contacts/contact.js";
import type { Acting } from "../people/lock-actor.js";
import { ofMerchant } from "../people/merchant-scope.js";
import { firstRow, raw, rows, type Sql, sql } from "../platform/sql.js";

export interface Moving {
  readonly fromId: string;
  readonly toId: string;
  readonly contactId: string;
}

/**
 * What belonged to one lead belongs to the other. Its history stays under its own id, and what became of its enquiries
 * gets a new line beside the old one, since neither is ever changed.
 */
export async function moveLead(em: EntityManager, acting: Acting, moving: Moving): Promise<void> {
  await rows(em, sql`SELECT move_conversions(${moving.fromId}, ${moving.toId}, ${moving.contactId})`);
  if (moving.fromId === moving.toId) return;
  for (const statement of [...threads(moving), ...belongings(moving), ...lifecycles(moving)]) await rows(em, statement);
  await rows(em, enquiries(acting, moving));
  await rows(em, sql`UPDATE leads SET merged_into_id = ${moving.toId} WHERE merged_into_id = ${moving.fromId}`);
}

/** On a channel that both have, the messages go into the surviving thread. */
const threads = ({ fromId, toId }: Moving): Sql[] => [
  sql`UPDATE messages w SET lead_id = ${toId}, conversation_id = coalesce(s.id, c.id)
      FROM conversations c LEFT JOIN conversations s ON s.lead_id = ${toId} AND s.channel = c.channel
      WHERE c.id = w.conversation_id AND c.lead_id = ${fromId}`,
  sql`UPDATE conversations c SET merged_into_id = s.id FROM conversations own JOIN conversations s ON s.channel = own.channel
      WHERE own.lead_id = ${fromId} AND own.merged_into_id IS NULL AND s.lead_id = ${toId} AND c.id = own.id`,
  sql`UPDATE conversations c SET merged_into_id = own.merged_into_id FROM conversations own
      WHERE c.merged_into_id = own.id AND own.lead_id = ${fromId} AND own.merged_into_id IS NOT NULL`,
  sql`UPDATE conversations c SET lead_id = ${toId} WHERE c.lead_id = ${fromId} AND c.merged_into_id IS NULL`,
];

const belongings = ({ fromId, toId }: Moving): Sql[] =>
  ["notes", "follow_ups", "deliveries"].map(
    (table) => sql`UPDATE ${raw(table)} SET lead_id = ${toId} WHERE lead_id = ${fromId}`,
  );

/** Numbered anew by the time at which they began; by way of negative numbers, since no two may ever have the same. */
const lifecycles = ({ fromId, toId }: Moving): Sql[] => [
  sql`UPDATE lifecycles SET lead_id = ${toId}, number = -number - 1000000 WHERE lead_id = ${fromId}`,
  sql`UPDATE lifecycles y SET number = -placed.number
      FROM (SELECT id, row_number() OVER (ORDER BY opened_at, id) AS number FROM lifecycles WHERE lead_id = ${toId}) placed
      WHERE placed.id = y.id`,
  sql`UPDATE lifecycles SET number = -number WHERE lead_id = ${toId}`,
];

const enquiries = ({ viewer }: Acting, { fromId, toId }: Moving): Sql =>
  sql`INSERT INTO enquiry_outcomes (enquiry_id, number, merchant_id, outcome, lead_id, lifecycle_id, duplicate_of_id, problem, is_contactable, actor_id, at)
      SELECT o.enquiry_id, o.number + 1, o.merchant_id, o.outcome, ${toId}::uuid, o.lifecycle_id, o.duplicate_of_id, o.problem, o.is_contactable,
        ${viewer?.kind === "MEMBER" ? viewer.memberId : null}::uuid, decision_time()
      FROM enquiry_outcomes o WHERE o.lead_id = ${fromId}
        AND NOT EXISTS (SELECT FROM enquiry_outcomes later WHERE later.enquiry_id = o.enquiry_id AND later.number > o.number)`;

/** The place of a lifecycle among those of its lead, and how many those are. */
export async function countLives(em: EntityManager, lifecycleId: string): Promise<{ number: number; count: number }> {
  const found = await firstRow<{ number: number; count: number }>(
    em,
    sql`SELECT y.number, (SELECT count(*) FROM lifecycles all_of WHERE all_of.lead_id = y.lead_id) AS count
        FROM lifecycles y WHERE y.id = ${lifecycleId}`,
  );
  if (!found) throw new Error(`Lifecycle ${lifecycleId} is gone`);
  return found;
}

/** By whatever one of them was known, the other is known from now on; the old id leads there. */
export async function moveContact(
  em: EntityManager,
  acting: Acting,
  { from, to }: { from: Contact; to: Contact },
): Promise<void> {
  await rows(
    em,
    sql`UPDATE contact_identities i SET contact_id = ${to.id} WHERE i.contact_id = ${from.id} AND ${ofMerchant(acting, "i")}`,
  );
  if (from.name && (!to.name || (from.isNameTyped && !to.isNameTyped))) {
    await rows(
      em,
      sql`UPDATE contacts SET name = ${from.name}, is_name_typed = ${from.isNameTyped} WHERE id = ${to.id}`,
    );
  }
  await rows(
    em,
    sql`UPDATE contacts c SET merged_into_id = ${to.id} WHERE (c.id = ${from.id} OR c.merged_into_id = ${from.id}) AND ${ofMerchant(acting, "c")}`,
  );
}
