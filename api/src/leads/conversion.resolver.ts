import { Arg, Args, Ctx, Query, Resolver } from "type-graphql";
import type { Conversion } from "../conversions/conversion.js";
import { ConversionConnection } from "../conversions/conversion-connection.js";
import { Allow } from "../platform/allow.js";
import type { Context } from "../platform/context.js";
import { type Connection, PageArgs } from "../platform/page.js";
import { ConversionFilter } from "./conversion.filters.js";
import { findConversions } from "./find-conversions.js";

@Resolver()
export class ConversionResolver {
  @Allow("EVERYONE")
  @Query(() => ConversionConnection, {
    description:
      "The ledger, newest win first: live wins that are no test, unless the filter says otherwise. An agent sees own wins, also of leads that are no longer theirs; a partner those of the lifecycles that its sources opened; the others all.",
  })
  conversions(
    @Args(() => PageArgs) page: PageArgs,
    @Arg("filter", () => ConversionFilter, { nullable: true, description: "Which ones." }) filter:
      | ConversionFilter
      | null
      | undefined,
    @Ctx() ctx: Context,
  ): Promise<Connection<Conversion>> {
    return findConversions(ctx, filter ?? {}, page);
  }
}
