import { Arg, Ctx, Mutation, Query, Resolver } from "type-graphql";
import { Allow } from "../platform/allow.js";
import type { Context } from "../platform/context.js";
import { correctEnquiry } from "./correct-enquiry.js";
import { CorrectEnquiryInput, RejectEnquiryInput, ReleaseEnquiryInput, SubmitEnquiryInput } from "./enquiry.inputs.js";
import { Enquiry } from "./enquiry.js";
import {
  CorrectEnquiryPayload,
  RejectEnquiryPayload,
  ReleaseEnquiryPayload,
  SubmitEnquiryPayload,
} from "./enquiry.payloads.js";
import { findEnquiryByReceipt } from "./find-enquiries.js";
import { rejectEnquiry, releaseEnquiry } from "./settle-enquiry.js";
import { submitEnquiry } from "./submit-enquiry.js";

@Resolver()
export class EnquiryResolver {
  @Allow("EVERYONE")
  @Query(() => Enquiry, {
    nullable: true,
    description:
      "The enquiry of a receipt. NOT_FOUND when there is none that the caller may see; a partner sees those of its own sources.",
  })
  enquiry(
    @Arg("receiptNumber", () => String, { description: "As in `Enquiry.receiptNumber`." }) receiptNumber: string,
    @Ctx() ctx: Context,
  ): Promise<Enquiry> {
    return findEnquiryByReceipt(ctx, receiptNumber);
  }

  @Allow("ADMIN", "MANAGER", "AGENT", "PARTNER")
  @Mutation(() => SubmitEnquiryPayload, {
    description:
      "Stores what a visitor sent and gives its receipt. Repeating it with the same key and content gives the first receipt again; another content under the key is refused with IDEMPOTENCY_KEY_REUSED. No person is refused: what is wrong with the content becomes its outcome.",
  })
  submitEnquiry(
    @Arg("input", () => SubmitEnquiryInput, { description: "What was sent." }) input: SubmitEnquiryInput,
    @Ctx() ctx: Context,
  ): Promise<SubmitEnquiryPayload> {
    return submitEnquiry(ctx, input);
  }

  @Allow("ADMIN", "MANAGER", "AGENT")
  @Mutation(() => CorrectEnquiryPayload, {
    description: "Puts right, beside the original, what a visitor mistyped. The original never changes.",
  })
  correctEnquiry(
    @Arg("input", () => CorrectEnquiryInput, { description: "What is right." }) input: CorrectEnquiryInput,
    @Ctx() ctx: Context,
  ): Promise<CorrectEnquiryPayload> {
    return correctEnquiry(ctx, input);
  }

  @Allow("ADMIN", "MANAGER", "AGENT")
  @Mutation(() => ReleaseEnquiryPayload, {
    description:
      "Lets an enquiry that was held or rejected reach its lead, as if it had never waited: contact, lead, message, acknowledgement. It leaves INTAKE_HELD. ENQUIRY_NOT_WAITING when it does not wait; if a rule still refuses it, it goes on waiting.",
  })
  releaseEnquiry(
    @Arg("input", () => ReleaseEnquiryInput, { description: "Which one." }) input: ReleaseEnquiryInput,
    @Ctx() ctx: Context,
  ): Promise<ReleaseEnquiryPayload> {
    return releaseEnquiry(ctx, input);
  }

  @Allow("ADMIN", "MANAGER")
  @Mutation(() => RejectEnquiryPayload, {
    description:
      "Ends the wait of an enquiry that is not for a lead, such as spam. It leaves INTAKE_HELD and stays on record with the reason and who gave it. ENQUIRY_NOT_WAITING when it does not wait.",
  })
  rejectEnquiry(
    @Arg("input", () => RejectEnquiryInput, { description: "Which one, and why." }) input: RejectEnquiryInput,
    @Ctx() ctx: Context,
  ): Promise<RejectEnquiryPayload> {
    return rejectEnquiry(ctx, input);
  }
}
