import { Ctx, Field, ID, Int, ObjectType } from "type-graphql";
import { Allow } from "../platform/allow.js";
import type { Context } from "../platform/context.js";
import { DateTime } from "../platform/scalars.js";
import { defineUserError, UserError } from "../platform/user-error.js";
import { findLead } from "./find-leads.js";
import { Lead } from "./lead.js";

@Allow("EVERYONE")
@ObjectType({ implements: UserError, description: "The pipeline has no such move." })
class TransitionNotAllowed extends UserError {
  @Field(() => String, { description: "Key of the stage in which the lead is." })
  from!: string;

  @Field(() => String, { description: "Key of the stage that was asked for." })
  to!: string;

  @Field(() => [String], { description: "Keys of the stages to which this caller may move it." })
  allowed!: string[];
}

@Allow("EVERYONE")
@ObjectType({ implements: UserError, description: "Somebody else changed the lead, or the pipeline, in the meantime." })
class VersionConflict extends UserError {
  leadId!: string | null;

  @Field(() => Int, { description: "The version that the caller knew." })
  expected!: number;

  @Field(() => Int, { description: "The version that it has." })
  current!: number;

  @Field(() => Lead, { nullable: true, description: "The lead as it is now; null when it is about a pipeline." })
  lead(@Ctx() ctx: Context): Promise<Lead | null> {
    return findLead(ctx, this.leadId);
  }
}

@Allow("EVERYONE")
@ObjectType({ implements: UserError, description: "A colleague was faster." })
class AlreadyClaimed extends UserError {
  leadId!: string;

  @Field(() => Lead, { nullable: true, description: "The lead, if this caller may see it now that it has an owner." })
  lead(@Ctx() ctx: Context): Promise<Lead | null> {
    return findLead(ctx, this.leadId);
  }
}

@Allow("EVERYONE")
@ObjectType({ implements: UserError, description: "The time in which a win can be voided is over." })
class WindowClosed extends UserError {
  @Field(() => DateTime, { description: "When it ended (UTC)." })
  closedAt!: Date;
}

@Allow("EVERYONE")
@ObjectType({ implements: UserError, description: "The win can still be voided as a mistake." })
class WindowOpen extends UserError {
  @Field(() => DateTime, { description: "When that time ends (UTC); from then on the win can be reversed." })
  closesAt!: Date;
}

@Allow("EVERYONE")
@ObjectType({ implements: UserError, description: "A later win of the lead stands." })
class NotNewestConversion extends UserError {
  @Field(() => ID, { description: "The win that would have to be voided first." })
  newestConversionId!: string;
}

@Allow("EVERYONE")
@ObjectType({ implements: UserError, description: "Of two leads in one pipeline it has to be said which one goes on." })
class SurvivingLeadRequired extends UserError {
  @Field(() => [ID], { description: "The leads among which to choose, two of each pipeline." })
  leadIds!: string[];
}

/** What a lead's refusals say beside their sentence. */
export function defineLeadUserErrors(): void {
  defineUserError("TRANSITION_NOT_ALLOWED", TransitionNotAllowed);
  defineUserError("VERSION_CONFLICT", VersionConflict);
  defineUserError("ALREADY_CLAIMED", AlreadyClaimed);
  defineUserError("WINDOW_CLOSED", WindowClosed);
  defineUserError("WINDOW_OPEN", WindowOpen);
  defineUserError("SURVIVING_LEAD_REQUIRED", SurvivingLeadRequired);
  defineUserError("NOT_NEWEST_CONVERSION", NotNewestConversion);
}
