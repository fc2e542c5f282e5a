import type { EntityManager } from "typeorm";
import { Delivery, type DeliveryStatus } from "../deliveries/delivery.js";
import { findRecord } from "../leads/find-records.js";
import type { DeliveryInput } from "../leads/lead.inputs.js";
import { ofMerchant } from "../people/merchant-scope.js";
import type { Context } from "../platform/context.js";
import { ApiError, Refusal } from "../platform/errors.js";
import { parseId } from "../platform/scalars.js";
import { firstRow, sql } from "../platform/sql.js";

export async function leadOfDelivery(
  ctx: Context,
  input: DeliveryInput,
): Promise<{ deliveryId: string; leadId: string }> {
  const deliveryId = parseId(input.deliveryId, ["input", "deliveryId"]);
  const delivery = await findRecord(ctx, Delivery, deliveryId);
  if (!delivery) throw new ApiError("NOT_FOUND", "There is no delivery with this id.");
  return { deliveryId, leadId: delivery.leadId };
}

/** Refuses unless it stands as failed; call it with the lead locked. */
export async function lockFailed(em: EntityManager, scope: { merchantId: string }, deliveryId: string): Promise<void> {
  const delivery = await firstRow<{ status: DeliveryStatus }>(
    em,
    sql`SELECT d.status FROM deliveries d WHERE d.id = ${deliveryId} AND ${ofMerchant(scope, "d")} FOR UPDATE`,
  );
  if (delivery?.status === "FAILED") return;
  throw new Refusal("DELIVERY_NOT_FAILED", "This delivery has not failed, or somebody has seen to it already.", {}, [
    "deliveryId",
  ]);
}
