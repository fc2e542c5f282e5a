import type { Delivery } from "../../src/deliveries/delivery.js";
import { sql } from "../../src/platform/sql.js";
import { type DeliveryDesk, type DeliveryDesks, openDeliveryDesks } from "./delivery-desk.js";
import { type Mail, type MailServer, startMailServer } from "./mail-server.js";

export interface DeliveryRun {
  readonly mailServer: MailServer;
  openDesk(): Promise<DeliveryDesk>;
  /** Starts the worker; the end of the test stops it, if nobody did before. */
  work(smtpUrl?: string | null, timing?: { firstRetryMs: number; patienceMs: number }): Promise<void>;
  stopWorking(): Promise<void>;
  /** The mail server comes back where it was. */
  restartMailServer(): Promise<void>;
  mailsTo(recipient: string | undefined): Mail[];
}

/** For a suite: a database of its own, and for each test a mail server of its own. */
export function useDeliveries(): DeliveryRun {
  let desks: DeliveryDesks;
  let mailServer: MailServer;
  let worker: { stop(): Promise<void> } | null = null;

  beforeAll(async () => {
    desks = await openDeliveryDesks();
  });
  beforeEach(async () => {
    mailServer = await startMailServer();
  });
  const stopWorking = async () => {
    await worker?.stop();
    worker = null;
  };
  afterEach(async () => {
    await stopWorking();
    await mailServer.close();
  });
  afterAll(() => desks.close());

  return {
    get mailServer() {
      return mailServer;
    },
    openDesk: () => desks.open(),
    async work(smtpUrl = mailServer.url, timing) {
      worker = await desks.work(smtpUrl, timing);
    },
    stopWorking,
    async restartMailServer() {
      mailServer = await startMailServer(mailServer.port);
    },
    mailsTo: (recipient) => mailServer.mails.filter(({ to }) => to === recipient),
  };
}

export const acknowledgementIn = (deliveries: readonly Delivery[]): Delivery | undefined =>
  deliveries.find(({ purpose }) => purpose === "ACKNOWLEDGEMENT");

interface LeadStanding {
  readonly version: number;
  readonly stage: string;
  readonly ownerId: string | null;
  readonly isAnswered: boolean;
  readonly isWaiting: boolean;
  readonly isAcknowledged: boolean;
}

/** Everything that a delivery must never harm, and the history beside it. */
export async function standingOf(desk: DeliveryDesk, leadId: string) {
  const [lead] = await desk.look<LeadStanding>(
    sql`SELECT l.version, l.stage, l.owner_id AS "ownerId", y.first_human_response_at IS NOT NULL AS "isAnswered",
          y.awaiting_since IS NOT NULL AS "isWaiting", y.acknowledged_at IS NOT NULL AS "isAcknowledged"
        FROM leads l JOIN lifecycles y ON y.id = l.current_lifecycle_id WHERE l.id = ${leadId}`,
  );
  const history = await desk.look<{ kind: string }>(
    sql`SELECT kind FROM lead_events WHERE lead_id = ${leadId} ORDER BY sequence`,
  );
  const changes = await desk.look<{ change: string }>(
    sql`SELECT kind || ' ' || queue AS change FROM queue_changes WHERE subject_id = ${leadId} ORDER BY sequence`,
  );
  const jobs = await desk.look<{ key: string | null }>(sql`SELECT key FROM graphile_worker.jobs ORDER BY id`);
  return {
    lead,
    history: history.map(({ kind }) => kind),
    changes: changes.map(({ change }) => change),
    jobs: jobs.map(({ key }) => key),
  };
}

export const attemptsOf = (desk: DeliveryDesk, deliveryId: string) =>
  desk.look<{ number: number; error: string | null }>(
    sql`SELECT number, error FROM delivery_attempts WHERE delivery_id = ${deliveryId} ORDER BY number`,
  );
