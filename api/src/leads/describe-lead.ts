import type { Contact } from "../contacts/contact.js";
import type { Conversation } from "../conversations/conversation.js";
import { countWins } from "../conversions/find-wins.js";
import type { FollowUp } from "../follow-ups/follow-up.js";
import type { Context } from "../platform/context.js";
import { allowedMoves, type Move } from "./allowed-moves.js";
import { type Badge, badgesOf } from "./badges.js";
import {
  contactOfLead,
  conversationsOfLead,
  lifecycleById,
  lifecyclesOfLead,
  openFollowUpsOfLead,
  pipelineById,
} from "./find-leads.js";
import type { Lead } from "./lead.js";
import type { Stage } from "./lead.types.js";
import type { LifecycleOutcome } from "./lead-state.js";
import type { Lifecycle } from "./lifecycle.js";
import type { Pipeline } from "./pipeline.js";
import { findStage, type PipelineRules, type StageKind, type StageRule } from "./pipeline-rules.js";

/** A lead never stands without its contact and its pipeline, nor in a stage that its pipeline does not know. */
export async function getContactOf(ctx: Context, { id, contactId }: Lead): Promise<Contact> {
  return known(await contactOfLead(ctx).load(contactId), `Lead ${id} has no contact`);
}

export async function getPipelineOf(ctx: Context, { id, pipelineId }: Lead): Promise<Pipeline> {
  return known(await pipelineById(ctx).load(pipelineId), `Lead ${id} has no pipeline`);
}

/** A partner is not told where a later pass stands that came by another way: for it the lead is where its own ended. */
export async function getStageOf(ctx: Context, lead: Lead): Promise<Stage> {
  const { rules } = await getPipelineOf(ctx, lead);
  const seen = ctx.viewer.role === "PARTNER" ? await getCurrentLifecycle(ctx, lead) : null;
  const isEarlier = seen !== null && seen.id !== lead.currentLifecycleId;
  const stage = isEarlier ? endStage(rules, seen.outcome) : findStage(rules, lead.stage);
  const { key, name, kind } = known(stage, `Lead ${lead.id} is in the unknown stage ${lead.stage}`);
  return { key, name, kind };
}

const ends = { WON: "WON", LOST: "LOST", SPAM: "SPAM", MERGED: "LOST" } satisfies Record<LifecycleOutcome, StageKind>;

const endStage = ({ stages }: PipelineRules, outcome: LifecycleOutcome | null): StageRule | undefined =>
  // The stage in which it ended may be archived by now.
  [...stages.filter((s) => !s.isArchived), ...stages].find(({ kind }) => outcome !== null && kind === ends[outcome]);

/** For a partner, who may see an earlier pass only, the latest of those. */
export async function getCurrentLifecycle(ctx: Context, { id, currentLifecycleId }: Lead): Promise<Lifecycle> {
  const current = await lifecycleById(ctx).load(currentLifecycleId);
  if (current) return current;
  const seen = await lifecyclesOfLead(ctx).load(id);
  return known(seen.at(-1), `Lead ${id} has no lifecycle that its viewer sees`);
}

export async function isRepeat(ctx: Context, lead: Lead): Promise<boolean> {
  const lifecycle = await getCurrentLifecycle(ctx, lead);
  return lifecycle.isRepeat;
}

/** None for a partner, since they tell of what came by other ways. */
export async function findBadges(ctx: Context, lead: Lead): Promise<Badge[]> {
  if (ctx.viewer.role === "PARTNER") return [];
  const [stage, { systemTags }, wins] = await Promise.all([
    getStageOf(ctx, lead),
    getContactOf(ctx, lead),
    countWins(ctx, lead.contactId),
  ]);
  return badgesOf({ stageName: stage.name, isTest: lead.isTest, systemTags, wins });
}

export async function findAllowedMoves(ctx: Context, lead: Lead): Promise<Move[]> {
  const { rules } = await getPipelineOf(ctx, lead);
  return allowedMoves(rules, lead.stage, ctx.viewer.role);
}

export async function findLatestConversation(ctx: Context, { id }: Lead): Promise<Conversation | null> {
  const [latest] = await conversationsOfLead(ctx).load(id);
  return latest ?? null;
}

export async function findNextFollowUp(ctx: Context, { id }: Lead): Promise<FollowUp | null> {
  const [next] = await openFollowUpsOfLead(ctx).load(id);
  return next ?? null;
}

function known<T>(found: T | null | undefined, problem: string): T {
  if (found) return found;
  throw new Error(problem);
}
