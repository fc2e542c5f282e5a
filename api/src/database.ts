import "reflect-metadata";
import { runMigrations } from "graphile-worker";
import pg from "pg";
import { DataSource } from "typeorm";
import { Campaign } from "./campaigns/campaign.js";
import { Contact } from "./contacts/contact.js";
import { ContactIdentity } from "./contacts/contact-identity.js";
import { Conversation } from "./conversations/conversation.js";
import { Message } from "./conversations/message.js";
import { Note } from "./conversations/note.js";
import { Conversion } from "./conversions/conversion.js";
import { Reversal } from "./conversions/reversal.js";
import { Delivery } from "./deliveries/delivery.js";
import { DeliveryAttempt } from "./deliveries/delivery-attempt.js";
import { FollowUp } from "./follow-ups/follow-up.js";
import { Enquiry } from "./intake/enquiry.js";
import { EnquiryCorrection } from "./intake/enquiry-correction.js";
import { EnquiryOutcome } from "./intake/enquiry-outcome.js";
import { IntakeSource } from "./intake/intake-source.js";
import { Lead } from "./leads/lead.js";
import { LeadEventRow } from "./leads/lead-event.js";
import { Lifecycle } from "./leads/lifecycle.js";
import { Pipeline } from "./leads/pipeline.js";
import { QueueChangeRow } from "./live/queue-change.js";
import { CreateLeadLedger1764547200000 } from "./migrations/1764547200000-create-lead-ledger.js";
import { GuardLeadLedger1764547260000 } from "./migrations/1764547260000-guard-lead-ledger.js";
import { KeepOptOuts1764900000000 } from "./migrations/1764900000000-keep-opt-outs.js";
import { TellMissedResponses1764900010000 } from "./migrations/1764900010000-tell-missed-responses.js";
import { MergeContacts1764900020000 } from "./migrations/1764900020000-merge-contacts.js";
import { PipelineVersion1764900100000 } from "./migrations/1764900100000-pipeline-version.js";
import { ApiKey } from "./people/api-key.js";
import { Member } from "./people/member.js";
import { Merchant } from "./people/merchant.js";
import { IdempotencyKey } from "./platform/idempotency-key.js";
import { InstallationSecret } from "./platform/installation-secret.js";
import { SnakeCaseNaming } from "./platform/naming.js";
import { QueueEntryRow } from "./queues/queue-entry.js";

const entities = [
  Merchant,
  Member,
  ApiKey,
  Campaign,
  Contact,
  ContactIdentity,
  Pipeline,
  Lead,
  Lifecycle,
  LeadEventRow,
  Conversation,
  Message,
  Note,
  Conversion,
  Reversal,
  FollowUp,
  Delivery,
  DeliveryAttempt,
  IntakeSource,
  Enquiry,
  EnquiryOutcome,
  EnquiryCorrection,
  QueueEntryRow,
  QueueChangeRow,
  IdempotencyKey,
  InstallationSecret,
];

const migrations = [
  CreateLeadLedger1764547200000,
  GuardLeadLedger1764547260000,
  KeepOptOuts1764900000000,
  TellMissedResponses1764900010000,
  MergeContacts1764900020000,
  PipelineVersion1764900100000,
];

/** The role under which the server works: it owns no table, so row-level security and the append-only triggers bind it. */
const serverRole = "leadledger_server";

/** As the owner of the tables: for migrations and their checks. */
export function createDataSource(url: string): DataSource {
  return new DataSource({ ...options, url, extra: { max: 2 } });
}

/** As the server: every connection gives up the owner's rights before its first statement. */
export function createServerDataSource(url: string, poolSize: number): DataSource {
  return new DataSource({
    ...options,
    url,
    extra: {
      max: poolSize,
      options: `-c role=${serverRole} -c statement_timeout=15000 -c idle_in_transaction_session_timeout=30000`,
      connectionTimeoutMillis: 5000,
      application_name: "leadledger",
    },
  });
}

const options = {
  type: "postgres" as const,
  entities,
  migrations,
  migrationsTransactionMode: "each" as const,
  namingStrategy: new SnakeCaseNaming(),
  // Time stamps have milliseconds and counts are safe integers, so both become what JavaScript works with.
  parseInt8: true,
  installExtensions: false,
};

/** Brings a database up to date: the job queue's own tables, then ours. Two starts at once wait for one another. */
export async function migrateDatabase(url: string): Promise<void> {
  const lock = new pg.Client({ connectionString: url });
  await lock.connect();
  try {
    await lock.query("SELECT pg_advisory_lock(hashtext('leadledger migrations'))");
    await runMigrations({ connectionString: url });
    const source = createDataSource(url);
    await source.initialize();
    try {
      await source.runMigrations();
    } finally {
      await source.destroy();
    }
  } finally {
    await lock.end();
  }
}
