import type { DataSource, EntityManager } from "typeorm";
import { createDataSource, createServerDataSource } from "../../src/database.js";
import type { Delivery } from "../../src/deliveries/delivery.js";
import { IntakeSource } from "../../src/intake/intake-source.js";
import { submitEnquiry } from "../../src/intake/submit-enquiry.js";
import { Pipeline } from "../../src/leads/pipeline.js";
import { defaultPipeline } from "../../src/leads/pipeline-rules.js";
import { Member, type MemberRole } from "../../src/people/member.js";
import { Merchant } from "../../src/people/merchant.js";
import { policiesSchema } from "../../src/people/policies.js";
import type { Context } from "../../src/platform/context.js";
import { createDatabase, type Database } from "../../src/platform/database.js";
import { newId } from "../../src/platform/new-id.js";
import { rows, type Sql, sql, write } from "../../src/platform/sql.js";
import { userErrorTypes } from "../../src/platform/user-error.js";
import { startWorker } from "../../src/worker.js";
import { createTestDatabase } from "./database.js";
import { until } from "./until.js";

const people = [
  { name: "Ada", role: "ADMIN" },
  { name: "Max", role: "MANAGER" },
  { name: "Ana", role: "AGENT" },
  { name: "Bob", role: "AGENT" },
] as const satisfies { name: string; role: MemberRole }[];
export type Person = (typeof people)[number]["name"];

export interface DeliveryDesk {
  readonly merchantId: string;
  readonly db: Database;
  as(person: Person): Context;
  idOf(person: Person): string;
  /** The lead of somebody who has sent a form. */
  enquire(who: { email?: string; name?: string; isTest?: boolean }): Promise<string>;
  deliveriesOf(leadId: string): Promise<Delivery[]>;
  queuesOf(leadId: string): Promise<string[]>;
  /** As the owner of the tables, past all rules. */
  look<Row>(statement: Sql): Promise<Row[]>;
}

export interface DeliveryDesks {
  readonly url: string;
  /** A merchant of its own, so that no test meets another's leads. */
  open(): Promise<DeliveryDesk>;
  work(smtpUrl: string | null, timing?: { firstRetryMs: number; patienceMs: number }): ReturnType<typeof startWorker>;
  close(): Promise<void>;
}

export async function openDeliveryDesks(): Promise<DeliveryDesks> {
  const { url, drop } = await createTestDatabase();
  const owner = await createDataSource(url).initialize();
  const server = await createServerDataSource(url, 10).initialize();
  const db = createDatabase(server);
  const silent = { debug() {}, warn() {}, error() {} };
  // These tests call the verbs without the schema, which would have done it.
  userErrorTypes();
  return {
    url,
    open: () => openDesk(owner, db),
    work: (smtpUrl, timing = { firstRetryMs: 20, patienceMs: 5000 }) => {
      const mail = { smtpUrl, mailFrom: "Desk <desk@example.com>" };
      return startWorker({ url, db, mail, publicUrl: "https://desk.example.com", log: silent, timing });
    },
    async close() {
      await server.destroy();
      await owner.destroy();
      await drop();
    },
  };
}

async function openDesk(owner: DataSource, db: Database): Promise<DeliveryDesk> {
  const merchantId = newId();
  const ids = new Map<string, string>(people.map(({ name }) => [name, newId()]));
  const idOf = (person: Person): string => ids.get(person) ?? "";
  const look = <Row>(statement: Sql): Promise<Row[]> => rows<Row>(owner.manager, statement);
  await furnish(owner.manager, merchantId, idOf);

  const as = (person: Person): Context => {
    const role = people.find(({ name }) => name === person)?.role ?? "AGENT";
    const viewer = { kind: "MEMBER" as const, memberId: idOf(person), name: person, role, merchantId };
    return {
      viewer: { ...viewer, seesAllLeads: false, expiresAt: null },
      db,
      requestId: "test",
      live: { listen: () => () => undefined },
      renewViewer: async () => null,
    };
  };
  return {
    ...{ merchantId, db, as, idOf, look },
    async enquire({ email, name, isTest = false }) {
      const contact = { email: email ?? null, name: name ?? null, phone: email ? null : "+12025550101" };
      const message = "Do you have room in May?";
      const input = { idempotencyKey: newId(), channel: "WEB_FORM" as const, contact, message, isTest };
      const { leadId } = await submitEnquiry(as("Ada"), input);
      if (!leadId) throw new Error("The enquiry reached no lead");
      return leadId;
    },
    deliveriesOf: (leadId) =>
      look(
        sql`SELECT id, purpose, recipient, subject, body, status, attempts, last_error AS "lastError", next_attempt_at AS "nextAttemptAt", failed_at AS "failedAt"
            FROM deliveries WHERE lead_id = ${leadId} ORDER BY created_at, id`,
      ),
    async queuesOf(leadId) {
      const found = await look<{ queue: string }>(
        sql`SELECT queue FROM queue_entries WHERE subject_id = ${leadId} ORDER BY queue`,
      );
      return found.map(({ queue }) => queue);
    },
  };
}

async function furnish(em: EntityManager, merchantId: string, idOf: (person: Person) => string): Promise<void> {
  const createdAt = new Date();
  const policies = policiesSchema.parse({
    deliveryAttempts: 3,
    acknowledgement: {
      enabled: true,
      subject: "We have your enquiry",
      text: "Dear {name}, your reference is {receiptNumber}.",
    },
  });
  const pipelineId = newId();
  await write(em, Merchant, [
    { id: merchantId, name: "Hotel Example", timeZone: "Europe/Berlin", policies, createdAt },
  ]);
  await write(
    em,
    Member,
    people.map(({ name, role }) => ({
      ...{ id: idOf(name), merchantId, name, role, status: "ACTIVE" as const, createdAt },
      email: `${name.toLowerCase()}@desk.example.com`,
    })),
  );
  await write(em, Pipeline, [
    { id: pipelineId, merchantId, key: "sales", name: "Sales", rules: defaultPipeline, createdAt },
  ]);
  await write(em, IntakeSource, [
    {
      id: newId(),
      merchantId,
      name: "Website",
      key: newId(),
      channel: "WEB_FORM",
      pipelineId,
      isTest: false,
      createdAt,
    },
  ]);
}

/** Every delivery of a lead, once none of them is under way any more. */
export const settled = (desk: DeliveryDesk, leadId: string, count: number): Promise<Delivery[]> =>
  until(`${count} settled deliveries`, async () => {
    const deliveries = await desk.deliveriesOf(leadId);
    return deliveries.length >= count && deliveries.every(({ status }) => status !== "PENDING") && deliveries;
  });
