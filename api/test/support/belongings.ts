import { randomUUID } from "node:crypto";
import type { TestDesk, TestMerchant } from "./test-desk.js";
import { until } from "./until.js";
import { aLead, anEnquiry, aWonLead, say } from "./verbs.js";

/** One of everything that has an id, at a merchant whose agent has been at work. */
export interface Belongings {
  readonly merchantId: string;
  readonly memberId: string;
  readonly campaignId: string;
  readonly sourceId: string;
  readonly sourceKey: string;
  readonly pipelineId: string;
  /** In proposal, of the agent, with an open follow-up and a delivery that failed. */
  readonly leadId: string;
  readonly contactId: string;
  readonly conversationId: string;
  readonly messageId: string;
  readonly followUpId: string;
  readonly deliveryId: string;
  readonly enquiryId: string;
  readonly receiptNumber: string;
  readonly email: string;
  /** Of another lead of the agent. */
  readonly conversionId: string;
  readonly wonLeadId: string;
  /** New and nobody's. */
  readonly freeLeadId: string;
  /** Of the free lead. */
  readonly otherContactId: string;
}

export async function belongingsOf(desk: TestDesk, merchant: TestMerchant): Promise<Belongings> {
  const { agent } = merchant;
  const email = `person-${randomUUID()}@example.com`;
  const asked = anEnquiry({ contact: { name: `Person ${randomUUID()}`, email }, message: `Words ${randomUUID()}` });
  const { lead, enquiry } = await say(merchant.admin, "submitEnquiry", asked);
  await say(agent, "assignLead", { leadId: lead.id, memberId: agent.memberId });
  await say(agent, "addNote", { leadId: lead.id, text: `Note ${randomUUID()}` });
  const { message } = await say(agent, "sendMessage", { leadId: lead.id, text: `Answer ${randomUUID()}` });
  const dueAt = new Date(Date.now() + 86_400_000).toISOString();
  const { followUp } = await say(agent, "scheduleFollowUp", {
    leadId: lead.id,
    dueAt,
    note: `Promise ${randomUUID()}`,
  });
  await say(agent, "moveLead", { leadId: lead.id, toStage: "qualified" });
  const { lead: proposal } = await say(agent, "moveLead", { leadId: lead.id, toStage: "proposal" });
  const won = await aWonLead(agent);
  const free = await aLead(merchant.admin);
  const deliveryId = await until("a failed delivery of the lead", async () => {
    const [row] = await desk.rows("SELECT id FROM deliveries WHERE lead_id = $1 AND status = 'FAILED'", [lead.id]);
    return row?.id;
  });
  const [source] = merchant.made.sources;
  const [conversion] = await desk.rows("SELECT id FROM lead_conversions WHERE lead_id = $1", [won.id]);
  return {
    merchantId: merchant.id,
    memberId: agent.memberId,
    campaignId: merchant.made.campaigns[0]?.id ?? "",
    sourceId: source?.id ?? "",
    sourceKey: merchant.sourceKey,
    pipelineId: source?.pipelineId ?? "",
    leadId: lead.id,
    contactId: lead.contact.id,
    conversationId: proposal.conversation.id,
    messageId: message.id,
    followUpId: followUp.id,
    deliveryId,
    enquiryId: enquiry.id,
    receiptNumber: enquiry.receiptNumber,
    email,
    conversionId: conversion?.id,
    wonLeadId: won.id,
    freeLeadId: free.id,
    otherContactId: free.contact.id,
  };
}

/** Every row and every job of these merchants, to be compared with what they are later. */
export async function everythingOf(desk: TestDesk, ...merchantIds: string[]): Promise<Record<string, string>> {
  await quiet(desk);
  const tables = await desk.rows<{ name: string; column: string }>(
    `SELECT table_name AS name, column_name AS "column" FROM information_schema.columns
     WHERE table_schema = 'public' AND (column_name = 'merchant_id' OR (table_name, column_name) = ('merchants', 'id')) ORDER BY 1`,
  );
  const found = await Promise.all(
    tables.map(async ({ name, column }) => {
      const statement = `SELECT to_jsonb(t) AS row FROM ${name} t WHERE ${column} = ANY($1)`;
      const rows = await desk.rows(statement, [merchantIds]);
      return [name, asText(rows.map(({ row }) => row))] as const;
    }),
  );
  const jobs = await desk.rows(
    "SELECT payload FROM graphile_worker._private_jobs WHERE payload ->> 'merchantId' = ANY($1)",
    [merchantIds],
  );
  return { ...Object.fromEntries(found), jobs: asText(jobs.map(({ payload }) => payload)) };
}

/** From then on only commands change rows. */
const quiet = (desk: TestDesk): Promise<true> =>
  until("no mail is under way", async () => {
    const pending = await desk.rows("SELECT FROM deliveries WHERE status = 'PENDING'");
    const jobs = await desk.rows("SELECT FROM graphile_worker.jobs WHERE run_at <= now()");
    return pending.length === 0 && jobs.length === 0;
  });

const asText = (values: readonly unknown[]): string =>
  values
    .map((value) => JSON.stringify(value))
    .sort()
    .join("\n");

/** Their names alone: what is in them would fill a screen. */
export const changedTables = (before: Record<string, string>, after: Record<string, string>): string[] =>
  Object.keys(after).filter((table) => before[table] !== after[table]);

/** What nobody else may ever read: ids, addresses, receipt numbers, and the marks in names and words. */
export async function secretsOf(desk: TestDesk, merchantId: string): Promise<string[]> {
  const everything = Object.values(await everythingOf(desk, merchantId)).join("\n");
  const secrets = everything.match(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|E-\w{5}-\w{5}|[\w-]+@[\w.-]+\.\w+/g);
  return [...new Set([merchantId, ...(secrets ?? [])])];
}
