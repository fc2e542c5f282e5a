import type { MigrationInterface, QueryRunner } from "typeorm";

export class PipelineVersion1764900100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "pipelines" ADD "version" integer NOT NULL DEFAULT '1'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "pipelines" DROP COLUMN "version"`);
  }
}
