import type { ClassType } from "type-graphql";
import type { EntityManager } from "typeorm";
import { oneEachOrSurvivor } from "../contacts/survivors.js";
import { Conversation } from "../conversations/conversation.js";
import { seesLead } from "../people/visibility.js";
import type { Context } from "../platform/context.js";
import { oneEach } from "../platform/loader.js";
import { columns, raw, rows, sql } from "../platform/sql.js";

interface OfALead {
  id: string;
  leadId: string;
}

const loaders = new Map<ClassType<OfALead>, ReturnType<typeof recordsById>>();

/** A record that belongs to a lead, seen exactly if the lead is. */
export async function findRecord<T extends OfALead>(
  ctx: Context,
  entity: ClassType<T>,
  id: string | null,
): Promise<T | null> {
  if (!id) return null;
  const loader = loaders.get(entity) ?? recordsById(entity);
  loaders.set(entity, loader);
  return (await loader(ctx).load(id)) as T | null;
}

function recordsById(entity: ClassType<OfALead>) {
  const idOf = (row: OfALead) => row.id;
  const fetch = (ctx: Context, em: EntityManager, ids: readonly string[]) =>
    rows<OfALead>(
      em,
      sql`SELECT ${columns(em, entity, "r")} FROM ${raw(em.connection.getMetadata(entity).tablePath)} r
          JOIN leads l ON l.id = r.lead_id WHERE r.id = ANY(${ids}) AND ${seesLead(ctx.viewer, "l")}`,
    );
  return entity === Conversation ? oneEachOrSurvivor("conversations", idOf, fetch) : oneEach(idOf, fetch);
}
