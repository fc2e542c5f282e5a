export const queueNames = [
  "UNASSIGNED",
  "AWAITING_RESPONSE",
  "FOLLOW_UPS_DUE",
  "DELIVERY_FAILURES",
  "INTAKE_HELD",
] as const;
export type QueueName = (typeof queueNames)[number];
/** The queues that hold leads; INTAKE_HELD holds enquiries that have no lead yet. */
export type LeadQueueName = Exclude<QueueName, "INTAKE_HELD">;
