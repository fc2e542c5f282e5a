import type { EntityManager } from "typeorm";
import { lockPoints, type Person } from "../contacts/known-contact.js";
import { businessMsBetween, dueAfter } from "../people/business-hours.js";
import { type Acting, lockActor } from "../people/lock-actor.js";
import { durationMs } from "../people/policies.js";
import { mayWorkOn } from "../people/visibility.js";
import { type Outcome, runCommand } from "../platform/command.js";
import type { Context } from "../platform/context.js";
import { ApiError, Refusal } from "../platform/errors.js";
import { newId } from "../platform/new-id.js";
import type { Viewer } from "../platform/viewer.js";
import { type Command, decide } from "./decide.js";
import type { Given } from "./decisions/story.js";
import { type Actor, type LeadEvent, system } from "./events.js";
import type { LeadState } from "./lead-state.js";
import { type LoadedLead, lockLead } from "./load-lead.js";
import type { PipelineRules } from "./pipeline-rules.js";
import { record } from "./record.js";
import type { Words } from "./save-lead.js";

export interface LeadRequest {
  readonly operation: string;
  readonly leadId: string;
  readonly input: object & { readonly idempotencyKey?: string | null; readonly expectedVersion?: number | null };
  /** Also on a lead that the caller does not see: a claim that comes too late is told so, and a win is its winner's. */
  readonly reachesUnseen?: boolean;
  /** By what its contact becomes known, so that nobody is made known by it elsewhere in the meantime. */
  readonly holds?: Pick<Person, "points" | "isTest">;
}

/** What a verb may ask for while it holds the lead. */
export interface LeadWork {
  readonly em: EntityManager;
  readonly acting: Acting;
  readonly loaded: LoadedLead;
  readonly given: Given;
  /** Decides, writes and records; the result is what happened, which may be nothing. */
  carryOut(command: Command, words?: Words): Promise<{ events: readonly LeadEvent[]; state: LeadState }>;
}

/** A command on one lead by whoever calls: locked, rights checked again, decided and recorded in one transaction. */
export function commandLead<Result>(
  ctx: Context,
  { operation, leadId, input, reachesUnseen = false, holds }: LeadRequest,
  work: (work: LeadWork) => Promise<Result>,
): Promise<Outcome<Result>> {
  return runCommand(ctx, { operation, input }, async (em) => {
    const acting = await lockActor(em, ctx.viewer);
    if (holds) await lockPoints(em, acting, holds);
    return work(await takeLead(em, acting, { leadId, expectedVersion: input.expectedVersion ?? null, reachesUnseen }));
  });
}

/** The lead in your hands, if this caller may work on it: it is locked, and rights and version are checked again. */
export async function takeLead(
  em: EntityManager,
  acting: Acting,
  {
    leadId,
    expectedVersion,
    reachesUnseen = false,
  }: { leadId: string; expectedVersion: number | null; reachesUnseen?: boolean },
): Promise<LeadWork> {
  const loaded = await lockLead(em, acting, leadId);
  // Rights first: whoever may not know of a lead is not told its version either.
  if (isSeen(acting, loaded)) assertVersion(loaded, expectedVersion);
  else if (!reachesUnseen) throw new ApiError("NOT_FOUND", "There is no lead with this id.");
  const given = givenOf(acting, loaded.rules, loaded.now);
  return {
    ...{ em, acting, loaded, given },
    carryOut: (command, words) => carryOut(em, acting, loaded, given, command, words),
  };
}

interface CarriedOut extends Pick<LoadedLead, "lead" | "state" | "standings" | "now"> {
  /** The state before other rows were moved to the lead, where it is that on which the decision hangs. */
  readonly decidedOn?: LeadState;
}

export async function carryOut(
  em: EntityManager,
  acting: Acting,
  { lead, state, standings, now, decidedOn = state }: CarriedOut,
  given: Given,
  command: Command,
  words: Words = {},
): Promise<{ events: readonly LeadEvent[]; state: LeadState }> {
  const decision = decide(decidedOn, command, given);
  if (decision.events.length > 0) {
    const { merchantId } = acting;
    await record(
      em,
      {
        merchantId,
        before: state,
        after: decision.state,
        events: decision.events,
        row: lead,
        actor: given.actor,
        now,
        words,
      },
      standings,
    );
  }
  return decision;
}

/** Whether the lead is one that this caller may work on; somebody else's is as if it did not exist. */
const isSeen = ({ viewer }: Acting, { lead }: LoadedLead): boolean =>
  viewer?.kind === "MEMBER" && mayWorkOn(viewer, lead.ownerId);

function assertVersion(loaded: LoadedLead, expected: number | null): void {
  const current = loaded.lead.version;
  if (expected === null || expected === current) return;
  throw new Refusal(
    "VERSION_CONFLICT",
    `The lead has changed since version ${expected}; read it again.`,
    { expected, current, leadId: loaded.lead.id },
    ["expectedVersion"],
  );
}

export function givenOf(acting: Acting, rules: PipelineRules, now: Date): Given {
  const { policies, timeZone, viewer } = acting;
  const hours = policies.businessHours && { ...policies.businessHours, timeZone };
  return {
    now,
    newId,
    actor: { ...actorOf(viewer), role: viewer?.role ?? null },
    rules,
    conversionVoidWindowMs: durationMs(policies.conversionVoidWindow),
    reEngagementQuietPeriodMs: durationMs(policies.reEngagementQuietPeriod),
    followUpDefaultMs: policies.followUpDefault === null ? null : durationMs(policies.followUpDefault),
    responseDueAt: (since) => dueAfter(since, durationMs(policies.responseTarget), hours),
    businessMsBetween: (start, end) => businessMsBetween(start, end, hours),
  };
}

export function actorOf(viewer: Viewer | null): Actor {
  if (!viewer) return system;
  return viewer.kind === "MEMBER" ? { kind: "MEMBER", id: viewer.memberId } : { kind: "API_KEY", id: viewer.apiKeyId };
}
