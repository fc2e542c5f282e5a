import type { MigrationInterface, QueryRunner } from "typeorm";

/** A missed response target is told once, so the lifecycle remembers which one it was. */
export class TellMissedResponses1764900010000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "lifecycles" ADD "missed_response_due_at" TIMESTAMP(3) WITH TIME ZONE`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "lifecycles" DROP COLUMN "missed_response_due_at"`);
  }
}
