import { setTimeout as pause } from "node:timers/promises";
import { type LogFunctionFactory, Logger, type LogLevel, type Task } from "graphile-worker";
import pg from "pg";
import { fallDue, fallDuePayload } from "./leads/fall-due.js";
import { announce, announcePayload } from "./notifications/announce.js";
import type { MailSettings } from "./notifications/channels/email.js";
import { openChannels } from "./notifications/channels/index.js";
import { type DeliveryTiming, deliver } from "./notifications/deliver.js";
import { deliverPayload } from "./notifications/deliver-job.js";
import type { Database } from "./platform/database.js";
import { type Crew, concurrency, startCrew } from "./worker-crew.js";

export interface WorkerOptions {
  /** As the owner of the tables, to whom alone the job queue belongs. */
  readonly url: string;
  /** What the tasks read and write through, with the server's rights and no more. */
  readonly db: Database;
  readonly mail: MailSettings;
  /** Links in mails start with it; null leaves them out. */
  readonly publicUrl: string | null;
  readonly log: WorkerLog;
  readonly timing?: DeliveryTiming;
}

export interface WorkerLog {
  debug(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

/** Does what commands have left to be done, until it is stopped: a database that goes away and comes back is waited for. */
export async function startWorker(options: WorkerOptions): Promise<{ stop(): Promise<void> }> {
  const { url, log } = options;
  const pool = new pg.Pool({ connectionString: url, max: concurrency + 2, application_name: "leadledger worker" });
  const noteLoss = (error: Error) => log.warn({ reason: error.message }, "the job queue lost a connection");
  pool.on("error", noteLoss);
  pool.on("connect", (client) => client.on("error", noteLoss));
  const stopping = new AbortController();
  const stopAsked = new Promise((resolve) => stopping.signal.addEventListener("abort", resolve));
  const start = () => startCrew(pool, url, tasksOf(options), loggerOf(log));

  let crew: Crew | null = await start();
  const supervision = supervise();
  return {
    async stop() {
      stopping.abort();
      await supervision;
      await pool.end();
    },
  };

  async function supervise(): Promise<void> {
    while (crew) {
      await Promise.race([crew.broken, stopAsked]);
      await crew.stop();
      crew = await startAgain();
    }
  }

  async function startAgain(): Promise<Crew | null> {
    while (!stopping.signal.aborted) {
      try {
        return await start();
      } catch (error) {
        log.error({ reason: String(error) }, "the job queue is out of reach; trying again");
        await Promise.race([pause(1000), stopAsked]);
      }
    }
    return null;
  }
}

type TaskName = "announce" | "deliver" | "fall-due";
type Tasks = Record<TaskName, Task>;

const usualTiming: DeliveryTiming = { firstRetryMs: 1000, patienceMs: 60_000 };

function tasksOf({ db, mail, publicUrl, timing = usualTiming }: WorkerOptions): Tasks {
  const tools = { db, timing, channels: openChannels(mail) };
  const neverStopping = new AbortController().signal;
  return {
    announce: (payload) => announce(db, publicUrl, announcePayload.parse(payload)),
    deliver: (payload, { abortSignal }) => deliver(tools, deliverPayload.parse(payload), abortSignal ?? neverStopping),
    "fall-due": (payload) => fallDue(db, fallDuePayload.parse(payload)),
  };
}

/** Payloads stay out of the log: all of them are ids, and none of those is needed there. */
function loggerOf(log: WorkerLog): Logger {
  const write: LogFunctionFactory = ({ workerId }) => {
    return (level, message) => log[severities[level]]({ workerId }, message);
  };
  return new Logger(write);
}

const severities = {
  error: "error",
  warning: "warn",
  // That a job ended well is no news to an operator.
  info: "debug",
  debug: "debug",
} satisfies Record<`${LogLevel}`, keyof WorkerLog>;
