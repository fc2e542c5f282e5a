import { readName } from "../contacts/contact-point.js";
import { addPoints } from "../contacts/known-contact.js";
import { pointsOf } from "../contacts/points-of.js";
import { commandLead } from "../leads/command-lead.js";
import { cleanText } from "../platform/clean-text.js";
import type { Context } from "../platform/context.js";
import { ApiError, badInput } from "../platform/errors.js";
import { newId } from "../platform/new-id.js";
import { payload } from "../platform/payload.js";
import { parseId } from "../platform/scalars.js";
import { rows, sql, write } from "../platform/sql.js";
import type { CorrectEnquiryInput } from "./enquiry.inputs.js";
import { CorrectEnquiryPayload } from "./enquiry.payloads.js";
import { EnquiryCorrection } from "./enquiry-correction.js";
import { getEnquiry, latestOutcome, sourceById } from "./find-enquiries.js";

const correctable = ["name", "email", "phone", "message", "serviceInterest"] as const;

/** What was meant stands beside what was sent, signed; the visitor's own words are never touched. */
export async function correctEnquiry(ctx: Context, input: CorrectEnquiryInput): Promise<CorrectEnquiryPayload> {
  const enquiry = await getEnquiry(ctx, parseId(input.enquiryId, ["input", "enquiryId"]));
  const leadId = (await latestOutcome(ctx).load(enquiry.id))?.leadId;
  if (!leadId) throw new ApiError("NOT_FOUND", "This enquiry has not reached a lead.");
  if (!correctable.some((field) => input[field]?.trim())) {
    throw badInput([
      { path: ["input"], rule: "required", message: `Correct at least one of ${correctable.join(", ")}.` },
    ]);
  }
  const source = await sourceById(ctx).load(enquiry.sourceId);
  const points = pointsOf(input, source?.defaultCountry ?? null);
  const outcome = await commandLead(
    ctx,
    { operation: "correctEnquiry", leadId, input, holds: { points, isTest: enquiry.isTest } },
    async ({ em, acting, loaded, carryOut }) => {
      if (ctx.viewer.kind !== "MEMBER") throw new Error("The gate lets only members correct");
      const correctionId = newId();
      const { merchantId } = acting;
      const text = (value: string | null | undefined): string | null => cleanText(value ?? "").trim() || null;
      await write(em, EnquiryCorrection, [
        {
          ...{
            id: correctionId,
            merchantId,
            enquiryId: enquiry.id,
            memberId: ctx.viewer.memberId,
            createdAt: loaded.now,
          },
          ...{ name: text(input.name), email: text(input.email), phone: text(input.phone) },
          ...{ message: text(input.message), serviceInterest: text(input.serviceInterest), reason: text(input.reason) },
        },
      ]);
      const { contactId, isTest } = loaded.lead;
      const name = readName(input.name);
      if (name) await rows(em, sql`UPDATE contacts SET name = ${name}, is_name_typed = true WHERE id = ${contactId}`);
      // Somebody else may be known by one of them: then it stays theirs, and the correction still tells what was meant.
      await addPoints(em, acting, { id: contactId, isTest }, points, loaded.now);
      await carryOut({ kind: "CORRECT_ENQUIRY", enquiryId: enquiry.id, correctionId });
      return { leadId, enquiryId: enquiry.id, correctionId };
    },
  );
  return payload(CorrectEnquiryPayload, outcome);
}
