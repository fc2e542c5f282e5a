import { postgresCode } from "../src/platform/database.js";
import { openTestDesk, type TestDesk, type TestMerchant } from "./support/test-desk.js";
import { aLead } from "./support/verbs.js";

let desk: TestDesk;
let studio: TestMerchant;
let garage: TestMerchant;

beforeAll(async () => {
  desk = await openTestDesk();
  ({ studio, garage } = desk);
});

afterAll(() => desk.close());

/** What the server gets for a statement, in the merchant's name. */
const asServer = (merchantId: string, statement: string, values: unknown[] = []) =>
  desk.desk.db.inTransaction(merchantId, (em) => em.query(statement, values));

const refusalOf = async (running: Promise<unknown>): Promise<string | null> =>
  running.then(
    () => null,
    (error) => postgresCode(error),
  );

const serverRole = "leadledger_server";
const notPermitted = "42501";

describe("every table", () => {
  // What only the owner's migrations write and read.
  const ownersAlone = ["migrations", "typeorm_metadata"];

  it("shows the server the rows of one merchant, by a policy of its own", async () => {
    const tables = await desk.rows(
      `SELECT c.relname AS name, c.relrowsecurity AS "isWalled",
         ARRAY(SELECT pg_get_expr(p.polqual, p.polrelid) FROM pg_policy p WHERE p.polrelid = c.oid) AS policies
       FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'm', 'v') AND c.relname <> ALL($1) ORDER BY 1`,
      [ownersAlone],
    );

    expect(tables.length).toBeGreaterThan(20);
    expect(tables.filter(({ isWalled }) => !isWalled)).toEqual([]);
    const oneMerchant = (column: string) => [`(${column} = ( SELECT current_merchant() AS current_merchant))`];
    for (const { name, policies } of tables) {
      const column = name === "merchants" ? "id" : "merchant_id";
      // No policy at all shows nobody anything.
      expect({ name, policies }).toEqual({
        name,
        policies: name === "installation_secrets" ? [] : oneMerchant(column),
      });
    }
  });

  it("belongs to somebody else than the server, who cannot pass its wall", async () => {
    const [role] = await desk.rows(
      `SELECT r.rolsuper, r.rolbypassrls, r.rolcreaterole, r.rolcreatedb, r.rolcanlogin,
         ARRAY(SELECT c.relname::text FROM pg_class c WHERE c.relowner = r.oid) AS owned,
         ARRAY(SELECT p.proname::text FROM pg_proc p WHERE p.proowner = r.oid) AS functions,
         ARRAY(SELECT m.roleid::regrole::text FROM pg_auth_members m WHERE m.member = r.oid) AS groups
       FROM pg_roles r WHERE r.rolname = $1`,
      [serverRole],
    );

    expect(role).toEqual({
      ...{ rolsuper: false, rolbypassrls: false, rolcreaterole: false, rolcreatedb: false, rolcanlogin: false },
      ...{ owned: [], functions: [], groups: [] },
    });
    expect(await asServer(studio.id, "SELECT current_user AS me")).toEqual([{ me: serverRole }]);
  });

  it("keeps the installation's secrets, the job queue and the migrations from the server", async () => {
    const kept = [
      "SELECT * FROM installation_secrets",
      "SELECT * FROM graphile_worker._private_jobs",
      "SELECT * FROM graphile_worker.jobs",
      "SELECT graphile_worker.add_job('deliver')",
      "SELECT * FROM migrations",
      "CREATE TABLE public.mine (id integer)",
      "ALTER TABLE leads DISABLE ROW LEVEL SECURITY",
      "DROP POLICY one_merchant ON leads",
      "TRUNCATE lead_events",
      "UPDATE merchants SET id = gen_random_uuid()",
      "INSERT INTO merchants (id, name, time_zone, policies, created_at) VALUES (gen_random_uuid(), '', '', '{}', now())",
    ];
    for (const statement of kept)
      expect([statement, await refusalOf(asServer(studio.id, statement))]).toEqual([statement, notPermitted]);
  });
});

describe("the server in one merchant's name", () => {
  it("neither sees, changes nor takes a row of another", async () => {
    const lead = await aLead(garage.admin);

    expect(await asServer(studio.id, "SELECT id FROM leads WHERE id = $1", [lead.id])).toEqual([]);
    expect(await asServer(studio.id, "UPDATE leads SET stage = 'won' WHERE id = $1", [lead.id])).toEqual([[], 0]);
    expect(await asServer(studio.id, "DELETE FROM leads WHERE id = $1", [lead.id])).toEqual([[], 0]);
    expect(await desk.rows("SELECT stage FROM leads WHERE id = $1", [lead.id])).toEqual([{ stage: "new" }]);
  });

  it("cannot write a row or a job for another", async () => {
    const statement =
      "INSERT INTO idempotency_keys (merchant_id, caller_id, operation, key, request_hash, created_at) VALUES ($1, $1, 'moveLead', 'k', '', now())";

    expect(await refusalOf(asServer(studio.id, statement, [garage.id]))).toBe(notPermitted);
    expect(await refusalOf(asServer(studio.id, "SELECT enqueue($1, '[]')", [garage.id]))).toBe("P0001");
    expect(await refusalOf(asServer(studio.id, "SELECT append_queue_changes($1, $2)", [garage.id, aChange]))).toBe(
      notPermitted,
    );
  });

  const aChange = JSON.stringify([
    {
      queue: "UNASSIGNED",
      kind: "LEFT",
      subjectId: "01a23056-8917-776c-b1aa-dacf0f923fab",
      isTest: false,
      at: new Date(),
    },
  ]);

  it("sees nothing while no merchant is named", async () => {
    await aLead(studio.admin);

    for (const table of ["merchants", "members", "leads", "enquiries", "lead_events", "api_keys", "intake_sources"]) {
      const found = await desk.desk.db.read("", (em) => em.query(`SELECT * FROM ${table}`));
      expect([table, found]).toEqual([table, []]);
    }
  });
});
