import { randomUUID } from "node:crypto";
import { until } from "./until.js";
import type { TestDesk, TestMerchant, Wire } from "./test-desk.js";
import { aLead, anEnquiry, aQualifiedLead, aWonLead, say } from "./verbs.js";

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
  const { followUp } = await say(agent, "scheduleFollowUp", { leadId: lead.id, dueAt, note: `Promise ${randomUUID()}` });
  await say(agent, "moveLead", { leadId: lead.id, toStage: "qualified" });
  const { lead: proposal } = await say(agent, "moveLead", { leadId: lead.id, toStage: "proposal" });
  const won = await aWonLead(agent);
  const free = await aLead(merchant.admin);
  const deliveryId = await until("a failed delivery of the lead", async () => {
    const [row] = await desk.rows("SELECT id FROM deliveries WHERE lead_id = $1 AND status = 'FAILED'", [lead.id]);
    return row?.id;
  });
  await quiet(desk, merchant.id);
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
  };
}

/** Until no mail is under way any more: from then on only commands change rows. */
export const quiet = (desk: TestDesk, merchantId: string): Promise<true> =>
  until("all deliveries are settled", async () => {
    const pending = await desk.rows("SELECT FROM deliveries WHERE merchant_id = $1 AND status = 'PENDING'", [merchantId]);
    const jobs = await desk.rows("SELECT FROM graphile_worker.jobs WHERE run_at <= now()");
    return pending.length === 0 && jobs.length === 0;
  });

/** Every row of a merchant and every job, to be compared with what they are later. */
export async function everythingOf(desk: TestDesk, merchantId: string): Promise<Record<string, Wire[]>> {
  const tables = await desk.rows<{ name: string }>(
    "SELECT table_name AS name FROM information_schema.columns WHERE table_schema = 'public' AND column_name = 'merchant_id' ORDER BY 1",
  );
  const found = await Promise.all(
    tables.map(async ({ name }) => {
      const rows = await desk.rows(`SELECT to_jsonb(t) AS row FROM ${name} t WHERE merchant_id = $1`, [merchantId]);
      return [name, rows.map(({ row }) => JSON.stringify(row)).sort()] as const;
    }),
  );
  const jobs = await desk.rows(
    "SELECT p.payload FROM graphile_worker._private_jobs p WHERE p.payload ->> 'merchantId' = $1",
    [merchantId],
  );
  return { ...Object.fromEntries(found), jobs: jobs.map(({ payload }) => JSON.stringify(payload)).sort() };
}

/** What nobody else may ever read: ids, names, addresses, words and numbers of the merchant. */
export async function secretsOf(desk: TestDesk, merchantId: string): Promise<string[]> {
  const rows = Object.values(await everythingOf(desk, merchantId)).flat();
  const words = rows.join("\n").match(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|E-\w{5}-\w{5}|[\w-]+@[\w.-]+\.\w+/g);
  return [...new Set([merchantId, ...(words ?? [])])];
}
