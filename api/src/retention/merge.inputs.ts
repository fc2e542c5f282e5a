import { Field, ID, InputType } from "type-graphql";
import { Repeatable } from "../leads/lead.inputs.js";

@InputType({ description: "Says that two contacts are one person." })
export class MergeContactsInput extends Repeatable {
  @Field(() => ID, { description: "The contact that goes on, under its own name where it has one." })
  survivorId!: string;

  @Field(() => ID, { description: "The contact that becomes part of it. Its id finds the surviving one for ever." })
  mergedId!: string;

  @Field(() => [ID], {
    nullable: true,
    description:
      "Of each pipeline in which both have a lead, the lead that goes on: it keeps its stage and owner, and takes over the other's lifecycles, wins, messages, notes and promises.",
  })
  survivingLeadIds?: string[] | null;
}
