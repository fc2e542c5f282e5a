import { Field, InputType } from "type-graphql";
import { Allow } from "../platform/allow.js";

@InputType({ description: "Which contacts; all conditions hold together." })
export class ContactFilter {
  @Allow("ADMIN", "MANAGER", "AGENT")
  @Field(() => String, { nullable: true, description: "A part of the name, in capitals or not." })
  name?: string | null;

  @Allow("ADMIN", "MANAGER", "AGENT")
  @Field(() => String, {
    nullable: true,
    description: "A mail address by which the person is known, in any spelling; never a part of one.",
  })
  email?: string | null;

  @Allow("ADMIN", "MANAGER", "AGENT")
  @Field(() => String, {
    nullable: true,
    description:
      "A telephone number by which the person is known, with its country code, in any spelling; never a part of one.",
  })
  phone?: string | null;

  @Allow("ADMIN", "MANAGER", "AGENT", "ANALYST")
  @Field(() => String, { nullable: true, description: "A tag that the person wears, such as `won_customer`." })
  tag?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description: "Labelled tests only, or none of them. Lists show both, labelled, when not given.",
  })
  isTest?: boolean | null;
}
