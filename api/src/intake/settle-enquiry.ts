import type { EntityManager } from "typeorm";
import { appendChanges } from "../live/append-changes.js";
import { type Acting, lockActor } from "../people/lock-actor.js";
import { cleanText } from "../platform/clean-text.js";
import { type Outcome, runCommand } from "../platform/command.js";
import type { Context } from "../platform/context.js";
import { ApiError, badInput, Refusal } from "../platform/errors.js";
import { payload } from "../platform/payload.js";
import { parseId } from "../platform/scalars.js";
import { columns, firstRow, rows, sql } from "../platform/sql.js";
import { type StandingEntry, standInQueues } from "../queues/stand-in-queues.js";
import type { RejectEnquiryInput, ReleaseEnquiryInput } from "./enquiry.inputs.js";
import { Enquiry } from "./enquiry.js";
import { RejectEnquiryPayload, ReleaseEnquiryPayload } from "./enquiry.payloads.js";
import type { EnquiryOutcome } from "./enquiry-outcome.js";
import { seesEnquiry } from "./find-enquiries.js";
import { addOutcome, findSource, reachLead, subjectOf } from "./receive-enquiry.js";

/** A colleague lets what waits reach its lead after all, as if it had never been held. */
export async function releaseEnquiry(ctx: Context, input: ReleaseEnquiryInput): Promise<ReleaseEnquiryPayload> {
  const outcome = await settle(ctx, "releaseEnquiry", input, async (em, acting, { enquiry, signed }) => {
    const source = await findSource(em, acting, enquiry.sourceId);
    if (!source) throw new Error(`Source ${enquiry.sourceId} is gone`);
    const reached = await reachLead(em, acting, source, enquiry);
    await addOutcome(em, enquiry, reached, signed);
    return { enquiryId: enquiry.id, leadId: reached.leadId ?? null };
  });
  return payload(ReleaseEnquiryPayload, outcome);
}

/** A colleague decides that what waits is not for a lead; it stays on record. */
export async function rejectEnquiry(ctx: Context, input: RejectEnquiryInput): Promise<RejectEnquiryPayload> {
  const reason = cleanText(input.reason).trim();
  if (reason === "") {
    throw badInput([{ path: ["input", "reason"], rule: "required", message: "Say why it is not for a lead." }]);
  }
  const outcome = await settle(ctx, "rejectEnquiry", input, async (em, _acting, { enquiry, isContactable, signed }) => {
    await addOutcome(em, enquiry, { outcome: "REJECTED", problem: reason, isContactable }, signed);
    return { enquiryId: enquiry.id };
  });
  return payload(RejectEnquiryPayload, outcome);
}

interface Waiting {
  readonly enquiry: Enquiry;
  readonly isContactable: boolean;
  /** Who settles it, and when. */
  readonly signed: Pick<EnquiryOutcome, "number" | "actorId" | "at">;
}

function settle<Result>(
  ctx: Context,
  operation: string,
  input: ReleaseEnquiryInput,
  work: (em: EntityManager, acting: Acting, waiting: Waiting) => Promise<Result>,
): Promise<Outcome<Result>> {
  const enquiryId = parseId(input.enquiryId, ["input", "enquiryId"]);
  return runCommand(ctx, { operation, input }, async (em) => {
    const acting = await lockActor(em, ctx.viewer);
    const { viewer } = acting;
    if (viewer?.kind !== "MEMBER") throw new Error("The gate lets only members settle an enquiry");
    await rows(em, sql`SELECT pg_advisory_xact_lock(hashtextextended(${`enquiry ${enquiryId}`}, 0))`);
    const { entry, number, now, isContactable, ...enquiry } = await getWaiting(em, { viewer }, enquiryId);
    const signed = { number: number + 1, actorId: viewer.memberId, at: now };
    const result = await work(em, acting, { enquiry, isContactable, signed });
    const told = { now, reason: operation, isTouched: true };
    appendChanges(em, acting.merchantId, await standInQueues(em, subjectOf(enquiry), [entry], new Map(), told));
    return result;
  });
}

async function getWaiting(em: EntityManager, ctx: Pick<Context, "viewer">, enquiryId: string) {
  type Row = Enquiry & { number: number; isContactable: boolean; now: Date; enteredAt: Date | null; orderAt: Date };
  const row = await firstRow<Row>(
    em,
    sql`SELECT ${columns(em, Enquiry, "e")}, o.number AS "number", o.is_contactable AS "isContactable",
          decision_time() AS "now", q.entered_at AS "enteredAt", q.order_at AS "orderAt"
        FROM enquiries e
        JOIN LATERAL (SELECT o.* FROM enquiry_outcomes o WHERE o.enquiry_id = e.id ORDER BY o.number DESC LIMIT 1) o ON true
        LEFT JOIN queue_entries q ON q.subject_id = e.id AND q.queue = 'INTAKE_HELD'
        WHERE e.id = ${enquiryId} AND ${seesEnquiry(ctx, "e")}`,
  );
  if (!row) throw new ApiError("NOT_FOUND", "There is no enquiry with this id.");
  const { enteredAt, orderAt, ...rest } = row;
  if (!enteredAt) {
    throw new Refusal(
      "ENQUIRY_NOT_WAITING",
      "This enquiry does not wait for a colleague: it reached a lead, or somebody has settled it already.",
      {},
      ["enquiryId"],
    );
  }
  const entry: StandingEntry = { queue: "INTAKE_HELD", enteredAt, orderAt, dueAt: null };
  return { ...rest, entry };
}
