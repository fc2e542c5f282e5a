import { Arg, Args, Ctx, FieldResolver, Mutation, Query, Resolver, Root } from "type-graphql";
import { Delivery } from "../deliveries/delivery.js";
import { DeliveryAttempt } from "../deliveries/delivery-attempt.js";
import { findLead } from "../leads/find-leads.js";
import { DeliveryInput } from "../leads/lead.inputs.js";
import { Lead } from "../leads/lead.js";
import { DismissDeliveryPayload, RetryDeliveryPayload } from "../leads/lead.payloads.js";
import { Allow } from "../platform/allow.js";
import type { Context } from "../platform/context.js";
import { type Connection, PageArgs } from "../platform/page.js";
import { DeliveryFilter } from "./delivery.filters.js";
import { dismissDelivery } from "./dismiss-delivery.js";
import { attemptsOfDelivery, DeliveryConnection, findDeliveries, findDeliveriesOfLead } from "./find-deliveries.js";
import { retryDelivery } from "./retry-delivery.js";

@Resolver(() => Delivery)
export class DeliveryResolver {
  @Allow("ADMIN", "MANAGER", "AGENT")
  @Query(() => DeliveryConnection, {
    description:
      "What is on its way out, was delivered or failed, newest first; an agent sees those of the leads they see.",
  })
  deliveries(
    @Arg("filter", () => DeliveryFilter, {
      nullable: true,
      description: "Which deliveries; all of them when not given.",
    })
    filter: DeliveryFilter | null,
    @Args(() => PageArgs) page: PageArgs,
    @Ctx() ctx: Context,
  ): Promise<Connection<Delivery>> {
    return findDeliveries(ctx, filter ?? {}, page);
  }

  @Allow("ADMIN", "MANAGER", "AGENT")
  @Mutation(() => RetryDeliveryPayload, {
    description:
      "Sends a failed delivery on its way again, with a fresh round of attempts. It leaves the DELIVERY_FAILURES queue at once; one that has not failed is refused with DELIVERY_NOT_FAILED.",
  })
  retryDelivery(
    @Arg("input", () => DeliveryInput, { description: "Which one." }) input: DeliveryInput,
    @Ctx() ctx: Context,
  ): Promise<RetryDeliveryPayload> {
    return retryDelivery(ctx, input);
  }

  @Allow("ADMIN", "MANAGER")
  @Mutation(() => DismissDeliveryPayload, {
    description:
      "Takes a failed delivery out of the DELIVERY_FAILURES queue without sending it; one that has not failed is refused with DELIVERY_NOT_FAILED.",
  })
  dismissDelivery(
    @Arg("input", () => DeliveryInput, { description: "Which one." }) input: DeliveryInput,
    @Ctx() ctx: Context,
  ): Promise<DismissDeliveryPayload> {
    return dismissDelivery(ctx, input);
  }

  @Allow("ADMIN", "MANAGER", "AGENT")
  @FieldResolver(() => Lead, { nullable: true, description: "The lead it belongs to." })
  lead(@Root() delivery: Delivery, @Ctx() ctx: Context): Promise<Lead | null> {
    return findLead(ctx, delivery.leadId);
  }

  @Allow("ADMIN", "MANAGER", "AGENT")
  @FieldResolver(() => [DeliveryAttempt], { nullable: true, description: "Every attempt, the first one first." })
  attemptLog(@Root() delivery: Delivery, @Ctx() ctx: Context): Promise<DeliveryAttempt[]> {
    return attemptsOfDelivery(ctx).load(delivery.id);
  }
}

@Resolver(() => Lead)
export class DeliveriesOfLeadResolver {
  @Allow("ADMIN", "MANAGER", "AGENT")
  @FieldResolver(() => DeliveryConnection, {
    nullable: true,
    description: "What is on its way out because of this lead, was delivered or failed, newest first.",
  })
  deliveries(
    @Root() lead: Lead,
    @Args(() => PageArgs) page: PageArgs,
    @Ctx() ctx: Context,
  ): Promise<Connection<Delivery>> {
    return findDeliveriesOfLead(ctx, lead, page);
  }
}
