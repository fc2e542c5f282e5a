import { printSchemaWithDirectives } from "@graphql-tools/utils";
import { lexicographicSortSchema } from "graphql";
import {
  Arg,
  buildSchema,
  type ClassType,
  Field,
  FieldResolver,
  InputType,
  InterfaceType,
  Mutation,
  ObjectType,
  Query,
  Resolver,
} from "type-graphql";
import { buildToySchema } from "../../test/support/toy-schema.js";
import { Allow } from "./allow.js";
import { drawPermissions } from "./permissions-document.js";
import { applyPolicy } from "./policy.js";

const everyone = ["ADMIN", "MANAGER", "AGENT", "ANALYST", "PARTNER"];

describe("A schema whose rules have gaps does not start:", () => {
  it("names every operation and every field that says nothing, all at once", async () => {
    @ObjectType()
    class Silent {
      @Field(() => String)
      one!: string;

      @Allow("EVERYONE")
      @Field(() => String)
      two!: string;
    }
    @Resolver()
    class SilentDesk {
      @Query(() => Silent)
      silent(): Silent {
        return new Silent();
      }

      @Mutation(() => Silent)
      change(): Silent {
        return new Silent();
      }
    }

    await expect(applied(SilentDesk)).rejects.toThrow(
      [
        "The schema's @Allow rules are incomplete:",
        "Mutation.change says not who may call it",
        "Query.silent says not who may call it",
        "Silent.one says not who may see it, and neither does its class",
      ].join("\n"),
    );
  });

  it("takes no rule of the resolver's class for its operations", async () => {
    @Allow("ADMIN")
    @Resolver()
    class GuardedDesk {
      @Query(() => String)
      unguarded(): string {
        return "";
      }
    }

    await expect(applied(GuardedDesk)).rejects.toThrow("Query.unguarded says not who may call it");
  });

  it("does not let a restricted field be required, or null would tear down what is around it", async () => {
    @Allow("EVERYONE")
    @ObjectType()
    class Strict {
      @Allow("ADMIN")
      @Field(() => String)
      phone!: string;
    }

    await expect(applied(deskOf(Strict))).rejects.toThrow("Strict.phone is restricted, so it must be nullable");
  });

  it("does not choose between two rules", async () => {
    @Allow("EVERYONE")
    @ObjectType()
    class Torn {
      @Allow("ADMIN")
      @Field(() => String, { nullable: true })
      name!: string | null;
    }
    @Resolver(() => Torn)
    class TornDesk {
      @Allow("EVERYONE")
      @Query(() => Torn)
      torn(): Torn {
        return new Torn();
      }

      @Allow("MANAGER")
      @FieldResolver(() => String, { nullable: true })
      name(): string {
        return "";
      }
    }

    await expect(applied(TornDesk)).rejects.toThrow("Torn.name has two rules");
  });
});

describe("A rule", () => {
  it("of a field wins over that of its class, and holds for what is inherited", async () => {
    @Allow("ADMIN")
    @ObjectType()
    class Parent {
      @Field(() => String, { nullable: true })
      inherited!: string | null;

      @Allow("ADMIN", "MANAGER")
      @Field(() => String, { nullable: true })
      redeclared!: string | null;

      @Allow("ADMIN")
      @Field(() => String, { nullable: true })
      loosened!: string | null;
    }
    @Allow("ADMIN", "AGENT")
    @ObjectType()
    class Child extends Parent {
      @Field(() => String, { nullable: true })
      declare redeclared: string | null;

      @Allow("EVERYONE")
      @Field(() => String, { nullable: true })
      declare loosened: string | null;

      @Field(() => String, { nullable: true })
      own!: string | null;
    }
    const { policy } = await applied(deskOf(Child));

    expect(policy.fields).toMatchObject({
      "Child.inherited": ["ADMIN", "AGENT"],
      "Child.redeclared": ["ADMIN", "MANAGER"],
      "Child.loosened": everyone,
      "Child.own": ["ADMIN", "AGENT"],
    });
  });

  it("of an interface's field holds in every type behind it", async () => {
    @Allow("EVERYONE")
    @InterfaceType()
    abstract class Happening {
      @Allow("ADMIN")
      @Field(() => String, { nullable: true })
      actor!: string | null;
    }
    @ObjectType({ implements: Happening })
    class Arrival extends Happening {}
    const { policy } = await applied(deskOf(Arrival));

    expect(policy.fields).toEqual({ "Arrival.actor": ["ADMIN"], "Happening.actor": ["ADMIN"] });
  });

  it("of an input field holds where the input is inherited, and over that of its class", async () => {
    @InputType()
    class Basics {
      @Allow("ADMIN")
      @Field(() => Boolean, { nullable: true })
      isTest?: boolean;
    }
    @Allow("ADMIN", "MANAGER")
    @InputType()
    class Order extends Basics {
      @Allow("EVERYONE")
      @Field(() => String)
      text!: string;

      @Field(() => String, { nullable: true })
      note?: string;
    }
    @Resolver()
    class OrderDesk {
      @Allow("EVERYONE")
      @Query(() => String)
      order(@Arg("order", () => Order) order: Order): string {
        return order.text;
      }
    }
    const { policy } = await applied(OrderDesk);

    expect(policy.inputs).toEqual({ "Order.isTest": ["ADMIN"], "Order.note": ["ADMIN", "MANAGER"] });
  });
});

describe("The rules of a schema", () => {
  it("stand in the printed schema as directives, and in the descriptions", async () => {
    const { schema } = await buildToySchema();
    const printed = printSchemaWithDirectives(lexicographicSortSchema(schema));

    expect(printed).toContain(
      'directive @visibleTo(\n  """The roles that may."""\n  roles: [Role!]!\n) on ARGUMENT_DEFINITION | ENUM_VALUE | FIELD_DEFINITION | INPUT_FIELD_DEFINITION',
    );
    expect(printed).toContain(
      '"""Where to call them. Visible to: ADMIN, MANAGER."""\n  phone: PhoneNumber @visibleTo(roles: [ADMIN, MANAGER])',
    );
    expect(printed).toContain(
      '"""For one role alone. Allowed to: ADMIN."""\n  secretReport: String! @visibleTo(roles: [ADMIN])',
    );
    expect(printed).toContain(
      '"""Whether it counts. Allowed to: ADMIN."""\n  isTest: Boolean @visibleTo(roles: [ADMIN])',
    );
    expect(printed).toContain("PHONE @visibleTo(roles: [ADMIN, MANAGER])");
    expect(printed).toMatch(/phone: String @visibleTo\(roles: \[ADMIN, MANAGER\]\)/);
  });

  it("keep the defaults of arguments as they were", async () => {
    const { schema } = await buildToySchema();
    const argument = (name: string) =>
      schema
        .getQueryType()
        ?.getFields()
        .echo?.args.find((each) => each.name === name);

    expect(argument("count")?.defaultValue).toBe(7);
    expect(argument("at")?.defaultValue).toEqual(new Date("2026-01-02T09:30:00.000Z"));
  });

  it("are drawn as tables that change by one line when a rule does", () => {
    const drawn = drawPermissions({
      operations: { "Mutation.erase": ["ADMIN"], "Query.lead": ["ADMIN", "MANAGER", "AGENT", "ANALYST", "PARTNER"] },
      fields: {
        "Contact.name": ["ADMIN", "MANAGER", "AGENT", "ANALYST", "PARTNER"],
        "Contact.phone": ["ADMIN", "AGENT"],
      },
      inputs: {},
    });

    expect(drawn).toContain("| `Mutation.erase` | yes | – | – | – | – |");
    expect(drawn).toContain("| `Contact.phone` | yes | – | yes | – | – |");
    expect(drawn).not.toContain("Contact.name");
    expect(drawn).toContain("## Restricted inputs");
  });
});

async function applied(desk: ClassType<object>) {
  return applyPolicy(await buildSchema({ resolvers: [desk], validate: false }));
}

function deskOf(type: ClassType<object>): ClassType<object> {
  @Resolver()
  class Desk {
    @Allow("EVERYONE")
    @Query(() => type, { nullable: true })
    only(): object | null {
      return null;
    }
  }
  return Desk;
}
