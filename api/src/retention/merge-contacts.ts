import type { EntityManager } from "typeorm";
import type { Contact } from "../contacts/contact.js";
import { carryOut, givenOf } from "../leads/command-lead.js";
import { uniteContacts } from "../leads/decisions/merging.js";
import type { LeadState } from "../leads/lead-state.js";
import { contactState, type LoadedLead, lockLead } from "../leads/load-lead.js";
import { type Acting, lockActor } from "../people/lock-actor.js";
import { runCommand } from "../platform/command.js";
import type { Context } from "../platform/context.js";
import { ApiError, badInput, Refusal } from "../platform/errors.js";
import { payload } from "../platform/payload.js";
import { parseId } from "../platform/scalars.js";
import { rows, sql } from "../platform/sql.js";
import { lockContactsToMerge } from "./lock-contacts.js";
import type { MergeContactsInput } from "./merge.inputs.js";
import { MergeContactsPayload } from "./merge.payloads.js";
import { countLives, moveContact, moveLead } from "./move-records.js";

/** Two contacts turn out to be one person: everything of the one belongs to the other, and nothing that was counted changes. */
export async function mergeContacts(ctx: Context, input: MergeContactsInput): Promise<MergeContactsPayload> {
  const path = (name: string): string[] => ["input", name];
  const ids = [parseId(input.survivorId, path("survivorId")), parseId(input.mergedId, path("mergedId"))] as const;
  const survivingIds = (input.survivingLeadIds ?? []).map((id, i) =>
    parseId(id, [...path("survivingLeadIds"), `${i}`]),
  );
  const outcome = await runCommand(ctx, { operation: "mergeContacts", input }, async (em) => {
    const acting = await lockActor(em, ctx.viewer);
    const { survivor, merged } = await lockContactsToMerge(em, acting, ids);
    const pairs = pairUp(await leadsOf(em, acting, survivor), await leadsOf(em, acting, merged), survivingIds);
    await unitePairs(em, acting, { survivor, merged, pairs });
    await moveContact(em, acting, { from: merged, to: survivor });
    return { contactId: survivor.id };
  });
  return payload(MergeContactsPayload, outcome);
}

/** The leads of one pipeline: the one that goes on, and the one that it takes over where there are two. */
interface Pair {
  readonly stays: LoadedLead;
  readonly goes: LoadedLead | null;
}

async function leadsOf(em: EntityManager, acting: Acting, contact: Contact): Promise<LoadedLead[]> {
  const found = await rows<{ id: string }>(
    em,
    sql`SELECT l.id FROM leads l WHERE l.contact_id = ${contact.id} AND l.merged_into_id IS NULL AND l.merchant_id = ${acting.merchantId} ORDER BY l.id`,
  );
  const loaded: LoadedLead[] = [];
  for (const { id } of found) loaded.push(await lockLead(em, acting, id));
  return loaded;
}

function pairUp(ours: readonly LoadedLead[], theirs: readonly LoadedLead[], survivingIds: readonly string[]): Pair[] {
  const all = [...ours, ...theirs];
  const unknown = survivingIds.findIndex((id) => !all.some(({ lead }) => lead.id === id));
  if (unknown >= 0) throw new ApiError("NOT_FOUND", "There is no lead with this id among those of the two contacts.");
  const chosen = (loaded: LoadedLead): boolean => survivingIds.includes(loaded.lead.id);
  const undecided: LoadedLead[] = [];
  const pairs = all.flatMap((loaded): Pair[] => {
    const twin = all.find(({ lead }) => lead.pipelineId === loaded.lead.pipelineId && lead.id !== loaded.lead.id);
    if (!twin) return [{ stays: loaded, goes: null }];
    if (chosen(loaded) && chosen(twin)) throw namedTwice();
    if (!chosen(loaded) && !chosen(twin)) undecided.push(loaded);
    return chosen(loaded) ? [{ stays: loaded, goes: twin }] : [];
  });
  if (undecided.length > 0) {
    throw new Refusal(
      "SURVIVING_LEAD_REQUIRED",
      "Both contacts have a lead in the same pipeline; name in survivingLeadIds the one that goes on.",
      { leadIds: undecided.map(({ lead }) => lead.id) },
      ["survivingLeadIds"],
    );
  }
  return pairs;
}

const namedTwice = (): ApiError =>
  badInput([
    {
      path: ["input", "survivingLeadIds"],
      rule: "unique",
      message: "Of two leads in one pipeline one goes on; name one.",
    },
  ]);

async function unitePairs(
  em: EntityManager,
  acting: Acting,
  { survivor, merged, pairs }: { survivor: Contact; merged: Contact; pairs: readonly Pair[] },
): Promise<void> {
  const winsOf = (contact: Contact): number =>
    pairs.flatMap(({ stays, goes }) => [stays, goes]).find((loaded) => loaded?.state.contact.id === contact.id)?.state
      .contact.liveConversions ?? 0;
  const contact = uniteContacts(contactState(survivor, winsOf(survivor)), contactState(merged, winsOf(merged)));
  for (const { stays, goes } of pairs) {
    const absorbed = goes && { before: goes.state, state: await end(em, acting, goes, stays) };
    await moveLead(em, acting, { fromId: (goes ?? stays).lead.id, toId: stays.lead.id, contactId: survivor.id });
    // Loaded anew with what has come to it, so that only what the union itself changes is written.
    const loaded = await lockLead(em, acting, stays.lead.id);
    const given = givenOf(acting, loaded.rules, loaded.now);
    const lives = absorbed && (await countLives(em, stays.state.lifecycle.id));
    await carryOut(em, acting, { ...loaded, decidedOn: stays.state }, given, {
      ...{ kind: "UNITE", contact, mergedContactId: merged.id },
      absorbed: absorbed && lives && { ...absorbed, lifecycleNumber: lives.number, lifecycleCount: lives.count },
    });
  }
}

async function end(em: EntityManager, acting: Acting, goes: LoadedLead, stays: LoadedLead): Promise<LeadState> {
  const given = givenOf(acting, goes.rules, goes.now);
  const { state } = await carryOut(em, acting, goes, given, { kind: "ABSORB", survivor: stays.state });
  return state;
}
