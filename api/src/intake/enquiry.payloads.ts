import { Ctx, Field, ObjectType } from "type-graphql";
import { findLead } from "../leads/find-leads.js";
import { Lead } from "../leads/lead.js";
import { LeadPayload } from "../leads/lead.payloads.js";
import { Allow } from "../platform/allow.js";
import type { Context } from "../platform/context.js";
import { Payload } from "../platform/payload.js";
import { Enquiry, EnquiryOutcomeEnum, type EnquiryOutcomeName } from "./enquiry.js";
import { EnquiryCorrection } from "./enquiry-correction.js";
import { findCorrection, getEnquiry, getOutcome, getReceipt } from "./find-enquiries.js";

@Allow("EVERYONE")
@ObjectType({ description: "The receipt. It always comes, whatever became of the enquiry." })
export class SubmitEnquiryPayload extends Payload {
  enquiryId!: string;
  leadId!: string | null;

  @Field(() => Enquiry, { description: "What was stored, with its receipt number." })
  enquiry(@Ctx() ctx: Context): Promise<Enquiry> {
    return getReceipt(ctx, this.enquiryId);
  }

  @Field(() => EnquiryOutcomeEnum, { description: "What became of it." })
  outcome(@Ctx() ctx: Context): Promise<EnquiryOutcomeName> {
    return getOutcome(ctx, this.enquiryId);
  }

  @Field(() => Lead, {
    nullable: true,
    description: "The lead it reached, if the caller may see it. Null tells nothing of whether the person was known.",
  })
  lead(@Ctx() ctx: Context): Promise<Lead | null> {
    return findLead(ctx, this.leadId);
  }
}

@Allow("EVERYONE")
@ObjectType({ description: "What correctEnquiry did." })
export class CorrectEnquiryPayload extends LeadPayload {
  enquiryId!: string | null;
  correctionId!: string | null;

  @Field(() => Enquiry, { nullable: true, description: "The enquiry, as the visitor sent it." })
  async enquiry(@Ctx() ctx: Context): Promise<Enquiry | null> {
    return this.enquiryId ? getEnquiry(ctx, this.enquiryId) : null;
  }

  @Field(() => EnquiryCorrection, { nullable: true, description: "The correction beside it." })
  async correction(@Ctx() ctx: Context): Promise<EnquiryCorrection | null> {
    return this.enquiryId && this.correctionId ? findCorrection(ctx, this.enquiryId, this.correctionId) : null;
  }
}

@Allow("EVERYONE")
@ObjectType({ description: "What releaseEnquiry did." })
export class ReleaseEnquiryPayload extends LeadPayload {
  enquiryId!: string | null;

  @Field(() => Enquiry, { nullable: true, description: "The enquiry, which has now been accepted." })
  async enquiry(@Ctx() ctx: Context): Promise<Enquiry | null> {
    return this.enquiryId ? getReceipt(ctx, this.enquiryId) : null;
  }
}

@Allow("EVERYONE")
@ObjectType({ description: "What rejectEnquiry did." })
export class RejectEnquiryPayload extends Payload {
  enquiryId!: string | null;

  @Field(() => Enquiry, { nullable: true, description: "The enquiry, which stays on record." })
  async enquiry(@Ctx() ctx: Context): Promise<Enquiry | null> {
    return this.enquiryId ? getReceipt(ctx, this.enquiryId) : null;
  }
}
