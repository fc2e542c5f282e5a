import { Arg, Args, Ctx, Int, Query, Resolver, Root, Subscription } from "type-graphql";
import { Allow } from "../platform/allow.js";
import type { Context } from "../platform/context.js";
import { type Connection, PageArgs } from "../platform/page.js";
import { type ChangePage, findChangesSince } from "./changes-since.js";
import { findQueue, findQueues } from "./find-queues.js";
import { type QueueEntry, QueueEntryConnection, QueueNameEnum, QueueSummary } from "./queue.types.js";
import { QueueChangeConnection, type QueueChangeEvent, QueueChangeUnion } from "./queue-changes.types.js";
import type { QueueName } from "./queue-name.js";
import { watchQueue } from "./watch-queue.js";

const includeTestMeaning = "Labelled tests too, which otherwise stand in no queue.";

@Resolver()
export class QueueResolver {
  @Allow("ADMIN", "MANAGER", "AGENT", "ANALYST")
  @Query(() => [QueueSummary], { description: "Every queue at a glance, counting what the viewer would be listed." })
  queues(
    @Arg("includeTest", () => Boolean, { defaultValue: false, description: includeTestMeaning }) includeTest: boolean,
    @Ctx() ctx: Context,
  ): Promise<QueueSummary[]> {
    return findQueues(ctx, includeTest);
  }

  @Allow("ADMIN", "MANAGER", "AGENT", "ANALYST")
  @Query(() => QueueEntryConnection, { description: "The entries of a queue, oldest promise first." })
  queue(
    @Arg("name", () => QueueNameEnum, { description: "Which queue." }) name: QueueName,
    @Arg("includeTest", () => Boolean, { defaultValue: false, description: includeTestMeaning }) includeTest: boolean,
    @Args(() => PageArgs) page: PageArgs,
    @Ctx() ctx: Context,
  ): Promise<Connection<QueueEntry>> {
    return findQueue(ctx, name, includeTest, page);
  }

  @Allow("ADMIN", "MANAGER", "AGENT", "ANALYST")
  @Query(() => QueueChangeConnection, {
    description:
      "What `queueChanges` would have told since a cursor, for clients that ask now and then. A cursor that cannot be gone on from gives QueueResync and a snapshot.",
  })
  queueChangesSince(
    @Arg("queue", () => QueueNameEnum, { description: "Which queue." }) queue: QueueName,
    @Arg("includeTest", () => Boolean, { defaultValue: false, description: includeTestMeaning }) includeTest: boolean,
    @Arg("after", () => String, { description: "The cursor of the last change that was seen." }) after: string,
    @Arg("first", () => Int, { defaultValue: 100, description: "How many changes, 1 to 100." }) first: number,
    @Ctx() ctx: Context,
  ): Promise<ChangePage> {
    return findChangesSince(ctx, { queue, includeTest, after }, first);
  }

  @Allow("ADMIN", "MANAGER", "AGENT", "ANALYST")
  @Subscription(() => QueueChangeUnion, {
    description:
      "A queue, live: without `after` first a snapshot, then every change in the order of commits. With `after` everything since, with no gap and no repeat; when that is not possible, QueueResync and a snapshot.",
    subscribe: ({ args, context }) =>
      watchQueue(context as Context, {
        queue: args.queue as QueueName,
        includeTest: args.includeTest === true,
        after: (args.after as string | null | undefined) ?? null,
      }),
  })
  queueChanges(
    @Arg("queue", () => QueueNameEnum, { description: "Which queue." }) _queue: QueueName,
    @Arg("includeTest", () => Boolean, { defaultValue: false, description: includeTestMeaning }) _includeTest: boolean,
    @Arg("after", () => String, { nullable: true, description: "The cursor of the last change that was seen." }) _after:
      | string
      | null,
    @Root() event: QueueChangeEvent,
  ): QueueChangeEvent {
    return event;
  }
}
