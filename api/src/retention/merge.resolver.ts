import { Arg, Ctx, Mutation, Resolver } from "type-graphql";
import { Allow } from "../platform/allow.js";
import type { Context } from "../platform/context.js";
import { MergeContactsInput } from "./merge.inputs.js";
import { MergeContactsPayload } from "./merge.payloads.js";
import { mergeContacts } from "./merge-contacts.js";

@Resolver()
export class MergeResolver {
  @Allow("ADMIN", "MANAGER")
  @Mutation(() => MergeContactsPayload, {
    description:
      "Makes two contacts one person. Old ids of contacts, leads and conversations find what they have become, for ever. Of two leads in one pipeline the other one's open lifecycle closes MERGED, and lifecycles are numbered by when they opened. Wins keep what was recorded with them and every figure stays, but that wonContacts counts one person where there were two. SURVIVING_LEAD_REQUIRED, SAME_CONTACT, TEST_WITH_REAL.",
  })
  mergeContacts(
    @Arg("input", () => MergeContactsInput, { description: "Which two, and which leads go on." })
    input: MergeContactsInput,
    @Ctx() ctx: Context,
  ): Promise<MergeContactsPayload> {
    return mergeContacts(ctx, input);
  }
}
