import type { MigrationInterface, QueryRunner } from "typeorm";

const merged = ["contacts", "leads", "conversations"];

/**
 * Old ids lead to what they were merged into. Of the ledger nothing is rewritten but to whom and to which lead a win
 * belongs, and that by one function alone.
 */
export class MergeContacts1764900020000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of merged) {
      await runner.query(`ALTER TABLE ${table} ADD merged_into_id uuid`);
      await runner.query(
        `CREATE INDEX ${table}_merged_into ON ${table} (merged_into_id) WHERE merged_into_id IS NOT NULL`,
      );
    }
    await runner.query(refuseRewriting(moves));
    await runner.query(moveConversions);
    await runner.query("REVOKE ALL ON FUNCTION move_conversions(uuid, uuid, uuid) FROM PUBLIC");
    await runner.query("GRANT EXECUTE ON FUNCTION move_conversions(uuid, uuid, uuid) TO leadledger_server");
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("DROP FUNCTION move_conversions(uuid, uuid, uuid)");
    await runner.query(refuseRewriting(""));
    for (const table of merged) await runner.query(`ALTER TABLE ${table} DROP COLUMN merged_into_id`);
  }
}

// The setting alone would not do: whoever sets it has to be the owner of the table too, which the server is not.
const moves = `IF current_setting('leadledger.moving_conversions', true) = 'on'
       AND current_user = (SELECT pg_get_userbyid(c.relowner) FROM pg_class c WHERE c.oid = TG_RELID)
       AND to_jsonb(OLD) - '{lead_id,contact_id}'::text[] = to_jsonb(NEW) - '{lead_id,contact_id}'::text[]
     THEN RETURN NEW; END IF;`;

const refuseRewriting = (
  exception: string,
): string => `CREATE OR REPLACE FUNCTION refuse_rewriting_conversion() RETURNS trigger LANGUAGE plpgsql AS $$
   BEGIN
     ${exception}
     IF OLD.voided_at IS NOT NULL OR NEW.voided_at IS NULL
       OR to_jsonb(OLD) - '{voided_at,voided_by,void_reason}'::text[] <> to_jsonb(NEW) - '{voided_at,voided_by,void_reason}'::text[]
     THEN RAISE EXCEPTION 'a conversion can only be voided, once' USING ERRCODE = 'restrict_violation';
     END IF;
     RETURN NEW;
   END $$`;

const moveConversions = `CREATE FUNCTION move_conversions(p_from_lead uuid, p_to_lead uuid, p_contact uuid) RETURNS void
   LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
   BEGIN
     IF (SELECT count(*) FROM public.leads l WHERE l.id IN (p_from_lead, p_to_lead) AND l.merchant_id IS DISTINCT FROM public.current_merchant()) > 0
       OR NOT EXISTS (SELECT FROM public.contacts c WHERE c.id = p_contact AND c.merchant_id = public.current_merchant())
     THEN RAISE EXCEPTION 'conversions of another merchant'; END IF;
     PERFORM set_config('leadledger.moving_conversions', 'on', true);
     UPDATE public.lead_conversions SET lead_id = p_to_lead, contact_id = p_contact WHERE lead_id = p_from_lead;
     PERFORM set_config('leadledger.moving_conversions', 'off', true);
   END $$`;
