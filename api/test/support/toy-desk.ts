import {
  Arg,
  Args,
  ArgsType,
  Ctx,
  createUnionType,
  Field,
  FieldResolver,
  Float,
  ID,
  InputType,
  Int,
  InterfaceType,
  Mutation,
  ObjectType,
  Query,
  Resolver,
  Root,
  registerEnumType,
  Subscription,
} from "type-graphql";
import { Allow, allowValues } from "../../src/platform/allow.js";
import type { Context } from "../../src/platform/context.js";
import { ApiError } from "../../src/platform/errors.js";
import { connectionOf, decodeCursor, encodeCursor, PageArgs, toConnection } from "../../src/platform/page.js";
import { DateTime, Duration, JSONValue, PhoneNumber, parseId } from "../../src/platform/scalars.js";

// A desk small enough to keep in one file, with everything a schema can do to a gate and an executor.

const ToyStage = { NEW: "new", WON: "won" } as const;
registerEnumType(ToyStage, { name: "ToyStage", description: "Where a lead stands." });

const ToyOrder = { NEWEST: "createdAt desc", PHONE: "phone asc" } as const;
registerEnumType(ToyOrder, { name: "ToyOrder", description: "How leads are sorted." });
allowValues("ToyOrder", { PHONE: ["ADMIN", "MANAGER"] });

@Allow("EVERYONE")
@InterfaceType({ description: "Something that happened." })
export abstract class ToyEvent {
  @Field(() => DateTime, { description: "When." })
  at!: Date;

  @Allow("ADMIN", "MANAGER", "AGENT")
  @Field(() => String, { nullable: true, description: "Who did it." })
  actor!: string | null;
}

@ObjectType({ implements: ToyEvent, description: "A lead moved." })
export class ToyMoved extends ToyEvent {
  @Field(() => ToyStage, { description: "Whereto." })
  to!: string;
}

@ObjectType({ implements: ToyEvent, description: "Somebody wrote a note." })
export class ToyNoted extends ToyEvent {
  @Allow("ADMIN")
  @Field(() => String, { nullable: true, description: "What it says." })
  text!: string | null;
}

@Allow("EVERYONE")
@ObjectType({ description: "A person." })
export class ToyContact {
  @Field(() => String, { description: "What to call them." })
  name!: string;

  @Allow("ADMIN", "MANAGER")
  @Field(() => PhoneNumber, { nullable: true, description: "Where to call them." })
  phone!: string | null;

  @Field(() => [String], { description: "How they are sorted." })
  tags!: string[];
}

@Allow("EVERYONE")
@ObjectType({ description: "A lead." })
export class ToyLead {
  @Field(() => ID, { description: "Its id." })
  id!: string;

  @Field(() => ToyStage, { description: "Where it stands." })
  stage!: string;

  @Field(() => DateTime, { description: "Since when." })
  createdAt!: Date;

  @Field(() => Float, { nullable: true, description: "How likely." })
  score!: number | null;

  @Field(() => ToyContact, { nullable: true, description: "Whose." })
  contact!: ToyContact | null;
}

const leadPages = connectionOf("ToyLead", () => ToyLead, { totalCount: true });
const eventPages = connectionOf("ToyEvent", () => ToyMoved);

const ToyHit = createUnionType({
  name: "ToyHit",
  description: "What a search finds.",
  types: () => [ToyLead, ToyContact] as const,
});

@InputType({ description: "What every new thing says." })
class ToyBasics {
  @Allow("ADMIN")
  @Field(() => Boolean, { nullable: true, description: "Whether it counts." })
  isTest?: boolean | null;
}

@InputType({ description: "A person, as sent." })
class ToyContactInput {
  @Field(() => String, { nullable: true, description: "Their name." })
  name?: string | null;

  @Allow("ADMIN", "MANAGER")
  @Field(() => Int, { nullable: true, description: "Our own opinion of them." })
  score?: number | null;
}

@InputType({ description: "A new lead." })
class ToySubmitInput extends ToyBasics {
  @Field(() => String, { description: "What they wrote." })
  message!: string;

  @Field(() => [ToyContactInput], { nullable: true, description: "Who they are." })
  contacts?: ToyContactInput[] | null;

  @Field(() => ToyStage, { nullable: true, description: "Where it starts." })
  stage?: string | null;

  @Field(() => DateTime, { nullable: true, description: "When it was sent." })
  sentAt?: Date | null;

  @Field(() => Duration, { nullable: true, description: "How long it may wait." })
  wait?: string | null;

  @Field(() => JSONValue, { nullable: true, description: "All else." })
  fields?: unknown;

  @Field(() => Int, { defaultValue: 3, description: "How urgent." })
  urgency!: number;
}

@ArgsType()
class ToyLeadsArgs extends PageArgs {
  @Field(() => ToyOrder, { nullable: true, description: "Sorted how." })
  orderBy?: string;

  @Allow("ADMIN", "MANAGER")
  @Field(() => String, { nullable: true, description: "Only those with this number." })
  phone?: string | null;
}

export const toyLeadIds = ["01890000-0000-7000-8000-000000000001", "01890000-0000-7000-8000-000000000002"] as const;

const day = (number: number) => new Date(Date.UTC(2026, 0, number, 9, 30));

function toyLead(id: string): ToyLead {
  const contact = Object.assign(new ToyContact(), { name: "Ada", phone: "+4930123456", tags: ["vip"] });
  return Object.assign(new ToyLead(), { id, stage: "new", createdAt: day(1), score: null, contact });
}

/** What the resolvers do, for tests that must see that nothing ran. */
export const toyCalls: string[] = [];

/** Set by a test that subscribes. */
export const toyFeed: { open(ctx: Context): AsyncIterable<unknown> } = {
  open: () => {
    throw new Error("no test has opened the feed");
  },
};

@Resolver(() => ToyLead)
export class ToyDesk {
  @Allow("EVERYONE")
  @Query(() => ToyLead, { nullable: true, description: "One lead." })
  lead(@Arg("id", () => ID, { description: "Its id." }) id: string): ToyLead | null {
    toyCalls.push("lead");
    const known = parseId(id, ["id"]);
    return toyLeadIds.some((each) => each === known) ? toyLead(known) : null;
  }

  @Allow("EVERYONE")
  @Query(() => leadPages.Connection, { description: "All leads." })
  leads(@Args(() => ToyLeadsArgs) args: ToyLeadsArgs, @Ctx() { viewer }: Context) {
    toyCalls.push("leads");
    const scope = `${viewer.merchantId} leads`;
    const after = args.after ? decodeCursor(scope, args.after)[0] : null;
    const rows = toyLeadIds.filter((id) => after === null || id > String(after)).map(toyLead);
    const page = rows.slice(0, args.first + 1);
    return toConnection(
      page,
      args,
      ({ id }) => encodeCursor(scope, [id]),
      async () => toyLeadIds.length,
    );
  }

  @Allow("EVERYONE")
  @Query(() => [ToyHit], { description: "Leads and people." })
  search(@Arg("text", () => String, { description: "What to look for." }) _text: string) {
    return [toyLead(toyLeadIds[0]), toyLead(toyLeadIds[1]).contact];
  }

  @Allow("ADMIN")
  @Query(() => String, { description: "For one role alone." })
  secretReport(): string {
    toyCalls.push("secretReport");
    return "figures";
  }

  @Allow("EVERYONE")
  @Query(() => JSONValue, { nullable: true, description: "The arguments as a resolver gets them." })
  echo(
    @Arg("input", () => ToySubmitInput, { nullable: true, description: "Anything." }) input: ToySubmitInput,
    @Arg("list", () => [Int], { nullable: true, description: "Numbers." }) list: number[] | null,
    @Arg("count", () => Int, { defaultValue: 7, description: "A number with a default." }) count: number,
    @Arg("json", () => JSONValue, { nullable: true, description: "Anything." }) json: unknown,
    @Arg("at", () => DateTime, { defaultValue: day(2), description: "An instant with a default." }) at: Date,
  ): unknown {
    return { input: { ...input }, list, count, json, at: at instanceof Date ? at.toISOString() : typeof at };
  }

  @Allow("EVERYONE")
  @Query(() => String, { nullable: true, description: "Fails as a database does." })
  leak(): string {
    throw new Error('relation "lead" does not exist: postgres://user:secret@db.internal');
  }

  @Allow("EVERYONE")
  @Query(() => String, { nullable: true, description: "Never answers." })
  stuck(): Promise<string> {
    return new Promise(() => {});
  }

  @Allow("EVERYONE")
  @Query(() => String, { nullable: true, description: "Fails as a rule does." })
  missing(): string {
    throw new ApiError("NOT_FOUND", "No such lead.", { lead: "x" });
  }

  @Allow("ADMIN", "MANAGER", "AGENT")
  @Mutation(() => ToyLead, { nullable: true, description: "Takes a lead in." })
  async submit(
    @Arg("input", () => ToySubmitInput, { description: "The lead." }) input: ToySubmitInput,
  ): Promise<ToyLead> {
    toyCalls.push(`submit ${input.message}`);
    return toyLead(toyLeadIds[0]);
  }

  @Allow("ADMIN", "MANAGER", "AGENT", "ANALYST")
  @Subscription(() => ToyLead, {
    description: "A lead, each time it changes.",
    subscribe: ({ context }) => toyFeed.open(context),
  })
  leadChanges(
    @Root() event: { id: string; fails?: boolean },
    @Arg("leadId", () => ID, { nullable: true, description: "Which." }) _leadId: string | null,
    @Arg("first", () => Int, { nullable: true, defaultValue: 1, description: "How many at once." }) _first: number,
  ): ToyLead {
    if (event.fails) throw new Error("postgres://user:secret@db.internal");
    return toyLead(event.id);
  }

  @FieldResolver(() => [ToyEvent], { description: "What happened." })
  history(): ToyEvent[] {
    return [
      Object.assign(new ToyMoved(), { at: day(3), actor: "Bo", to: "won" }),
      Object.assign(new ToyNoted(), { at: day(4), actor: null, text: "called" }),
    ];
  }

  @FieldResolver(() => ToyEvent, { nullable: true, description: "What happened last." })
  async lastEvent(@Root() lead: ToyLead): Promise<unknown> {
    return lead.id === toyLeadIds[0] ? { __typename: "ToyNoted", at: day(4), actor: "Bo", text: null } : { at: day(4) };
  }

  @FieldResolver(() => eventPages.Connection, { description: "What happened, by pages." })
  async moves(@Args(() => PageArgs) args: PageArgs) {
    const moves = [1, 2, 3].map((n) => Object.assign(new ToyMoved(), { at: day(n), actor: "Bo", to: "won" }));
    return toConnection(moves.slice(0, args.first + 1), args, ({ at }) => encodeCursor("moves", [at.toISOString()]));
  }

  @FieldResolver(() => eventPages.Connection, { nullable: true, description: "A page whose cursors fail." })
  async torn(@Args(() => PageArgs) args: PageArgs) {
    return toConnection([Object.assign(new ToyMoved(), { at: day(1), actor: "Bo", to: "won" })], args, () => {
      throw new Error("no cursor");
    });
  }

  @FieldResolver(() => ToyLead, { nullable: true, description: "The lead it came from." })
  async origin(@Root() lead: ToyLead): Promise<ToyLead | null> {
    return lead.id === toyLeadIds[0] ? toyLead(toyLeadIds[1]) : null;
  }

  @FieldResolver(() => String, { description: "Never null, and fails for the second lead." })
  async fragile(@Root() lead: ToyLead): Promise<string> {
    if (lead.id === toyLeadIds[1]) throw new ApiError("NOT_FOUND", "Gone.");
    return "whole";
  }

  @FieldResolver(() => String, { description: "Never null, and null for the second lead." })
  solid(@Root() lead: ToyLead): string | null {
    return lead.id === toyLeadIds[1] ? null : "whole";
  }

  @FieldResolver(() => Int, { nullable: true, description: "Not the number it should be." })
  crooked(): unknown {
    return "many";
  }

  @FieldResolver(() => Int, { nullable: true, description: "All of them together." })
  sum(@Arg("list", () => [Int], { nullable: true, description: "Numbers." }) list: number[] | null): number | null {
    return list?.reduce((total, number) => total + number, 0) ?? null;
  }
}
