import type { TestDesk } from "./test-desk.js";

/** The clock of all decisions, which is the database's, in the hands of a test. */
export interface DeskClock {
  now(): Promise<Date>;
  /** It shows this instant and goes on from there. */
  runFrom(at: Date): Promise<void>;
  /** It shows this instant, to the millisecond, until it is told otherwise. */
  standAt(at: Date): Promise<void>;
}

export function clockOf({ rows }: TestDesk): DeskClock {
  const tells = async (expression: string): Promise<void> => {
    await rows(
      `CREATE OR REPLACE FUNCTION decision_time() RETURNS timestamptz LANGUAGE sql VOLATILE AS $$ SELECT ${expression} $$`,
    );
  };
  return {
    async now() {
      const [row] = await rows<{ now: Date }>("SELECT decision_time() AS now");
      if (!row) throw new Error("The database told no time");
      return row.now;
    },
    runFrom: (at) =>
      tells(`date_trunc('milliseconds', clock_timestamp()) + interval '${at.getTime() - Date.now()} milliseconds'`),
    standAt: (at) => tells(`timestamptz '${at.toISOString()}'`),
  };
}
