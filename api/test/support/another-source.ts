import { randomUUID } from "node:crypto";
import { newId } from "../../src/platform/new-id.js";
import type { TestDesk, TestMerchant } from "./test-desk.js";

/** One more door of the merchant, made like the first, with these columns otherwise. */
export async function anotherSource(
  desk: TestDesk,
  merchant: TestMerchant,
  columns: Record<string, unknown> = {},
): Promise<{ id: string; key: string }> {
  const changed = { id: newId(), key: `source-${randomUUID()}`, name: "Another", created_at: new Date(), ...columns };
  await desk.rows(
    `INSERT INTO intake_sources SELECT (jsonb_populate_record(s, $1)).* FROM intake_sources s WHERE s.key = $2`,
    [JSON.stringify(changed), merchant.sourceKey],
  );
  return { id: changed.id, key: changed.key };
}
