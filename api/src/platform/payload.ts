import { Field, ObjectType } from "type-graphql";
import { Allow } from "./allow.js";
import type { Outcome } from "./command.js";
import { UserError, userErrorOf } from "./user-error.js";

/** What every mutation answers with beside the records it changed, which are null exactly when it was refused. */
@Allow("EVERYONE")
@ObjectType()
export abstract class Payload {
  @Field(() => [UserError], { description: "The rules that refused; empty when it was done." })
  userErrors!: UserError[];

  @Field(() => Boolean, {
    description: "True when this is the kept answer to a request that was made before with the same key.",
  })
  replayed!: boolean;
}

/** A result gives the ids under which the payload reads the records back; a refusal gives none. */
export function payload<P extends Payload>(type: new () => P, { result, refusal, replayed }: Outcome<object>): P {
  return Object.assign(new type(), result ?? {}, { userErrors: refusal ? [userErrorOf(refusal)] : [], replayed });
}
