import type { MigrationInterface, QueryRunner } from "typeorm";

/** What waits for a colleague is released as it was understood on arrival. */
export class KeepOptOuts1764900000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "enquiries" ADD "is_opt_out" boolean NOT NULL DEFAULT false`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "enquiries" DROP COLUMN "is_opt_out"`);
  }
}
