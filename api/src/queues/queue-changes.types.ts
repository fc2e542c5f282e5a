import { type ClassType, createUnionType, Field, ID, Int, ObjectType } from "type-graphql";
import { Allow } from "../platform/allow.js";
import { graphqlEnum } from "../platform/closed-set.js";
import { PageInfo } from "../platform/page.js";
import { DateTime } from "../platform/scalars.js";
import { QueueEntry } from "./queue.types.js";

const cursor = "Opaque; send it as `after` to go on from here, on any node.";
const at = "When it was committed (UTC).";

@Allow("EVERYONE")
@ObjectType({
  description: "The whole queue as it is now, oldest promise first. What follows are the changes to it.",
  simpleResolvers: true,
})
export class QueueSnapshot {
  @Field(() => String, { description: cursor })
  cursor!: string;

  @Field(() => Int, { description: "How many entries there are." })
  count!: number;

  @Field(() => [QueueEntry], { description: "All of them." })
  entries!: QueueEntry[];
}

@Allow("EVERYONE")
@ObjectType({ description: "A lead has come into the queue, or into the viewer's sight.", simpleResolvers: true })
export class QueueEntryEntered {
  @Field(() => String, { description: cursor })
  cursor!: string;

  @Field(() => DateTime, { description: at })
  at!: Date;

  @Field(() => QueueEntry, { description: "The entry with its full current state; applying one twice is harmless." })
  entry!: QueueEntry;
}

@Allow("EVERYONE")
@ObjectType({ description: "A lead in the queue has changed.", simpleResolvers: true })
export class QueueEntryUpdated {
  @Field(() => String, { description: cursor })
  cursor!: string;

  @Field(() => DateTime, { description: at })
  at!: Date;

  @Field(() => QueueEntry, { description: "The entry with its full current state; applying one twice is harmless." })
  entry!: QueueEntry;
}

export const leavings = ["LEFT_QUEUE", "NO_LONGER_VISIBLE"] as const;
export type Leaving = (typeof leavings)[number];
const LeavingEnum = graphqlEnum("QueueLeaving", leavings, "Why an entry is gone from the viewer's queue.", {
  LEFT_QUEUE: "It does not belong in the queue any more.",
  NO_LONGER_VISIBLE: "It may still be in the queue, but the viewer may not see it any more.",
});

@Allow("EVERYONE")
@ObjectType({
  description: "A lead has left the queue, or the viewer's sight; told by its id alone.",
  simpleResolvers: true,
})
export class QueueEntryLeft {
  @Field(() => String, { description: cursor })
  cursor!: string;

  @Field(() => DateTime, { description: at })
  at!: Date;

  @Field(() => ID, { nullable: true, description: "The lead; null in INTAKE_HELD." })
  leadId!: string | null;

  @Field(() => ID, { nullable: true, description: "The enquiry, in INTAKE_HELD." })
  enquiryId!: string | null;

  @Field(() => LeavingEnum, { description: "Why it is gone." })
  reason!: Leaving;
}

@Allow("EVERYONE")
@ObjectType({
  description:
    "Forget what you have: a snapshot follows. Sent when a cursor is too old or foreign, or when the viewer's rights have changed.",
  simpleResolvers: true,
})
export class QueueResync {
  @Field(() => String, { description: "Why, for a log." })
  message!: string;
}

@Allow("EVERYONE")
@ObjectType({ description: "Nothing has happened for 15 seconds, and the stream is alive.", simpleResolvers: true })
export class QueueHeartbeat {
  @Field(() => String, { description: cursor })
  cursor!: string;

  @Field(() => Int, { description: "How many milliseconds the stream is behind the log." })
  lagMs!: number;
}

const types = { QueueSnapshot, QueueEntryEntered, QueueEntryUpdated, QueueEntryLeft, QueueResync, QueueHeartbeat };
export type QueueChangeEvent = InstanceType<(typeof types)[keyof typeof types]>;

export const QueueChangeUnion = createUnionType({
  name: "QueueChange",
  description: "What a stream of a queue tells. A client passes over types that it does not know.",
  types: () => Object.values(types) as [ClassType<QueueSnapshot>],
});

@Allow("EVERYONE")
@ObjectType({ description: "A change and its place in the log.", simpleResolvers: true })
export class QueueChangeEdge {
  @Field(() => String, { description: "Good for `after`." })
  cursor!: string;

  @Field(() => QueueChangeUnion, { description: "The change." })
  node!: QueueChangeEvent;
}

@Allow("EVERYONE")
@ObjectType({ description: "Changes of a queue in the order of commits.", simpleResolvers: true })
export class QueueChangeConnection {
  @Field(() => [QueueChangeUnion], { description: "The changes of this page." })
  nodes!: QueueChangeEvent[];

  @Field(() => [QueueChangeEdge], { description: "The changes of this page with a cursor for each." })
  edges!: QueueChangeEdge[];

  @Field(() => PageInfo, { description: "Where it ends: `endCursor` goes on, also where nothing was for this viewer." })
  pageInfo!: PageInfo;
}
