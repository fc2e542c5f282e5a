import type { TestDesk } from "./test-desk.js";

/** The clock of all decisions, which is the database's, in the hands of a test. */
export interface DeskClock {
  now(): Promise<Date>;
  /** It shows this instant and goes on from there. */
  runFrom(at: Date): Promise<void>;
  /** It shows this instant, to the millisecond, until it is told otherwise. */
  standAt(at: Date): Promise<void>;
  /** It stands still, after everything that has been decided. */
  stop(): Promise<void>;
}

export function clockOf({ rows }: TestDesk): DeskClock {
  const tells = async (expression: string): Promise<void> => {
    await rows(
      `CREATE OR REPLACE FUNCTION decision_time() RETURNS timestamptz LANGUAGE sql VOLATILE AS $$ SELECT ${expression} $$`,
    );
  };
  const now = async (): Promise<Date> => {
    const [row] = await rows<{ now: Date }>("SELECT decision_time() AS now");
    if (!row) throw new Error("The database told no time");
    return row.now;
  };
  const standAt = (at: Date): Promise<void> => tells(`timestamptz '${at.toISOString()}'`);
  return {
    now,
    async stop() {
      // Whoever read the clock while it was still running read less than this: stopped at now, it would step back.
      await standAt(new Date((await now()).getTime() + 1000));
      const [ahead] = await rows("SELECT lead_id, kind, at FROM lead_events WHERE at > decision_time() LIMIT 1");
      if (ahead) throw new Error(`The clock stepped back behind ${JSON.stringify(ahead)}`);
    },
    runFrom: (at) =>
      tells(`date_trunc('milliseconds', clock_timestamp()) + interval '${at.getTime() - Date.now()} milliseconds'`),
    standAt,
  };
}
