import { commandLead } from "../leads/command-lead.js";
import type { DeliveryInput } from "../leads/lead.inputs.js";
import { RetryDeliveryPayload } from "../leads/lead.payloads.js";
import type { Context } from "../platform/context.js";
import { enqueue } from "../platform/enqueue.js";
import { payload } from "../platform/payload.js";
import { rows, sql } from "../platform/sql.js";
import { deliverJob } from "./deliver-job.js";
import { leadOfDelivery, lockFailed } from "./failed-delivery.js";

/** A person sends a failed delivery on its way again, with a fresh round of attempts. */
export async function retryDelivery(ctx: Context, input: DeliveryInput): Promise<RetryDeliveryPayload> {
  const { deliveryId, leadId } = await leadOfDelivery(ctx, input);
  const outcome = await commandLead(
    ctx,
    { operation: "retryDelivery", leadId, input },
    async ({ em, acting, carryOut }) => {
      await lockFailed(em, acting, deliveryId);
      await rows(
        em,
        sql`UPDATE deliveries SET status = 'PENDING', attempts_before = attempts, next_attempt_at = decision_time(), failed_at = NULL
          WHERE id = ${deliveryId}`,
      );
      const { merchantId } = acting;
      await enqueue(em, merchantId, [deliverJob({ merchantId, deliveryId })]);
      await carryOut({ kind: "RETRY_DELIVERY", deliveryId });
      return { leadId, deliveryId };
    },
  );
  return payload(RetryDeliveryPayload, outcome);
}
