import { badInput } from "./errors.js";
import { decodeCursor, encodeCursor, type PageArgs } from "./page.js";
import { raw, type Sql, sql } from "./sql.js";

export interface Order {
  /** Column of the time by which the list is ordered, and the property of the row that holds it. */
  readonly column: string;
  readonly property: string;
  readonly idColumn: string;
  readonly direction: "ASC" | "DESC";
}

export interface Keyset<Row> {
  readonly where: Sql;
  readonly orderBy: Sql;
  readonly cursorOf: (row: Row) => string;
}

/**
 * A page that begins after a row and not after a number of rows: it costs the same however deep it lies, and new rows
 * do not shift it. The scope binds a cursor to its list and its merchant.
 */
export function keyset<Row extends object>(
  args: PageArgs,
  scope: string,
  order: Order,
  idOf: (row: Row) => string,
): Keyset<Row> {
  const { column, idColumn, direction } = order;
  const place = `(${column}, ${idColumn})`;
  const where = args.after
    ? sql`${raw(place)} ${raw(direction === "ASC" ? ">" : "<")} (${timeAndId(scope, args.after)})`
    : raw("TRUE");
  return {
    where,
    orderBy: sql`ORDER BY ${raw(`${column} ${direction}, ${idColumn} ${direction}`)} LIMIT ${args.first + 1}`,
    cursorOf: (row) => {
      const at: unknown = Reflect.get(row, order.property);
      if (!(at instanceof Date)) throw new Error(`${order.property} is no time`);
      return encodeCursor(scope, [at.toISOString(), idOf(row)]);
    },
  };
}

function timeAndId(scope: string, cursor: string): Sql {
  const [at, id] = decodeCursor(scope, cursor);
  if (typeof at !== "string" || typeof id !== "string") {
    throw badInput([{ path: ["after"], rule: "cursor", message: "This cursor is not one of this list." }]);
  }
  return sql`${at}::timestamptz, ${id}::uuid`;
}
