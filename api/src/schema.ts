import "reflect-metadata";
import type { GraphQLSchema } from "graphql";
import { buildSchemaSync } from "type-graphql";
import { ContactFields } from "./contacts/contact.fields.js";
import { ConversationFields } from "./conversations/conversation.fields.js";
import { MessageFields } from "./conversations/message.fields.js";
import { ConversionFields } from "./conversions/conversion.fields.js";
import { ReversalFields } from "./conversions/reversal.fields.js";
import { FollowUpFields } from "./follow-ups/follow-up.fields.js";
import {
  CampaignFiguresFields,
  FunnelStageFields,
  InsightsBucketFields,
  InsightsFields,
  MemberFiguresFields,
} from "./insights/insights.fields.js";
import { InsightsResolver } from "./insights/insights.resolver.js";
import { EnquiryFields, LeadEnquiries } from "./intake/enquiry.fields.js";
import { EnquiryResolver } from "./intake/enquiry.resolver.js";
import { MerchantSources } from "./intake/merchant.fields.js";
import { HeldEntryFields } from "./intake/queue-entry.fields.js";
import { ContactLeads } from "./leads/contact.fields.js";
import { ContactResolver } from "./leads/contact.resolver.js";
import { ConversationLead } from "./leads/conversation.fields.js";
import { ConversationResolver } from "./leads/conversation.resolver.js";
import { ConversionLead } from "./leads/conversion.fields.js";
import { ConversionResolver } from "./leads/conversion.resolver.js";
import { historyTypes } from "./leads/history.types.js";
import { LeadFields } from "./leads/lead.fields.js";
import { LeadResolver } from "./leads/lead.resolver.js";
import { LeadMergedFields } from "./leads/lead-merged.fields.js";
import { LifecycleFields } from "./leads/lifecycle.fields.js";
import { MerchantPipelines } from "./leads/merchant.fields.js";
import { PipelineFields } from "./leads/pipeline.fields.js";
import { PipelineResolver } from "./leads/pipeline.resolver.js";
import { QueueEntryFields } from "./leads/queue-entry.fields.js";
import { defineLeadUserErrors } from "./leads/user-errors.js";
import { DeliveriesOfLeadResolver, DeliveryResolver } from "./notifications/delivery.resolver.js";
import { MerchantResolver, ViewerResolver } from "./people/merchant.resolver.js";
import type { Policy } from "./platform/permission-table.js";
import { applyPolicy } from "./platform/policy.js";
import { userErrorTypes } from "./platform/user-error.js";
import { QueueResolver } from "./queues/queue.resolver.js";
import { MergeResolver } from "./retention/merge.resolver.js";

/** The whole contract, with its rules checked: an operation or a field that says nobody who may see it stops the start. */
export function buildLeadLedgerSchema(): { schema: GraphQLSchema; policy: Policy } {
  defineLeadUserErrors();
  const schema = buildSchemaSync({
    resolvers: [
      ViewerResolver,
      MerchantResolver,
      MerchantPipelines,
      PipelineFields,
      PipelineResolver,
      MerchantSources,
      ContactFields,
      ConversationFields,
      MessageFields,
      ConversionFields,
      ReversalFields,
      FollowUpFields,
      MergeResolver,
      LeadMergedFields,
      LeadResolver,
      LeadFields,
      LifecycleFields,
      ContactLeads,
      ContactResolver,
      ConversationLead,
      ConversationResolver,
      ConversionLead,
      ConversionResolver,
      DeliveryResolver,
      DeliveriesOfLeadResolver,
      LeadEnquiries,
      QueueResolver,
      QueueEntryFields,
      HeldEntryFields,
      EnquiryResolver,
      EnquiryFields,
      InsightsResolver,
      InsightsFields,
      InsightsBucketFields,
      CampaignFiguresFields,
      MemberFiguresFields,
      FunnelStageFields,
    ],
    orphanedTypes: [...userErrorTypes(), ...Object.values(historyTypes)],
    // Inputs are checked where they are used, with errors that name the field.
    validate: false,
    // Subscriptions bring their own streams; TypeGraphQL only wants to know that something is there.
    pubSub: { publish: () => undefined, subscribe: () => neverTold },
  });
  return applyPolicy(schema);
}

const neverTold: AsyncIterable<never> = {
  [Symbol.asyncIterator]: () => ({ next: () => Promise.resolve({ done: true, value: undefined }) }),
};
