import { commandLead } from "../leads/command-lead.js";
import type { DeliveryInput } from "../leads/lead.inputs.js";
import { DismissDeliveryPayload } from "../leads/lead.payloads.js";
import type { Context } from "../platform/context.js";
import { payload } from "../platform/payload.js";
import { rows, sql } from "../platform/sql.js";
import { leadOfDelivery, lockFailed } from "./failed-delivery.js";

/** A person decides that nothing more is to be done about a failed delivery; that it failed stays on record. */
export async function dismissDelivery(ctx: Context, input: DeliveryInput): Promise<DismissDeliveryPayload> {
  const { deliveryId, leadId } = await leadOfDelivery(ctx, input);
  const outcome = await commandLead(
    ctx,
    { operation: "dismissDelivery", leadId, input },
    async ({ em, acting, carryOut }) => {
      await lockFailed(em, acting, deliveryId);
      await rows(em, sql`UPDATE deliveries SET status = 'DISMISSED' WHERE id = ${deliveryId}`);
      await carryOut({ kind: "DISMISS_DELIVERY", deliveryId });
      return { leadId, deliveryId };
    },
  );
  return payload(DismissDeliveryPayload, outcome);
}
