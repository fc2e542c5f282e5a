import { EventEmitter } from "node:events";
import { type Logger, runTaskList, type TaskList, type WorkerEvents } from "graphile-worker";
import pg from "pg";

/** Jobs that run at the same time. */
export const concurrency = 5;

/** Some workers on one database, for as long as all of them live. */
export interface Crew {
  /** A worker that could not give its job back is lost to the job queue, and so is the crew. */
  readonly broken: Promise<void>;
  stop(): Promise<void>;
}

export async function startCrew(pool: pg.Pool, url: string, taskList: TaskList, logger: Logger): Promise<Crew> {
  const trouble = new EventEmitter();
  const broken = new Promise<void>((resolve) => trouble.once("broken", resolve));
  const breakUp = () => trouble.emit("broken");
  const presence = await openPresence(url, breakUp);
  const options = {
    logger,
    concurrency,
    // A follow-up is in its queue within a second of its moment.
    pollInterval: 500,
    noHandleSignals: true,
    gracefulShutdownAbortTimeout: 3000,
    events: eventsWith(breakUp),
    preset: { plugins: [presence.plugin] },
  };
  // Not `run`: it brings a clock for repeated jobs along, which ends the process when its connection is cut at the start.
  const workers = runTaskList(options, taskList, pool);
  const stopFreeing = keepFreeingJobs(pool, logger);
  return {
    broken,
    async stop() {
      stopFreeing();
      await workers.gracefulShutdown();
      await presence.close();
    },
  };
}

function eventsWith(breakUp: () => void): WorkerEvents {
  const events: WorkerEvents = new EventEmitter();
  events.on("worker:fatalError", breakUp);
  return events;
}

/**
 * Left to itself, the job queue gives back what a killed worker was doing after four hours. Here each worker holds a
 * lock that ends with its session, so that everybody can tell at once who is dead.
 */
async function openPresence(url: string, breakUp: () => void) {
  const client = new pg.Client({
    connectionString: url,
    application_name: "leadledger worker presence",
    keepAlive: true,
  });
  client.on("error", breakUp);
  await client.connect();
  let locks: Promise<unknown> = Promise.resolve();
  const takeLock = (workerId: string): Promise<unknown> => {
    locks = locks.then(() => client.query(`SELECT pg_advisory_lock(${lockOf("$1")})`, [workerId]));
    return locks;
  };
  return {
    plugin: {
      name: "presence",
      version: "1.0.0",
      worker: {
        hooks: {
          async startWorker(_ctx: unknown, { worker }: { worker: { workerId: string } }) {
            await takeLock(worker.workerId);
          },
        },
      },
    },
    close: () => client.end(),
  };
}

const lockOf = (workerId: string): string => `hashtextextended('leadledger worker ' || ${workerId}, 0)`;

const freeJobsOfTheDead = `
  WITH busy AS MATERIALIZED (SELECT DISTINCT locked_by FROM graphile_worker.jobs WHERE locked_by IS NOT NULL)
  SELECT graphile_worker.force_unlock_workers(array_agg(locked_by)) FROM busy
  WHERE pg_try_advisory_xact_lock(${lockOf("locked_by")}) HAVING count(*) > 0`;

function keepFreeingJobs(pool: pg.Pool, logger: Logger): () => void {
  const free = () => {
    pool.query(freeJobsOfTheDead).catch((error) => logger.warn(`Jobs of dead workers were not freed: ${error}`));
  };
  free();
  const timer = setInterval(free, 10_000);
  return () => clearInterval(timer);
}
