import { Arg, Ctx, Mutation, Query, Resolver } from "type-graphql";
import { Allow } from "../platform/allow.js";
import type { Context } from "../platform/context.js";
import { correctEnquiry } from "./correct-enquiry.js";
import { CorrectEnquiryInput, SubmitEnquiryInput } from "./enquiry.inputs.js";
import { Enquiry } from "./enquiry.js";
import { CorrectEnquiryPayload, SubmitEnquiryPayload } from "./enquiry.payloads.js";
import { findEnquiryByReceipt } from "./find-enquiries.js";
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
}
