import type { PoolClient } from "pg";
import sql, { join, raw, type Sql } from "sql-template-tag";
import type { EntityManager, EntityTarget, ObjectLiteral } from "typeorm";

export { join, raw, type Sql, sql };

/** Runs one statement on the connection of `em` and gives its rows as plain objects. */
export async function rows<Row>(em: EntityManager, statement: Sql): Promise<Row[]> {
  const { text, values } = statement;
  if (!em.queryRunner) return em.query(text, values);
  const connection: PoolClient = await em.queryRunner.connect();
  const name = nameOf(text);
  const answer = await connection.query<Row & object>(name === null ? { text, values } : { name, text, values });
  return answer.rows;
}

const names = new Map<string, string>();
// Filters can be combined to more texts than a connection should keep.
const mostNames = 500;

/** Under a name a connection keeps the plan, and reading the text costs Postgres as much as most of our statements. */
function nameOf(text: string): string | null {
  if (!names.has(text) && names.size < mostNames) names.set(text, `desk ${names.size + 1}`);
  return names.get(text) ?? null;
}

export async function firstRow<Row>(em: EntityManager, statement: Sql): Promise<Row | null> {
  const [row] = await rows<Row>(em, statement);
  return row ?? null;
}

/**
 * The columns of an entity under the names of its properties, so that a plain row already has the entity's shape:
 * hydrating entities costs as much as the query itself.
 */
export function columns<T extends ObjectLiteral>(em: EntityManager, entity: EntityTarget<T>, alias: string): Sql {
  const metadata = em.connection.getMetadata(entity);
  return raw(metadata.columns.map((c) => `${alias}."${c.databaseName}" AS "${c.propertyName}"`).join(", "));
}

/**
 * Writes rows of one entity in one statement; with `update`, rows whose key is known already are brought up to date.
 * All rows have the properties of the first.
 */
export async function write<T extends ObjectLiteral>(
  em: EntityManager,
  entity: EntityTarget<T>,
  values: readonly Partial<T>[],
  { update = false }: { update?: boolean } = {},
): Promise<void> {
  const [first] = values;
  if (!first) return;
  const metadata = em.connection.getMetadata(entity);
  const written = metadata.columns.filter((c) => c.propertyName in first);
  const names = written.map((c) => `"${c.databaseName}"`).join(", ");
  const tuples = values.map(
    (row) =>
      sql`(${join(written.map((c) => (c.type === "jsonb" ? asJson(row[c.propertyName]) : row[c.propertyName])))})`,
  );
  const keys = metadata.primaryColumns.map((c) => `"${c.databaseName}"`).join(", ");
  const changes = written.filter((c) => !c.isPrimary).map((c) => `"${c.databaseName}" = EXCLUDED."${c.databaseName}"`);
  const onConflict = update ? raw(` ON CONFLICT (${keys}) DO UPDATE SET ${changes.join(", ")}`) : raw("");
  await rows(em, sql`INSERT INTO ${raw(metadata.tablePath)} (${raw(names)}) VALUES ${join(tuples)}${onConflict}`);
}

const asJson = (value: unknown): string | null =>
  value === null || value === undefined ? null : JSON.stringify(value);
