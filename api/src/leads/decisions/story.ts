import type { Role } from "../../platform/role.js";
import type { Actor, LeadEvent, Telling } from "../events.js";
import { evolve } from "../evolve.js";
import type { LeadState } from "../lead-state.js";
import type { PipelineRules } from "../pipeline-rules.js";

/** What a decision may know beside the lead itself. Time and new ids come from here, so that a decision is a pure function. */
export interface Given {
  readonly now: Date;
  readonly newId: () => string;
  readonly actor: Actor & { readonly role: Role | null };
  readonly rules: PipelineRules;
  readonly conversionVoidWindowMs: number;
  readonly reEngagementQuietPeriodMs: number;
  readonly followUpDefaultMs: number | null;
  /** When an answer is due to somebody who waits since this instant, in business hours. */
  readonly responseDueAt: (since: Date) => Date;
  readonly businessMsBetween: (start: Date, end: Date) => number;
}

/** Events told one after the other, each seen by the next: a rule asks `story.state` and never what was loaded. */
export interface Story {
  readonly state: LeadState;
  readonly events: readonly LeadEvent[];
  tell(telling: Telling): void;
}

export function beginStory(initial: LeadState, at: Date): Story {
  let state = initial;
  const events: LeadEvent[] = [];
  return {
    get state() {
      return state;
    },
    events,
    tell(telling) {
      const event = { ...telling, at } as LeadEvent;
      events.push(event);
      state = evolve(state, event);
    },
  };
}
