import "reflect-metadata";
import type { GraphQLSchema } from "graphql";
import { buildSchemaSync } from "type-graphql";
import { ContactFields } from "./contacts/contact.fields.js";
import { ConversationFields } from "./conversations/conversation.fields.js";
import { MessageFields } from "./conversations/message.fields.js";
import { ConversionFields } from "./conversions/conversion.fields.js";
import { FollowUpFields } from "./follow-ups/follow-up.fields.js";
import { EnquiryFields, LeadEnquiries } from "./intake/enquiry.fields.js";
import { EnquiryResolver } from "./intake/enquiry.resolver.js";
import { MerchantSources } from "./intake/merchant.fields.js";
import { HeldEntryFields } from "./intake/queue-entry.fields.js";
import { LeadResolver } from "./leads/lead.resolver.js";
import { MerchantPipelines } from "./leads/merchant.fields.js";
import { QueueEntryFields } from "./leads/queue-entry.fields.js";
import { defineLeadUserErrors } from "./leads/user-errors.js";
import { MerchantResolver, ViewerResolver } from "./people/merchant.resolver.js";
import type { Policy } from "./platform/permission-table.js";
import { applyPolicy } from "./platform/policy.js";
import { userErrorTypes } from "./platform/user-error.js";
import { QueueResolver } from "./queues/queue.resolver.js";

/** The whole contract, with its rules checked: an operation or a field that says nobody who may see it stops the start. */
export function buildLeadLedgerSchema(): { schema: GraphQLSchema; policy: Policy } {
  defineLeadUserErrors();
  const schema = buildSchemaSync({
    resolvers: [
      ViewerResolver,
      MerchantResolver,
      MerchantPipelines,
      MerchantSources,
      ContactFields,
      ConversationFields,
      MessageFields,
      ConversionFields,
      FollowUpFields,
      LeadResolver,
      LeadEnquiries,
      QueueResolver,
      QueueEntryFields,
      HeldEntryFields,
      EnquiryResolver,
      EnquiryFields,
    ],
    orphanedTypes: userErrorTypes(),
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
