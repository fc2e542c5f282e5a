import { cleanText } from "../platform/clean-text.js";
import type { Context } from "../platform/context.js";
import { badInput } from "../platform/errors.js";
import { payload } from "../platform/payload.js";
import { parseId } from "../platform/scalars.js";
import { commandLead } from "./command-lead.js";
import type { TagInput } from "./lead.inputs.js";
import { TagContactPayload, UntagContactPayload } from "./lead.payloads.js";

/** A tag by hand stays until a hand takes it away, whatever the system adds and strips. */
export async function tagContact(ctx: Context, input: TagInput): Promise<TagContactPayload> {
  return payload(TagContactPayload, await changeTag(ctx, "TAG", "tagContact", input));
}

export async function untagContact(ctx: Context, input: TagInput): Promise<UntagContactPayload> {
  return payload(UntagContactPayload, await changeTag(ctx, "UNTAG", "untagContact", input));
}

function changeTag(ctx: Context, kind: "TAG" | "UNTAG", operation: string, input: TagInput) {
  const leadId = parseId(input.leadId, ["input", "leadId"]);
  const tag = cleanText(input.tag).trim();
  if (tag.length < 1 || tag.length > 60)
    throw badInput([{ path: ["input", "tag"], rule: "length", message: "A tag has 1 to 60 characters." }]);
  return commandLead(ctx, { operation, leadId, input }, async ({ carryOut }) => {
    await carryOut({ kind, tag });
    return { leadId };
  });
}
