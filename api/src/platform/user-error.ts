import { type ClassType, Field, InterfaceType, ObjectType } from "type-graphql";
import { Allow } from "./allow.js";
import { graphqlEnum } from "./closed-set.js";
import type { Refusal } from "./errors.js";

const meanings = {
  TRANSITION_NOT_ALLOWED: "The pipeline has no such move from the lead's stage for this caller.",
  REASON_REQUIRED: "This move needs a reason.",
  FOLLOW_UP_REQUIRED: "This move needs a promised next action.",
  LEAD_NOT_FOUND: "Of several leads, this one does not exist or may not be known to exist.",
  NOT_ALL_MOVED: "Another lead of an atomic request was refused, so none was moved.",
  OWNER_REQUIRED: "This move needs a lead with an owner.",
  VERSION_CONFLICT: "The lead or pipeline is newer than the version that the caller knew.",
  ALREADY_CLAIMED: "A colleague was faster and owns the lead.",
  ASSIGNMENT_NOT_ALLOWED: "This caller may not give the lead to that member.",
  MEMBER_NOT_ASSIGNABLE: "This member is suspended or has a role that owns no leads.",
  QUEUE_EMPTY: "Nothing is left to claim in the queue.",
  WINDOW_CLOSED: "The time in which a win can be voided is over.",
  NOT_NEWEST_CONVERSION: "A later win of the lead stands; it goes first.",
  NOT_YOUR_CONVERSION: "An agent may void or add to own wins only.",
  WINDOW_OPEN: "The win can still be voided; it can be reversed once that time is over.",
  ALREADY_VOIDED: "The win was voided as a mistake, so there is nothing to reverse.",
  ALREADY_REVERSED: "The win was reversed before.",
  LEAD_NOT_WON: "A further sale needs a lead that is in its WON stage.",
  TO_STAGE_REQUIRED: "The lead is still in won and has to be told where to go.",
  CONTACT_UNREACHABLE: "The contact left no address for this channel.",
  DELIVERY_NOT_FAILED: "Only a failed delivery can be tried again.",
  SAME_CONTACT: "Both ids are of one contact.",
  TEST_WITH_REAL: "A labelled test is never merged with a real person.",
  SURVIVING_LEAD_REQUIRED: "Both contacts have a lead in the same pipeline, and nobody said which one goes on.",
  ENQUIRY_NOT_WAITING: "The enquiry reached a lead, or somebody has settled it already.",
  LAST_ADMIN: "The merchant would be left without an active administrator.",
  OWN_MEMBERSHIP: "Nobody suspends or demotes themselves.",
} as const;

export type UserErrorCode = keyof typeof meanings;
const codes = Object.keys(meanings) as [UserErrorCode, ...UserErrorCode[]];
const UserErrorCodeEnum = graphqlEnum("UserErrorCode", codes, "Why a rule refused. Nothing was changed.", meanings);

const types = new Map<UserErrorCode, ClassType<UserError>>();

@Allow("EVERYONE")
@InterfaceType({
  description: "An expected business outcome: a rule said no, and nothing was changed. Narrow it by `code`.",
})
export abstract class UserError {
  @Field(() => UserErrorCodeEnum, { description: "Which rule, for programs." })
  code!: UserErrorCode;

  @Field(() => String, { description: "What to do about it, for people, in English." })
  message!: string;

  @Field(() => [String], {
    nullable: true,
    description: 'Where in the input it lies, such as `["reason"]`; null when it is not one field.',
  })
  path!: string[] | null;
}

/** A code whose error says more than the sentence has a type of its own, in the room that knows what it says. */
export function defineUserError(code: UserErrorCode, type: ClassType<UserError>): void {
  types.set(code, type);
}

/** The types of all codes, for the schema; a code that nobody gave a type has one with nothing but the sentence. */
export function userErrorTypes(): ClassType<UserError>[] {
  return codes.map((code) => {
    const type = types.get(code) ?? plainType(code);
    types.set(code, type);
    return type;
  });
}

function plainType(code: UserErrorCode): ClassType<UserError> {
  const name = code.toLowerCase().replace(/(?:^|_)(\w)/g, (_match, letter: string) => letter.toUpperCase());
  @Allow("EVERYONE")
  @ObjectType(name, { implements: UserError, description: meanings[code] })
  class PlainUserError extends UserError {}
  return PlainUserError;
}

/** A refusal in a result that is kept: all but its stack. */
export type KeptRefusal = Pick<Refusal, "code" | "message" | "details" | "path">;

/** The one place where a refusal becomes what the caller reads. */
export function userErrorOf(refusal: KeptRefusal): UserError {
  const code = codes.find((known) => known === refusal.code);
  const type = code && types.get(code);
  if (!code || !type) throw new Error(`A refusal has the undeclared code ${refusal.code}`, { cause: refusal });
  return Object.assign(new type(), refusal.details, { code, message: refusal.message, path: refusal.path ?? null });
}
