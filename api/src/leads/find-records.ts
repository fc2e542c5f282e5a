import type { ClassType } from "type-graphql";
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

const recordsById = (entity: ClassType<OfALead>) =>
  oneEach<OfALead>(
    (row) => row.id,
    (ctx, em, ids) =>
      rows(
        em,
        sql`SELECT ${columns(em, entity, "r")} FROM ${raw(em.connection.getMetadata(entity).tablePath)} r
            JOIN leads l ON l.id = r.lead_id WHERE r.id = ANY(${ids}) AND ${seesLead(ctx.viewer, "l")}`,
      ),
  );
