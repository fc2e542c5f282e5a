import { Ctx, Field, ID, Int, InterfaceType, ObjectType } from "type-graphql";
import { apiKeyNameById } from "../people/find-api-keys.js";
import { memberById } from "../people/find-members.js";
import { Member } from "../people/member.js";
import { Allow } from "../platform/allow.js";
import { graphqlEnum } from "../platform/closed-set.js";
import type { Context } from "../platform/context.js";
import { loadOrNull } from "../platform/loader.js";
import { DateTime } from "../platform/scalars.js";
import { type ActorKind, actorKinds, type LeadEventKind } from "./events.js";
import { HistoryEventKindEnum } from "./history-kinds.js";

const ActorKindEnum = graphqlEnum("ActorKind", actorKinds, "Who did something.", {
  MEMBER: "A person of the merchant.",
  API_KEY: "A partner's program.",
  SYSTEM: "Nobody in particular: the contact came back, a time was reached, a mail server answered.",
  IMPORT: "It was brought along from another system.",
});

@Allow("EVERYONE")
@ObjectType({ description: "Who did something.", simpleResolvers: true })
export class HistoryActor {
  @Field(() => ActorKindEnum, { description: "Of what kind." })
  kind!: ActorKind;

  actorId!: string | null;

  @Field(() => Member, { nullable: true, description: "The member, when it was one." })
  async member(@Ctx() ctx: Context): Promise<Member | null> {
    return loadOrNull(memberById(ctx), this.kind === "MEMBER" ? this.actorId : null);
  }

  @Field(() => String, { nullable: true, description: "What the API key is called now, when it was one." })
  async apiKeyName(@Ctx() ctx: Context): Promise<string | null> {
    const key = await loadOrNull(apiKeyNameById(ctx), this.kind === "API_KEY" ? this.actorId : null);
    return key?.name ?? null;
  }
}

@Allow("EVERYONE")
@ObjectType({ description: "A stage under the name that it had when the event happened.", simpleResolvers: true })
export class HistoryStage {
  @Field(() => String, { description: "Key of the stage." })
  key!: string;

  @Field(() => String, { description: "Its name at that time." })
  name!: string;
}

/** No resolveType: every event is an instance of the class of its kind, which both executors see without waiting. */
@Allow("EVERYONE")
@InterfaceType({
  description:
    "One line of a lead's history: what happened, when, and by whom. It never changes. Its type is one for each `kind`; a field of the same name has the same type in all of them.",
})
export abstract class HistoryEvent {
  leadId!: string;
  actorKind!: ActorKind;
  actorId!: string | null;

  @Field(() => ID, { description: "Opaque id of the event." })
  get id(): string {
    return Buffer.from(`${this.leadId}:${this.sequence}`).toString("base64url");
  }

  @Field(() => Int, { description: "Its place in the history of its lead: 1 for the first event, without gaps." })
  sequence!: number;

  @Field(() => HistoryEventKindEnum, { description: "What happened." })
  kind!: LeadEventKind;

  @Field(() => DateTime, { description: "When it happened (UTC). Events of one command have the same time." })
  at!: Date;

  @Field(() => String, {
    nullable: true,
    description:
      "What set it off, where the kind alone does not tell: for a lead that left won, CORRECTION or NEW_NEED; for one whose stage was taken out of its pipeline, PIPELINE_CHANGED. Null otherwise.",
  })
  cause!: string | null;

  @Allow("ADMIN", "MANAGER", "AGENT")
  @Field(() => HistoryActor, { nullable: true, description: "Who did it." })
  actor(): HistoryActor {
    return Object.assign(new HistoryActor(), { kind: this.actorKind, actorId: this.actorId });
  }
}
