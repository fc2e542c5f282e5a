import type { EntityManager } from "typeorm";
import { readName } from "../contacts/contact-point.js";
import { pointsOf } from "../contacts/points-of.js";
import type { ChannelName } from "../conversations/conversation.js";
import { findTouch, receiveInbound } from "../leads/receive-inbound.js";
import { appendChanges } from "../live/append-changes.js";
import type { Acting } from "../people/lock-actor.js";
import { ofMerchant } from "../people/merchant-scope.js";
import { durationMs } from "../people/policies.js";
import { cleanText } from "../platform/clean-text.js";
import { keyReused } from "../platform/command.js";
import { postgresCode, underSavepoint } from "../platform/database.js";
import { ApiError, Refusal } from "../platform/errors.js";
import { newId } from "../platform/new-id.js";
import { reportBug } from "../platform/report-bug.js";
import { columns, firstRow, rows, sql, write } from "../platform/sql.js";
import { type Subject, standInQueues } from "../queues/stand-in-queues.js";
import { contentHash } from "./content-hash.js";
import { Enquiry } from "./enquiry.js";
import { EnquiryOutcome } from "./enquiry-outcome.js";
import { IntakeSource } from "./intake-source.js";
import { newReceiptNumber } from "./receipt-number.js";
import { readSubmittedAt } from "./submitted-at.js";

/** What a door has understood of what came through it, and the bytes themselves. */
export interface Submission {
  readonly source: IntakeSource;
  readonly isTest: boolean;
  readonly idempotencyKey: string | null;
  readonly channel: ChannelName;
  readonly contact: { readonly name: string | null; readonly email: string | null; readonly phone: string | null };
  readonly message: string | null;
  readonly serviceInterest: string | null;
  readonly sourcePage: string | null;
  readonly submittedAt: string | null;
  readonly fields: unknown;
  readonly campaignId: string | null;
  /** Whether they ask to be left alone: stored and shown all the same. */
  readonly isOptOut: boolean;
  readonly raw: Buffer;
  /** Why it is not to reach a lead by itself; null when it may. */
  readonly holdBecause: string | null;
}

export interface Received {
  readonly enquiryId: string;
  readonly receiptNumber: string;
  readonly leadId: string | null;
  readonly replayed: boolean;
}

/**
 * The receipt and its effects are one transaction, and the effects run under a savepoint: a refusal or a bug takes
 * back only them, and what the person wrote is kept with what was wrong.
 */
export async function receiveEnquiry(em: EntityManager, acting: Acting, submission: Submission): Promise<Received> {
  const hash = contentHash(submission);
  const replay = await findReplay(em, acting, submission, hash);
  if (replay) return replay;
  const enquiry = await writeReceipt(em, acting, submission, hash);
  const duplicateOf = await findTwin(em, acting, enquiry);
  if (duplicateOf) return conclude(em, acting, enquiry, { outcome: "DUPLICATE", ...duplicateOf });
  if (submission.holdBecause)
    return conclude(em, acting, enquiry, { outcome: "HELD", problem: submission.holdBecause });
  return conclude(em, acting, enquiry, await tryToReachLead(em, acting, submission.source, enquiry));
}

/** Fifty requests with one key wait here for the first one and get its receipt. */
async function findReplay(
  em: EntityManager,
  acting: Acting,
  submission: Submission,
  hash: Buffer,
): Promise<Received | null> {
  const { source, isTest, idempotencyKey } = submission;
  if (idempotencyKey === null) return null;
  await rows(em, sql`SELECT pg_advisory_xact_lock(hashtextextended(${`${source.id} ${isTest} ${idempotencyKey}`}, 0))`);
  const known = await firstRow<Omit<Received, "replayed"> & { contentHash: Buffer }>(
    em,
    sql`SELECT e.id AS "enquiryId", e.receipt_number AS "receiptNumber", e.content_hash AS "contentHash",
          (SELECT o.lead_id FROM enquiry_outcomes o WHERE o.enquiry_id = e.id ORDER BY o.number DESC LIMIT 1) AS "leadId"
        FROM enquiries e WHERE ${ofMerchant(acting, "e")} AND e.source_id = ${source.id} AND e.is_test = ${isTest} AND e.idempotency_key = ${idempotencyKey}`,
  );
  if (!known) return null;
  const { contentHash: knownHash, ...receipt } = known;
  if (!knownHash.equals(hash)) throw keyReused();
  return { ...receipt, replayed: true };
}

async function writeReceipt(em: EntityManager, acting: Acting, submission: Submission, hash: Buffer): Promise<Enquiry> {
  const { source, isTest, idempotencyKey, channel, contact, raw } = submission;
  const enquiry: Enquiry = {
    id: newId(),
    merchantId: acting.merchantId,
    sourceId: source.id,
    receiptNumber: newReceiptNumber(),
    isTest,
    idempotencyKey,
    contentHash: hash,
    channel,
    name: cleaned(contact.name),
    email: cleaned(contact.email),
    phone: cleaned(contact.phone),
    message: cleaned(submission.message),
    serviceInterest: cleaned(submission.serviceInterest) ?? source.serviceInterest,
    sourcePage: cleaned(submission.sourcePage),
    fields: submission.fields,
    isOptOut: submission.isOptOut,
    raw,
    campaignId: (await findTouch(em, acting, submission.campaignId ?? source.defaultCampaignId, false))?.id ?? null,
    submittedAtAsSent: cleaned(submission.submittedAt),
    submittedAt: readSubmittedAt(submission.submittedAt),
    receivedAt: acting.begunAt,
  };
  await write(em, Enquiry, [enquiry]);
  return enquiry;
}

const cleaned = (text: string | null): string | null => (text === null ? null : cleanText(text));

/** Old forms send no key: the same words a moment later are the same press of a button. */
async function findTwin(
  em: EntityManager,
  acting: Acting,
  enquiry: Enquiry,
): Promise<{ duplicateOfId: string; leadId: string | null } | null> {
  const windowMs = durationMs(acting.policies.fingerprintWindow);
  if (enquiry.idempotencyKey !== null || windowMs === 0) return null;
  const { sourceId, contentHash: hash, isTest, receivedAt } = enquiry;
  await rows(
    em,
    sql`SELECT pg_advisory_xact_lock(hashtextextended(${`${sourceId} ${isTest} ${hash.toString("hex")}`}, 0))`,
  );
  return firstRow(
    em,
    sql`SELECT e.id AS "duplicateOfId", o.lead_id AS "leadId" FROM enquiries e JOIN enquiry_outcomes o ON o.enquiry_id = e.id AND o.outcome = 'ACCEPTED'
        WHERE ${ofMerchant(acting, "e")} AND e.source_id = ${sourceId} AND e.content_hash = ${hash} AND e.is_test = ${isTest}
          AND e.received_at > ${new Date(receivedAt.getTime() - windowMs)} AND e.id <> ${enquiry.id} ORDER BY e.received_at LIMIT 1`,
  );
}

type Conclusion = Pick<EnquiryOutcome, "outcome"> &
  Partial<Pick<EnquiryOutcome, "leadId" | "lifecycleId" | "duplicateOfId" | "problem" | "isContactable">>;

async function tryToReachLead(
  em: EntityManager,
  acting: Acting,
  source: IntakeSource,
  enquiry: Enquiry,
): Promise<Conclusion> {
  try {
    return await underSavepoint(em, () => reachLead(em, acting, source, enquiry));
  } catch (error) {
    if (!isOurFault(error)) throw error;
    const isContactable = pointsOf(enquiry, source.defaultCountry).length > 0;
    return { outcome: "REJECTED", problem: problemOf(error, enquiry), isContactable };
  }
}

/** The effects of an enquiry: its person, their lead, and a message that links to it. */
export async function reachLead(
  em: EntityManager,
  acting: Acting,
  source: IntakeSource,
  enquiry: Enquiry,
): Promise<Conclusion> {
  const { isTest } = enquiry;
  const points = pointsOf(enquiry, source.defaultCountry);
  const { leadId, lifecycleId } = await receiveInbound(em, acting, {
    from: { name: readName(enquiry.name), isNameTyped: true, isTest, points },
    pipelineId: source.pipelineId,
    inbound: {
      messageId: newId(),
      channel: enquiry.channel,
      isProviderTimed: false,
      enquiry: { id: enquiry.id, sourceId: source.id },
      campaign: await findTouch(em, acting, enquiry.campaignId, false),
      isOptOut: enquiry.isOptOut,
    },
    sentAt: enquiry.receivedAt,
    words: { text: enquiry.message },
  });
  return { outcome: "ACCEPTED", leadId, lifecycleId, isContactable: points.length > 0 };
}

function problemOf(error: Error, { receiptNumber }: Enquiry): string {
  if (error instanceof Refusal) return error.message;
  reportBug(error, `enquiry ${receiptNumber} could not reach its lead`);
  return "It could not be processed as it is; our log says why, under its receipt number.";
}

/** A refusal or a bug, which would come again with every repetition; a lock or a lost connection would not. */
function isOurFault(error: unknown): error is Error {
  if (!(error instanceof Error) || error instanceof ApiError) return false;
  return error instanceof Refusal || (postgresCode(error) ?? "").match(/^(40|57|08|53|55)/) === null;
}

async function conclude(
  em: EntityManager,
  acting: Acting,
  enquiry: Enquiry,
  conclusion: Conclusion,
): Promise<Received> {
  const { id, receiptNumber, receivedAt } = enquiry;
  await addOutcome(em, enquiry, conclusion, { number: 1, actorId: null, at: receivedAt });
  if (conclusion.outcome === "HELD" || conclusion.outcome === "REJECTED") {
    const standing = new Map([["INTAKE_HELD" as const, { orderAt: receivedAt, dueAt: null }]]);
    const told = { now: receivedAt, reason: conclusion.outcome, isTouched: true };
    appendChanges(em, acting.merchantId, await standInQueues(em, subjectOf(enquiry), [], standing, told));
  }
  return { enquiryId: id, receiptNumber, leadId: conclusion.leadId ?? null, replayed: false };
}

export async function addOutcome(
  em: EntityManager,
  { id: enquiryId, merchantId }: Enquiry,
  conclusion: Conclusion,
  signed: Pick<EnquiryOutcome, "number" | "actorId" | "at">,
): Promise<void> {
  const nothing = { leadId: null, lifecycleId: null, duplicateOfId: null, problem: null, isContactable: true };
  await write(em, EnquiryOutcome, [{ enquiryId, merchantId, ...nothing, ...conclusion, ...signed }]);
}

/** An enquiry that waits belongs to nobody yet. */
export const subjectOf = ({ id, merchantId, isTest }: Enquiry): Subject => ({
  ...{ id, merchantId, isTest, ownerBefore: null, ownerAfter: null },
});

export const findSource = (
  em: EntityManager,
  acting: { merchantId: string },
  id: string,
): Promise<IntakeSource | null> =>
  firstRow<IntakeSource>(
    em,
    sql`SELECT ${columns(em, IntakeSource, "s")} FROM intake_sources s WHERE s.id = ${id} AND ${ofMerchant(acting, "s")}`,
  );
