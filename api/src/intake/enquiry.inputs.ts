import { Field, ID, InputType } from "type-graphql";
import { ChannelEnum, type ChannelName } from "../conversations/conversation.js";
import { Repeatable } from "../leads/lead.inputs.js";
import { Allow } from "../platform/allow.js";
import { JSONValue } from "../platform/scalars.js";

@InputType({
  description: "Who wrote, as they wrote it. Nothing here is refused: what cannot be read is kept and matches nobody.",
})
export class EnquiryContactInput {
  @Field(() => String, { nullable: true, description: "Name as typed." })
  name?: string | null;

  @Field(() => String, { nullable: true, description: "Mail address as typed, usable or not." })
  email?: string | null;

  @Field(() => String, { nullable: true, description: "Telephone number as typed, in any spelling." })
  phone?: string | null;
}

@InputType({ description: "What a visitor sent." })
export class SubmitEnquiryInput {
  @Field(() => String, {
    description:
      "1 to 255 characters, made once for a submission and kept through its retries. It never expires: the same key with the same content gives the first receipt again.",
  })
  idempotencyKey!: string;

  @Field(() => ChannelEnum, { description: "By which channel it came." })
  channel!: ChannelName;

  @Field(() => EnquiryContactInput, {
    description: "Who wrote. Empty is possible: the enquiry is then kept as not contactable.",
  })
  contact!: EnquiryContactInput;

  @Field(() => String, { nullable: true, description: "The visitor's words, never changed." })
  message?: string | null;

  @Field(() => String, { nullable: true, description: "What they are interested in." })
  serviceInterest?: string | null;

  @Field(() => String, { nullable: true, description: "The page from which it was sent." })
  sourcePage?: string | null;

  @Field(() => String, {
    nullable: true,
    description: "When the visitor's side says it was sent, in whatever form; kept as sent, and no clock runs by it.",
  })
  submittedAt?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      "Key of the intake source, when the caller is not bound to exactly one; the merchant's first source when not given.",
  })
  sourceKey?: string | null;

  @Field(() => ID, {
    nullable: true,
    description:
      "The campaign that brought it; the source's own when not given. An unknown one is left out, since no person is lost for it.",
  })
  campaignId?: string | null;

  @Allow("ADMIN", "MANAGER", "PARTNER")
  @Field(() => Boolean, {
    nullable: true,
    description: "A labelled test: runs the whole path, meets no real contact, and moves no queue and no figure.",
  })
  isTest?: boolean | null;

  @Field(() => JSONValue, { nullable: true, description: "Everything else that came with it, as sent." })
  fields?: unknown;
}

@InputType({
  description: "Puts right what a visitor mistyped, beside the original. What is not given is not corrected.",
})
export class CorrectEnquiryInput {
  @Field(() => ID, { description: "The enquiry." })
  enquiryId!: string;

  @Field(() => String, { nullable: true, description: "The right name." })
  name?: string | null;

  @Field(() => String, {
    nullable: true,
    description: "The right mail address; becomes another way to recognise the contact.",
  })
  email?: string | null;

  @Field(() => String, {
    nullable: true,
    description: "The right telephone number; becomes another way to recognise the contact.",
  })
  phone?: string | null;

  @Field(() => String, { nullable: true, description: "What the message was meant to say." })
  message?: string | null;

  @Field(() => String, { nullable: true, description: "The right service interest." })
  serviceInterest?: string | null;

  @Field(() => String, { nullable: true, description: "Why it is corrected." })
  reason?: string | null;

  @Field(() => String, {
    nullable: true,
    description: "1 to 255 characters; a repeated request gets the first answer.",
  })
  idempotencyKey?: string | null;
}

@InputType({ description: "Lets an enquiry that waits reach its lead." })
export class ReleaseEnquiryInput extends Repeatable {
  @Field(() => ID, { description: "An enquiry in INTAKE_HELD." })
  enquiryId!: string;
}

@InputType({ description: "Ends the wait of an enquiry that is not for a lead." })
export class RejectEnquiryInput extends ReleaseEnquiryInput {
  @Field(() => String, { description: "Why; it stands in `Enquiry.problem`." })
  reason!: string;
}
