import { z } from "zod";
import type { Job } from "../platform/enqueue.js";

export const deliverPayload = z.object({ merchantId: z.guid(), deliveryId: z.guid() });
export type DeliverPayload = z.infer<typeof deliverPayload>;

/** The next attempt of a delivery; a later word about it takes the place of an earlier one. */
export const deliverJob = (payload: DeliverPayload, runAt?: Date): Job => ({
  task: "deliver",
  payload,
  key: `deliver:${payload.deliveryId}`,
  ...(runAt && { runAt }),
});
