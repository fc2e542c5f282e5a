import type { Job } from "../platform/enqueue.js";
import type { LeadEvent, LeadEventKind } from "./events.js";

/** Events that somebody outside is told of: visitors, members, partners. */
const announced: readonly LeadEventKind[] = ["EnquiryReceived", "ReEngaged", "MessageSent", "OwnerChanged"];

/** What is to be done after a command: told in its transaction, so never for nothing and never forgotten. */
export function jobsOf(merchantId: string, leadId: string, events: readonly LeadEvent[], firstSequence: number): Job[] {
  const jobs: Job[] = [];
  const sequences = events.flatMap((event, i) => (announced.includes(event.kind) ? [firstSequence + i] : []));
  if (sequences.length > 0) jobs.push({ task: "announce", payload: { merchantId, leadId, sequences } });
  for (const event of events) {
    if (event.kind === "FollowUpScheduled" || event.kind === "FollowUpRescheduled") {
      jobs.push({
        task: "fall-due",
        payload: { merchantId, leadId },
        runAt: event.dueAt,
        key: `follow-up:${event.followUpId}`,
      });
    }
    const promisedAt = promisedResponseOf(event);
    if (promisedAt) {
      jobs.push({ task: "fall-due", payload: { merchantId, leadId }, runAt: promisedAt, key: `response:${leadId}` });
    }
    if (event.kind === "FollowUpRestored") jobs.push({ task: "fall-due", payload: { merchantId, leadId } });
  }
  return jobs;
}

function promisedResponseOf(event: LeadEvent): Date | null {
  if (event.kind === "ResponseAwaited") return event.dueAt;
  return event.kind === "LifecycleReopened" ? event.responseDueAt : null;
}
