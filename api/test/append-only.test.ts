import { postgresCode } from "../src/platform/database.js";
import { type Belongings, belongingsOf } from "./support/belongings.js";
import { openTestDesk, type TestDesk, type TestMerchant, type Wire } from "./support/test-desk.js";
import { say } from "./support/verbs.js";

let desk: TestDesk;
let studio: TestMerchant;
let belongings: Belongings;

beforeAll(async () => {
  desk = await openTestDesk();
  ({ studio } = desk);
  belongings = await belongingsOf(desk, studio);
  await say(studio.agent, "correctEnquiry", { enquiryId: belongings.enquiryId, name: "Right", reason: "Typing error" });
  await desk.moveClock(25 * 60 * 60 * 1000);
  await studio.manager.ask(
    "mutation($input: ReverseConversionInput!) { reverseConversion(input: $input) { userErrors { code } } }",
    { input: { conversionId: belongings.conversionId, reason: "Refund" } },
  );
});

afterAll(() => desk.close());

const asOwner = (statement: string): Promise<unknown> => desk.rows(statement);
const asServer = (statement: string): Promise<unknown> =>
  desk.desk.db.inTransaction(studio.id, (em) => em.query(statement));

const refusalOf = (running: Promise<unknown>): Promise<string | null> =>
  running.then(
    () => null,
    (error) => postgresCode(error),
  );

const [noRight, refusedByTrigger] = ["42501", "23001"];

const tables = {
  enquiries: "message = 'Other words'",
  enquiry_outcomes: "outcome = 'REJECTED'",
  enquiry_corrections: "name = 'Wrong'",
  lead_events: "at = now()",
  conversion_reversals: "reason = 'Another'",
  delivery_attempts: "error = NULL",
  queue_changes: "reason = 'Another'",
};

describe("what is kept for ever", () => {
  it.each(Object.entries(tables))(
    "in %s is changed and deleted by nobody, not even by the owner of the table",
    async (table, change) => {
      const before = await desk.rows(`SELECT * FROM ${table} ORDER BY 1, 2, 3`);

      expect(before.length).toBeGreaterThan(0);
      expect(await refusalOf(asServer(`UPDATE ${table} SET ${change}`))).toBe(noRight);
      expect(await refusalOf(asServer(`DELETE FROM ${table}`))).toBe(noRight);
      expect(await refusalOf(asOwner(`UPDATE ${table} SET ${change}`))).toBe(refusedByTrigger);
      expect(await refusalOf(asOwner(`DELETE FROM ${table}`))).toBe(refusedByTrigger);
      expect(await desk.rows(`SELECT * FROM ${table} ORDER BY 1, 2, 3`)).toEqual(before);
    },
  );

  it("covers every column that a role could have been given", async () => {
    const granted = await desk.rows(
      `SELECT table_name || '.' || column_name || ' ' || privilege_type AS grant FROM information_schema.column_privileges
       WHERE grantee = 'leadledger_server' AND privilege_type = 'UPDATE' AND table_name = ANY($1) ORDER BY 1`,
      [[...Object.keys(tables), "lead_conversions"]],
    );

    expect(granted.map((row: Wire) => row.grant)).toEqual([
      "lead_conversions.void_reason UPDATE",
      "lead_conversions.voided_at UPDATE",
      "lead_conversions.voided_by UPDATE",
    ]);
  });
});

describe("a conversion in the ledger", () => {
  const columnsOf = async (): Promise<string[]> =>
    (
      await desk.rows(
        "SELECT column_name AS name FROM information_schema.columns WHERE table_name = 'lead_conversions' AND column_name NOT LIKE 'void%'",
      )
    ).map(({ name }) => name);
  const ledger = () => desk.rows("SELECT * FROM lead_conversions ORDER BY id");

  it("cannot be deleted", async () => {
    expect(await refusalOf(asServer("DELETE FROM lead_conversions"))).toBe(noRight);
    expect(await refusalOf(asOwner("DELETE FROM lead_conversions"))).toBe(refusedByTrigger);
  });

  it("changes in no other column, not even together with its void", async () => {
    const before = await ledger();

    for (const column of await columnsOf()) {
      const change = `UPDATE lead_conversions SET ${column} = ${column}, voided_at = NULL`;
      expect([column, await refusalOf(asServer(change))]).toEqual([column, noRight]);
    }
    for (const change of [
      "is_repeat = NOT is_repeat",
      "converted_at = converted_at - interval '1 day'",
      "value_minor = 1",
    ]) {
      expect(await refusalOf(asOwner(`UPDATE lead_conversions SET ${change}`))).toBe(refusedByTrigger);
      expect(await refusalOf(asOwner(`UPDATE lead_conversions SET ${change}, voided_at = now()`))).toBe(
        refusedByTrigger,
      );
    }
    expect(await ledger()).toEqual(before);
  });

  it("is voided once, and stays void by whom and for what it was", async () => {
    const { id } = { id: belongings.conversionId };
    await asServer(`UPDATE lead_conversions SET voided_at = now(), void_reason = 'A mistake' WHERE id = '${id}'`);
    const voided = await ledger();

    for (const as of [asServer, asOwner]) {
      expect(await refusalOf(as("UPDATE lead_conversions SET voided_at = NULL"))).toBe(refusedByTrigger);
      expect(await refusalOf(as("UPDATE lead_conversions SET voided_at = now()"))).toBe(refusedByTrigger);
      expect(await refusalOf(as("UPDATE lead_conversions SET void_reason = 'Another reason'"))).toBe(refusedByTrigger);
    }
    expect(await ledger()).toEqual(voided);
  });
});
