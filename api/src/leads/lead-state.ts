import type { ChannelName } from "../conversations/conversation.js";
import type { FollowUpStatus } from "../follow-ups/follow-up.js";
import { initialStage, type PipelineRules, type StageKind } from "./pipeline-rules.js";

export const lifecycleOpenings = ["ENQUIRY", "MESSAGE", "NEW_NEED", "STAGE_MOVE"] as const;
export type LifecycleOpening = (typeof lifecycleOpenings)[number];

export const lifecycleOutcomes = ["WON", "LOST", "SPAM", "MERGED"] as const;
export type LifecycleOutcome = (typeof lifecycleOutcomes)[number];

/** Tags that the system gives and takes. */
export const wonCustomer = "won_customer";
export const repeatLead = "repeat_lead";

/** All that a decision about a lead may depend on, as plain values. It is bounded: it never grows with the lead's past. */
export interface LeadState {
  readonly id: string;
  readonly pipelineId: string;
  readonly isTest: boolean;
  readonly stage: string;
  readonly stageKind: StageKind;
  readonly ownerId: string | null;
  readonly contact: ContactState;
  readonly lifecycle: LifecycleState;
  /** How many there have been, which is the number of the newest. */
  readonly lifecycleCount: number;
  readonly conversations: readonly ConversationState[];
  /** Those still open, and those that a live win cancelled. */
  readonly followUps: readonly FollowUpState[];
  /** The lead's live wins, oldest first. */
  readonly conversions: readonly ConversionState[];
  readonly failedDeliveries: readonly { readonly id: string; readonly failedAt: Date }[];
  /** The lead that took this one over, when two contacts were found to be one person. */
  readonly mergedIntoId: string | null;
}

/** A lead before its first word, which RECEIVE_FIRST brings to life. */
export function unbornLead(
  identity: Pick<LeadState, "id" | "pipelineId" | "isTest">,
  contact: ContactState,
  rules: PipelineRules,
  now: Date,
): LeadState {
  const { key: stage, kind: stageKind } = initialStage(rules);
  return {
    ...identity,
    stage,
    stageKind,
    ownerId: null,
    contact,
    lifecycle: emptyLifecycle(now),
    lifecycleCount: 0,
    conversations: [],
    followUps: [],
    conversions: [],
    failedDeliveries: [],
    mergedIntoId: null,
  };
}

const emptyLifecycle = (openedAt: Date): LifecycleState => ({
  id: "",
  number: 0,
  openedBy: "MESSAGE",
  openedAt,
  sourceId: null,
  isRepeat: false,
  campaignId: null,
  campaignName: null,
  acknowledgedAt: null,
  firstHumanResponseAt: null,
  firstResponseElapsedMs: null,
  firstResponseBusinessMs: null,
  lastHumanResponseAt: null,
  awaitingSince: null,
  awaitingAtClose: null,
  responseDueAt: null,
  missedResponseDueAt: null,
  closedAt: null,
  outcome: null,
  reason: null,
});

export interface ContactState {
  readonly id: string;
  readonly systemTags: readonly string[];
  readonly memberTags: readonly string[];
  /** Live wins of this person over all pipelines. */
  readonly liveConversions: number;
  readonly doNotContactAt: Date | null;
}

export interface LifecycleState {
  readonly id: string;
  readonly number: number;
  readonly openedBy: LifecycleOpening;
  readonly openedAt: Date;
  readonly sourceId: string | null;
  readonly isRepeat: boolean;
  readonly campaignId: string | null;
  readonly campaignName: string | null;
  readonly acknowledgedAt: Date | null;
  readonly firstHumanResponseAt: Date | null;
  readonly firstResponseElapsedMs: number | null;
  readonly firstResponseBusinessMs: number | null;
  readonly lastHumanResponseAt: Date | null;
  readonly awaitingSince: Date | null;
  /** The wait that closing ended, so that a void can bring it back. */
  readonly awaitingAtClose: Date | null;
  readonly responseDueAt: Date | null;
  /** The due time that passed last without an answer, so that it is told once. */
  readonly missedResponseDueAt: Date | null;
  readonly closedAt: Date | null;
  readonly outcome: LifecycleOutcome | null;
  readonly reason: string | null;
}

export interface ConversationState {
  readonly id: string;
  readonly channel: ChannelName;
  readonly closedAt: Date | null;
  readonly closedByConversionId: string | null;
  readonly unreadCount: number;
  readonly lastMessageAt: Date;
  readonly lastInboundAt: Date | null;
  readonly createdAt: Date;
}

export interface FollowUpState {
  readonly id: string;
  readonly dueAt: Date;
  readonly assigneeId: string | null;
  readonly status: FollowUpStatus;
  readonly cancelledByConversionId: string | null;
  readonly createdAt: Date;
}

export interface ConversionState {
  readonly id: string;
  readonly lifecycleId: string;
  readonly stageName: string;
  readonly isRepeat: boolean;
  readonly isAdditional: boolean;
  readonly campaignId: string | null;
  readonly campaignName: string | null;
  readonly sourceId: string | null;
  readonly valueMinor: number | null;
  readonly currency: string | null;
  readonly actorId: string | null;
  readonly convertedAt: Date;
  /** A reversed win still counts as one: what was taken back counts on its own day. */
  readonly reversedAt: Date | null;
}
