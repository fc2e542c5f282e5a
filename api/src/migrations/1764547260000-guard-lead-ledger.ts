import type { MigrationInterface, QueryRunner } from "typeorm";

const appendOnly = [
  "enquiries",
  "enquiry_outcomes",
  "enquiry_corrections",
  "lead_events",
  "conversion_reversals",
  "delivery_attempts",
  "queue_changes",
];
const changing = [
  "members",
  "api_keys",
  "campaigns",
  "contacts",
  "contact_identities",
  "pipelines",
  "leads",
  "lifecycles",
  "conversations",
  "messages",
  "notes",
  "follow_ups",
  "deliveries",
  "intake_sources",
  "queue_entries",
  "idempotency_keys",
];
const ledger = "lead_conversions";

/** The second wall: the server's role, row-level security by merchant, and history that nobody can rewrite. */
export class GuardLeadLedger1764547260000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createServerRole(runner);
    for (const statement of functions) await runner.query(statement);
    for (const table of [...changing, ...appendOnly, ledger]) await wallIn(runner, table, "merchant_id");
    await wallIn(runner, "merchants", "id");
    for (const table of changing)
      await runner.query(`GRANT SELECT, INSERT, UPDATE, DELETE ON ${table} TO leadledger_server`);
    await runner.query("GRANT SELECT ON merchants TO leadledger_server");
    await runner.query("GRANT UPDATE (name, time_zone, policies) ON merchants TO leadledger_server");
    for (const table of appendOnly) await keepForever(runner, table);
    for (const statement of ledgerRules) await runner.query(statement);
    await runner.query("ALTER TABLE installation_secrets ENABLE ROW LEVEL SECURITY");
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TRIGGER voided_at_most_once ON ${ledger}`);
    for (const table of [...appendOnly, ledger]) await runner.query(`DROP TRIGGER kept_forever ON ${table}`);
    for (const table of [...changing, ...appendOnly, ledger, "merchants"]) {
      await runner.query(`DROP POLICY one_merchant ON ${table}`);
      await runner.query(`ALTER TABLE ${table} DISABLE ROW LEVEL SECURITY`);
      await runner.query(`REVOKE ALL ON ${table} FROM leadledger_server`);
    }
    await runner.query(`DROP FUNCTION refuse_change(), refuse_rewriting_conversion(), append_queue_changes(uuid, jsonb),
      enqueue(uuid, jsonb), find_member(uuid), find_person(text, text), find_api_key(text), find_intake_source(text), current_merchant(), decision_time()`);
    await runner.query("DROP SEQUENCE queue_change_sequence");
    await runner.query("REVOKE USAGE ON SCHEMA public FROM leadledger_server");
  }
}

/** Roles belong to the whole cluster: another database of it may have made this one, or be making it right now. */
async function createServerRole(runner: QueryRunner): Promise<void> {
  await runner.query(`DO $$ BEGIN
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'leadledger_server') THEN CREATE ROLE leadledger_server NOLOGIN; END IF;
  EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
  END $$`);
  await runner.query(`DO $$ BEGIN
    IF NOT pg_has_role(current_user, 'leadledger_server', 'MEMBER') THEN GRANT leadledger_server TO current_user; END IF;
  EXCEPTION WHEN unique_violation THEN NULL;
  END $$`);
  await runner.query("GRANT USAGE ON SCHEMA public TO leadledger_server");
}

async function wallIn(runner: QueryRunner, table: string, column: string): Promise<void> {
  await runner.query(`ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY`);
  // The sub-select is evaluated once for a statement, not once for a row.
  await runner.query(`CREATE POLICY one_merchant ON ${table} USING (${column} = (SELECT current_merchant()))`);
}

async function keepForever(runner: QueryRunner, table: string): Promise<void> {
  await runner.query(
    `CREATE TRIGGER kept_forever BEFORE UPDATE OR DELETE ON ${table} FOR EACH ROW EXECUTE FUNCTION refuse_change()`,
  );
  await runner.query(`GRANT SELECT, INSERT ON ${table} TO leadledger_server`);
}

const functions = [
  // The one clock of all decisions: a transaction's own now() is older than the locks it waited for.
  // A session may live at another time: how demonstration data gets its past.
  `CREATE FUNCTION decision_time() RETURNS timestamptz LANGUAGE sql VOLATILE AS $$
     SELECT date_trunc('milliseconds', clock_timestamp())
       + coalesce(nullif(current_setting('leadledger.clock_offset', true), ''), '0')::interval $$`,

  `CREATE FUNCTION current_merchant() RETURNS uuid LANGUAGE sql STABLE AS
   $$ SELECT nullif(current_setting('leadledger.merchant_id', true), '')::uuid $$`,

  `CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS
   $$ BEGIN RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation'; END $$`,

  `CREATE FUNCTION refuse_rewriting_conversion() RETURNS trigger LANGUAGE plpgsql AS $$
   BEGIN
     IF OLD.voided_at IS NOT NULL OR NEW.voided_at IS NULL
       OR to_jsonb(OLD) - '{voided_at,voided_by,void_reason}'::text[] <> to_jsonb(NEW) - '{voided_at,voided_by,void_reason}'::text[]
     THEN RAISE EXCEPTION 'a conversion can only be voided, once' USING ERRCODE = 'restrict_violation';
     END IF;
     RETURN NEW;
   END $$`,

  "CREATE SEQUENCE queue_change_sequence",
  "GRANT USAGE ON SEQUENCE queue_change_sequence TO leadledger_server",

  // The lock is held from the first number taken to the commit: the order of numbers is the order of commits.
  `CREATE FUNCTION append_queue_changes(p_merchant uuid, p_changes jsonb) RETURNS void LANGUAGE plpgsql AS $$
   BEGIN
     PERFORM pg_advisory_xact_lock(hashtextextended('queue changes ' || p_merchant, 0));
     INSERT INTO queue_changes (merchant_id, sequence, queue, kind, subject_id, is_test, owner_before, owner_after, reason, entered_at, due_at, at)
     SELECT p_merchant, nextval('queue_change_sequence'), c.queue, c.kind, c."subjectId", c."isTest", c."ownerBefore", c."ownerAfter", c.reason, c."enteredAt", c."dueAt", c.at
     FROM jsonb_to_recordset(p_changes) AS c(queue text, kind text, "subjectId" uuid, "isTest" boolean, "ownerBefore" uuid, "ownerAfter" uuid, reason text, "enteredAt" timestamptz, "dueAt" timestamptz, at timestamptz);
   END $$`,

  // The job queue's own tables belong to the owner alone; this is the only way in, and only for one's own merchant.
  `CREATE FUNCTION enqueue(p_merchant uuid, p_jobs jsonb) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
   SET search_path = pg_catalog, pg_temp AS $$
   DECLARE job record;
   BEGIN
     IF p_merchant IS DISTINCT FROM public.current_merchant() THEN RAISE EXCEPTION 'a job of another merchant'; END IF;
     FOR job IN SELECT * FROM jsonb_to_recordset(p_jobs) AS j(task text, payload json, "runAt" timestamptz, key text) LOOP
       PERFORM graphile_worker.add_job(job.task, job.payload, run_at => job."runAt", job_key => job.key, max_attempts => 25);
     END LOOP;
   END $$`,

  `CREATE FUNCTION find_member(p_id uuid) RETURNS TABLE (id uuid, name text, role text, status text, merchant_id uuid, policies jsonb)
   LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
     SELECT m.id, m.name, m.role, m.status, m.merchant_id, t.policies
     FROM public.members m JOIN public.merchants t ON t.id = m.merchant_id WHERE m.id = p_id $$`,

  // By what the provider calls them; who has never signed in is known by the address to which they were invited.
  `CREATE FUNCTION find_person(p_subject text, p_email text) RETURNS TABLE (id uuid, merchant_id uuid, subject text)
   LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
     SELECT m.id, m.merchant_id, m.subject FROM public.members m
     WHERE m.subject = p_subject OR (m.subject IS NULL AND p_email IS NOT NULL AND lower(m.email) = p_email)
     ORDER BY m.created_at, m.id $$`,

  `CREATE FUNCTION find_api_key(p_prefix text) RETURNS TABLE (id uuid, name text, secret_hash bytea, source_ids uuid[], revoked_at timestamptz, merchant_id uuid)
   LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
     SELECT k.id, k.name, k.secret_hash, k.source_ids, k.revoked_at, k.merchant_id FROM public.api_keys k WHERE k.prefix = p_prefix $$`,

  `CREATE FUNCTION find_intake_source(p_key text) RETURNS TABLE (id uuid, merchant_id uuid, allowed_origins text[])
   LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
     SELECT s.id, s.merchant_id, s.allowed_origins FROM public.intake_sources s WHERE s.key = p_key $$`,
];

const ledgerRules = [
  `GRANT SELECT, INSERT ON ${ledger} TO leadledger_server`,
  `GRANT UPDATE (voided_at, voided_by, void_reason) ON ${ledger} TO leadledger_server`,
  `CREATE TRIGGER kept_forever BEFORE DELETE ON ${ledger} FOR EACH ROW EXECUTE FUNCTION refuse_change()`,
  `CREATE TRIGGER voided_at_most_once BEFORE UPDATE ON ${ledger} FOR EACH ROW EXECUTE FUNCTION refuse_rewriting_conversion()`,
];
