import { Field, Int, ObjectType } from "type-graphql";
import { Allow } from "../platform/allow.js";
import { graphqlEnum } from "../platform/closed-set.js";
import { connectionOf } from "../platform/page.js";
import { DateTime } from "../platform/scalars.js";
import { type QueueName, queueNames } from "./queue-name.js";

export const QueueNameEnum = graphqlEnum("QueueName", queueNames, "What to do next, the oldest promise first.", {
  UNASSIGNED: "Open leads without an owner, waiting longest first.",
  AWAITING_RESPONSE: "Leads whose contact waits for an answer, due soonest first.",
  FOLLOW_UPS_DUE: "Leads with a follow-up that is due, due longest first; one entry for each lead.",
  DELIVERY_FAILURES: "Leads with a failed delivery that nobody has retried or dismissed, failed longest first.",
  INTAKE_HELD: "Enquiries that are held or rejected and wait for a colleague, held longest first. They have no lead.",
});

@Allow("ADMIN", "MANAGER", "AGENT", "ANALYST")
@ObjectType({
  description: "A queue at a glance. It counts exactly what the viewer would be listed.",
  simpleResolvers: true,
})
export class QueueSummary {
  @Allow("EVERYONE")
  @Field(() => QueueNameEnum, { description: "Which queue." })
  name!: QueueName;

  @Allow("EVERYONE")
  @Field(() => Int, { description: "How many entries it has." })
  count!: number;

  @Field(() => DateTime, { nullable: true, description: "When its longest-standing entry entered (UTC)." })
  oldestEnteredAt!: Date | null;

  @Allow("EVERYONE")
  @Field(() => Int, { description: "How many entries are past their due time." })
  overdueCount!: number;
}

@Allow("EVERYONE")
@ObjectType({ description: "One place in a queue.", simpleResolvers: true })
export class QueueEntry {
  subjectId!: string;

  @Field(() => QueueNameEnum, { description: "Which queue." })
  queue!: QueueName;

  @Field(() => DateTime, { description: "When it entered (UTC)." })
  enteredAt!: Date;

  orderAt!: Date;

  @Field(() => DateTime, {
    nullable: true,
    description: "When the promise behind it is due (UTC): the answer, or the follow-up.",
  })
  dueAt!: Date | null;
}

export const { Connection: QueueEntryConnection } = connectionOf("QueueEntry", () => QueueEntry);
