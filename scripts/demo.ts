import { randomUUID } from "node:crypto";
import { type Client, createClient, isCode, type Lead } from "@leadledger/client";
import { type Mailbox, openMailbox } from "./demo-mailbox.js";
import { check, say, waitFor } from "./demo-telling.js";

// The stories of a lead, played through the SDK against the desk that `npm start` has started. Each step says what it
// did and what the desk says now; the demonstration stops at the first thing that is not as it should be.
const url = `http://127.0.0.1:${process.env.PORT ?? 4000}`;
const visitor = { name: "Robin Field", email: `robin.${Date.now().toString(36)}@example.com` };
const hourMs = 60 * 60 * 1000;

const { admin, agent, analyst, agentId, campaignId } = await signIn();
const mailbox = await openMailbox();
const before = await admin.insights();

const won = await fromFormToWin();
await customerReturns(won);
await mailServerIsDown(mailbox);
await correctionBesideTheOriginal();
await rights(won);
await testEnquiry();

const after = await admin.insights();
const grown = (figure: "wonDeals" | "repeatLeads" | "returnedLeads" | "voided") => after[figure] - before[figure];
say(
  "Figures",
  `won deals +${grown("wonDeals")}, repeat +${grown("repeatLeads")}, returned +${grown("returnedLeads")}, voided +${grown("voided")}; repeat rate now ${after.repeatRate} %`,
);
check("two won deals, one of them a repeat", grown("wonDeals") === 2 && grown("repeatLeads") === 1);
check("one return and one voided win", grown("returnedLeads") === 1 && grown("voided") === 1);
await mailbox.goDown();
say("The end", "every step ended as it should");

async function signIn() {
  const response = await fetch(`${url}/dev/tokens`).catch(() => null);
  if (!response?.ok) {
    console.error(`No desk answers at ${url}; start one with npm start, in another terminal.`);
    process.exit(1);
  }
  const { merchants } = (await response.json()) as { merchants: { name: string; tokens: Record<string, string> }[] };
  const tokens = merchants[0]?.tokens ?? {};
  const as = (role: string): Client => createClient({ url: `${url}/graphql`, token: () => tokens[role] ?? "" });
  const [admin, agent, analyst] = [as("ADMIN"), as("AGENT"), as("ANALYST")];
  const { campaigns } = await admin.merchant();
  const agentId = (await agent.viewer()).member?.id ?? "";
  say("At the desk of", merchants[0]?.name ?? "");
  return { admin, agent, analyst, agentId, campaignId: campaigns?.find((c) => c.returnStage)?.id ?? null };
}

async function fromFormToWin(): Promise<Lead> {
  const idempotencyKey = randomUUID();
  const form = {
    idempotencyKey,
    channel: "WEB_FORM" as const,
    contact: visitor,
    message: "Could you call me about an offer?",
  };
  const receipt = await admin.submitEnquiry(form);
  say("A form enquiry arrives", `receipt ${receipt.receiptNumber}, ${receipt.outcome}`);
  const again = await admin.submitEnquiry(form);
  say("The same again, with its key", `receipt ${again.receiptNumber}, replayed: ${again.replayed}`);
  check("the same receipt, and one lead", again.replayed && again.receiptNumber === receipt.receiptNumber);

  const leadId = receipt.lead?.id ?? "";
  const acknowledged = await waitFor("the visitor is acknowledged", async () => {
    const { currentLifecycle } = await agent.lead(leadId);
    return currentLifecycle?.acknowledgedAt ? currentLifecycle : null;
  });
  say(
    "The visitor is acknowledged",
    `at ${acknowledged.acknowledgedAt}; a human response: ${acknowledged.firstHumanResponseAt ?? "none yet"}`,
  );
  check("an acknowledgement is no human response", acknowledged.firstHumanResponseAt === null);

  const { lead: claimed } = await agent.assignLead({ leadId, memberId: agentId });
  say("An agent claims the lead", `${claimed?.owner?.name} owns it; ${await queueOf("UNASSIGNED")}`);
  const { lead: answered } = await agent.sendMessage({ leadId, text: "Gladly. Does Thursday at ten suit you?" });
  say("The agent replies", `first human response at ${answered?.currentLifecycle?.firstHumanResponseAt}`);
  await agent.moveLead({ leadId, toStage: "qualified" });
  const dueAt = new Date(Date.now() + 48 * hourMs).toISOString();
  const { lead: proposed } = await agent.moveLead({
    leadId,
    toStage: "proposal",
    followUp: { dueAt, note: "Call about the offer" },
  });
  say("Proposal, with a follow-up", `due ${proposed?.followUp?.dueAt}`);
  const declined = await agent.moveLead.try({ leadId, toStage: "declined" });
  say("Declined, without a reason", declined.ok ? "done" : `refused: ${declined.errors[0].code}`);
  check("declining asks for a reason", !declined.ok && declined.errors[0].code === "REASON_REQUIRED");

  await agent.moveLead({ leadId, toStage: "won" });
  const { voidedConversion } = await agent.moveLead({ leadId, toStage: "proposal" });
  say("Won by mistake, and taken back", `voided at ${voidedConversion?.voidedAt}`);
  const { lead: won, conversion } = await agent.moveLead({
    leadId,
    toStage: "won",
    value: { amountMinor: 420_000, currency: "EUR" },
  });
  say(
    "Won",
    `conversion ${conversion?.ordinal}, repeat: ${conversion?.isRepeat}, tags ${won?.contact?.tags?.join(", ")}`,
  );
  check("the won lead can be seen", won !== null);
  return won as Lead;
}

async function customerReturns({ id: leadId }: Lead): Promise<void> {
  const button = campaignId === null ? {} : { quickReply: { payload: "yes", campaignId } };
  const { lead: back } = await agent.receiveMessage({
    leadId,
    channel: "WHATSAPP",
    text: "I would like one more",
    ...button,
  });
  say(
    "The customer writes again",
    `stage ${back?.stage?.key}, tags ${back?.contact?.tags?.join(", ")}, wins that stand: ${back?.contact?.liveConversionCount}`,
  );
  check("the past win stands", back?.contact?.liveConversionCount === 1);
  if (back?.stage?.key === "new") await agent.moveLead({ leadId, toStage: "qualified" });
  const { conversion } = await agent.moveLead({
    leadId,
    toStage: "won",
    value: { amountMinor: 130_000, currency: "EUR" },
  });
  say(
    "Won a second time",
    `conversion ${conversion?.ordinal}, repeat: ${conversion?.isRepeat}, campaign ${conversion?.campaign?.name ?? "none"}`,
  );
  check("the second win is a repeat", conversion?.isRepeat === true);
}

async function mailServerIsDown(mailbox: Mailbox): Promise<void> {
  if (!mailbox.isOurs)
    return say("The mail server goes down", "left out: a mail catcher of yours listens on port 1025");
  await admin.updatePolicies({ deliveryAttempts: 1 });
  await mailbox.goDown();
  const { lead } = await admin.submitEnquiry({
    channel: "WEB_FORM",
    contact: { name: "Nobody Told", email: "told@example.com" },
    message: "Hello?",
  });
  say("The mail server is down", `an enquiry comes all the same: lead ${lead?.id}`);
  const deliveries = () => admin.deliveries({ filter: { leadId: lead?.id ?? "", status: "FAILED" } }).page();
  const failed = await waitFor("a failed delivery is seen", async () => {
    const { items } = await deliveries();
    return items.length >= 2 && items;
  });
  say(
    "The failure is seen",
    `${failed.length} deliveries: ${failed[0]?.lastError}; ${await queueOf("DELIVERY_FAILURES")}`,
  );
  await mailbox.comeBack();
  for (const { id } of failed) await admin.retryDelivery({ deliveryId: id });
  await waitFor("the retried mail arrives", async () => mailbox.recipients.includes("told@example.com"));
  say("Back again, and retried", `the visitor has the mail; ${await queueOf("DELIVERY_FAILURES")}`);
  await admin.updatePolicies({ deliveryAttempts: 5 });
}

async function correctionBesideTheOriginal(): Promise<void> {
  const { enquiry } = await admin.submitEnquiry({
    channel: "WEB_FORM",
    contact: { name: "Mia Typo", email: "mia@exmaple.com" },
    message: "Pleas call me",
  });
  const { enquiry: original, correction } = await admin.correctEnquiry({
    enquiryId: enquiry.id,
    email: "mia@example.com",
    reason: "Mistyped",
  });
  say("A correction, beside the original", `sent ${original?.email}, meant ${correction?.email}`);
  check("the visitor's words stay", original?.email === "mia@exmaple.com" && correction?.email === "mia@example.com");
}

async function rights({ id }: Lead): Promise<void> {
  const seen = await analyst.lead(id);
  say(
    "An analyst looks at the lead",
    `stage ${seen.stage?.key}, name ${seen.contact?.name ?? "hidden"}, phone ${seen.contact?.phone ?? "hidden"}`,
  );
  check("an analyst sees no name and no phone number", seen.contact?.name === null && seen.contact.phone === null);
  await admin.suspendMember({ memberId: agentId });
  const refused = await agent.lead(id).then(
    () => "seen",
    (error: unknown) => (isCode(error, "UNAUTHENTICATED") ? "UNAUTHENTICATED" : String(error)),
  );
  await admin.reinstateMember({ memberId: agentId });
  say("A suspended member asks", refused);
  check("a suspended member sees nothing more", refused === "UNAUTHENTICATED");
}

async function testEnquiry(): Promise<void> {
  const [queuesBefore, figuresBefore] = [await counts(), await figures()];
  const { lead } = await admin.submitEnquiry({
    channel: "WEB_FORM",
    contact: visitor,
    message: "Only a test",
    isTest: true,
  });
  await admin.moveLead({ leadId: lead?.id ?? "", toStage: "qualified" });
  await admin.moveLead({ leadId: lead?.id ?? "", toStage: "won" });
  say("A labelled test enquiry, won", `lead is a test: ${lead?.isTest}; queues and figures as before`);
  check("no queue moves for a test", (await counts()) === queuesBefore);
  check("no figure moves for a test", (await figures()) === figuresBefore);
}

async function queueOf(name: string): Promise<string> {
  const queue = (await admin.queues()).find((q) => q.name === name);
  return `${name} holds ${queue?.count}`;
}

async function counts(): Promise<string> {
  return (await admin.queues()).map(({ name, count }) => `${name} ${count}`).join(", ");
}

async function figures(): Promise<string> {
  const { asOf: _, ...told } = await admin.insights();
  return JSON.stringify(told);
}
