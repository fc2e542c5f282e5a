import { randomUUID } from "node:crypto";
import { receiveEnquiry } from "../intake/receive-enquiry.js";
import { assignLead } from "../leads/assign-lead.js";
import { moveLead } from "../leads/move-lead.js";
import { scheduleFollowUp } from "../leads/promise-follow-up.js";
import { receiveMessage } from "../leads/receive-message.js";
import { addNote, recordResponse, sendMessage } from "../leads/respond-to-lead.js";
import { lockActor } from "../people/lock-actor.js";
import type { Context } from "../platform/context.js";
import type { Database } from "../platform/database.js";
import type { MemberViewer } from "../platform/viewer.js";
import type { MadeMerchant } from "./demo-merchants.js";
import type { Step, Story } from "./demo-steps.js";
import { stories } from "./demo-stories.js";

const dayMs = 24 * 60 * 60 * 1000;

/** Plays each story through the same commands that people use, at the times at which it is told to have happened. */
export async function playStories(
  merchant: MadeMerchant,
  databaseAt: (ago: number) => Promise<Database>,
  count = stories.length,
): Promise<void> {
  const moments = stories
    .slice(0, count)
    .flatMap((story) => story.steps.map((step, i) => ({ story, step, isFirst: i === 0 })));
  const leadOf = new Map<Story, string>();
  for (const { story, step, isFirst } of moments.sort((a, b) => b.step.daysAgo - a.step.daysAgo)) {
    const db = await databaseAt(step.daysAgo * dayMs);
    const leadId = leadOf.get(story) ?? null;
    if (isFirst) leadOf.set(story, await arrive(db, merchant, story));
    else if (leadId) await play(db, merchant, story, leadId, step);
  }
}

async function arrive(db: Database, merchant: MadeMerchant, story: Story): Promise<string> {
  const { person, channel, message, interest, isTest = false } = story;
  const source = merchant.sources.find((s) => s.channel === channel) ?? merchant.sources[0];
  const campaign = story.campaign === undefined ? null : merchant.campaigns[story.campaign];
  if (!source) throw new Error("The demonstration merchant has a source");
  const { leadId } = await db.inTransaction(merchant.id, async (em) =>
    receiveEnquiry(em, await lockActor(em, { merchantId: merchant.id }), {
      source,
      isTest,
      idempotencyKey: randomUUID(),
      channel,
      contact: { name: person.name, email: person.email ?? null, phone: person.phone ?? null },
      message,
      serviceInterest: interest,
      sourcePage: "https://www.example.com/contact",
      submittedAt: null,
      fields: {},
      campaignId: campaign?.id ?? null,
      raw: Buffer.from(message),
      isOptOut: false,
      holdBecause: null,
    }),
  );
  if (!leadId) throw new Error("A demonstration enquiry reaches a lead");
  return leadId;
}

async function play(
  db: Database,
  merchant: MadeMerchant,
  { person }: Story,
  leadId: string,
  step: Step,
): Promise<void> {
  const ctx = contextOf(db, memberOf(merchant, step.by ?? 2));
  switch (step.does) {
    case "ARRIVES":
      return;
    case "CLAIMS":
      return done(await assignLead(ctx, { leadId, memberId: memberOf(merchant, step.by ?? 2).memberId }));
    case "REPLIES":
      return done(await sendMessage(ctx, { leadId, text: step.text ?? "" }));
    case "CALLS":
      return done(await recordResponse(ctx, { leadId, by: "CALL", note: step.text ?? null }));
    case "NOTES":
      return done(await addNote(ctx, { leadId, text: step.text ?? "" }));
    case "MOVES":
      return done(
        await moveLead(ctx, {
          leadId,
          toStage: step.to ?? "",
          reason: step.text ?? null,
          followUp: followUpOf(step),
          value: step.value ?? null,
        }),
      );
    case "PROMISES":
      return done(await scheduleFollowUp(ctx, { leadId, dueAt: dueOf(step), note: step.text ?? null }));
    case "WRITES":
      return done(
        await receiveMessage(contextOf(db, memberOf(merchant, 0)), {
          leadId,
          channel: person.phone ? "WHATSAPP" : "EMAIL",
          text: step.text ?? "",
          ...(step.campaign === undefined
            ? {}
            : { quickReply: { payload: "yes", campaignId: merchant.campaigns[step.campaign]?.id ?? null } }),
        }),
      );
  }
}

const dueOf = (step: Step): Date => new Date(Date.now() + (step.dueInDays ?? 1) * dayMs);
const followUpOf = (step: Step) =>
  step.dueInDays === undefined ? null : { dueAt: dueOf(step), note: "Call about the offer" };

function done({ userErrors }: { userErrors: { message: string }[] }): void {
  if (userErrors[0]) throw new Error(`The demonstration was refused: ${userErrors[0].message}`);
}

function memberOf(merchant: MadeMerchant, index: number): MemberViewer {
  const member = merchant.members[index];
  if (!member) throw new Error(`The demonstration merchant has no member ${index}`);
  return member;
}

const contextOf = (db: Database, viewer: MemberViewer): Context => ({
  viewer,
  db,
  requestId: randomUUID(),
  live: { listen: () => () => undefined },
  renewViewer: () => Promise.resolve(viewer),
});
