import { LeadLedgerError } from "./errors.js";
import {
  ContactDocument,
  ContactsDocument,
  ConversationDocument,
  ConversationsDocument,
  ConversionsDocument,
  DeliveriesDocument,
  EnquiryDocument,
  InsightsDocument,
  LeadDocument,
  LeadHistoryDocument,
  LeadsDocument,
  MerchantDocument,
  MessagesDocument,
  QueueChangesSinceDocument,
  QueueDocument,
  QueuesDocument,
  ViewerDocument,
} from "./generated/documents.js";
import type {
  ContactFilter,
  ConversationFilter,
  ConversionFilter,
  DeliveryFilter,
  HistoryOrder,
  InsightsFilter,
  InsightsInterval,
  LeadFilter,
  LeadOrder,
  QueueName,
} from "./generated/operations.js";
import { createList, type List, type ListOptions } from "./pages.js";
import { isKnownChange, type QueueChange, type QueueEntry } from "./queue-change.js";
import type {
  Contact,
  ContactDetails,
  Conversion,
  Delivery,
  EnquiryDetails,
  HistoryEvent,
  InboxConversation,
  Insights,
  Lead,
  LeadDetails,
  Merchant,
  Message,
  QueueSummary,
  Viewer,
} from "./records.js";
import type { RequestOptions, Send } from "./request.js";

export interface LeadListOptions extends ListOptions {
  /** Which leads; all that the caller may see when not given. */
  readonly filter?: LeadFilter | undefined;
  /** CREATED_AT_DESC when not given. */
  readonly orderBy?: LeadOrder | undefined;
}

export interface HistoryOptions extends ListOptions {
  /** NEWEST_FIRST when not given. */
  readonly orderBy?: HistoryOrder | undefined;
}

export interface FilteredListOptions<Filter> extends ListOptions {
  /** Which ones; all that the caller may see when not given. */
  readonly filter?: Filter | undefined;
}

export interface QueueListOptions extends ListOptions {
  /** Labelled tests too, which otherwise stand in no queue. */
  readonly includeTest?: boolean | undefined;
}

export interface QueueChangesOptions extends Omit<QueueListOptions, "after"> {
  /** How many are fetched at a time, 1 to 100; 100 when not given. */
  readonly pageSize?: number | undefined;
}

export interface QueuesOptions extends RequestOptions {
  /** Labelled tests too, which otherwise stand in no queue. */
  readonly includeTest?: boolean | undefined;
}

/** Which figures. Without both dates they are those of the whole lifetime. */
export interface InsightsQuestion {
  /** The first day, such as `2026-03-01`. */
  readonly from?: string | undefined;
  /** The last day, which counts whole. */
  readonly to?: string | undefined;
  /** In which these days are counted, by its IANA name; the merchant's own when not given. */
  readonly timeZone?: string | undefined;
  /** What was known at this instant (ISO 8601); all that is known now when not given. */
  readonly asOf?: string | undefined;
  readonly filter?: InsightsFilter | undefined;
  /**
   * Into what `series` is cut, at most 1,000 parts; more are refused with BAD_USER_INPUT. DAY when not given, and MONTH
   * for the whole lifetime.
   */
  readonly by?: InsightsInterval | undefined;
}

/**
 * What can be asked. Each rejects with a LeadLedgerError when the request fails: NOT_FOUND for a record that does not
 * exist or may not be known to exist, FORBIDDEN where the role may not ask.
 */
export interface Reads {
  /** Who is asking, and the names of the operations that they may call. */
  viewer(options?: RequestOptions): Promise<Viewer>;
  /** The merchant's settings, as far as the role may see them. */
  merchant(options?: RequestOptions): Promise<Merchant>;
  /** One lead with all that a page about it shows. */
  lead(id: string, options?: RequestOptions): Promise<LeadDetails>;
  /** Leads, labelled tests included. */
  leads(options?: LeadListOptions): List<Lead>;
  /** The whole history of a lead. */
  leadHistory(leadId: string, options?: HistoryOptions): List<HistoryEvent>;
  /** One contact with its identities and leads. */
  contact(id: string, options?: RequestOptions): Promise<ContactDetails>;
  /** Contacts. */
  contacts(options?: FilteredListOptions<ContactFilter>): List<Contact>;
  /** One conversation; its messages are in `messages`. */
  conversation(id: string, options?: RequestOptions): Promise<InboxConversation>;
  /** The inbox: conversations, the newest activity first. */
  conversations(options?: FilteredListOptions<ConversationFilter>): List<InboxConversation>;
  /** The messages of a conversation, newest first. */
  messages(conversationId: string, options?: ListOptions): List<Message>;
  /** The enquiry of a receipt, and the lead that it reached. */
  enquiry(receiptNumber: string, options?: RequestOptions): Promise<EnquiryDetails>;
  /** Every queue at a glance, counting what the caller would be listed. */
  queues(options?: QueuesOptions): Promise<readonly QueueSummary[]>;
  /** The entries of a queue, oldest promise first. To have them kept up to date see `watchQueue` and `liveQueue`. */
  queue(name: QueueName, options?: QueueListOptions): List<QueueEntry>;
  /**
   * What `watchQueue` would have told since a cursor, for programs that ask now and then instead of listening; read to
   * its end, it has caught up. A cursor that cannot be gone on from gives a QueueResync and a snapshot.
   */
  queueChangesSince(name: QueueName, after: string, options?: QueueChangesOptions): List<QueueChange>;
  /** The ledger of wins, newest first. */
  conversions(options?: FilteredListOptions<ConversionFilter>): List<Conversion>;
  /** What was or is to be sent to people, newest first. */
  deliveries(options?: FilteredListOptions<DeliveryFilter>): List<Delivery>;
  /** Figures: won deals, repeat leads, response times, the funnel. */
  insights(question?: InsightsQuestion, options?: RequestOptions): Promise<Insights>;
}

export function createReads(send: Send): Reads {
  return {
    viewer: async (options) => (await send(ViewerDocument, {}, options)).data.viewer,
    merchant: async (options) => (await send(MerchantDocument, {}, options)).data.merchant,
    lead: async (id, options) => found("Lead", (await send(LeadDocument, { id }, options)).data.lead),
    leads: ({ filter, orderBy = "CREATED_AT_DESC", ...list } = {}) =>
      createList(list, async (page) => (await send(LeadsDocument, { filter, orderBy, ...page }, list)).data.leads),
    leadHistory: (leadId, { orderBy = "NEWEST_FIRST", ...list } = {}) =>
      createList(list, async (page) => {
        const { data } = await send(LeadHistoryDocument, { leadId, orderBy, ...page }, list);
        return data.lead?.history;
      }),
    contact: async (id, options) => found("Contact", (await send(ContactDocument, { id }, options)).data.contact),
    contacts: ({ filter, ...list } = {}) =>
      createList(list, async (page) => (await send(ContactsDocument, { filter, ...page }, list)).data.contacts),
    conversation: async (id, options) =>
      found("Conversation", (await send(ConversationDocument, { id }, options)).data.conversation),
    conversations: ({ filter, ...list } = {}) =>
      createList(
        list,
        async (page) => (await send(ConversationsDocument, { filter, ...page }, list)).data.conversations,
      ),
    messages: (conversationId, list = {}) =>
      createList(list, async (page) => {
        const { data } = await send(MessagesDocument, { conversationId, ...page }, list);
        return data.conversation?.messages;
      }),
    enquiry: async (receiptNumber, options) =>
      found("Enquiry", (await send(EnquiryDocument, { receiptNumber }, options)).data.enquiry),
    queues: async ({ includeTest = false, ...options } = {}) =>
      (await send(QueuesDocument, { includeTest }, options)).data.queues,
    queue: (name, { includeTest = false, ...list } = {}) =>
      createList(list, async (page) => (await send(QueueDocument, { name, includeTest, ...page }, list)).data.queue),
    queueChangesSince: (name, from, { includeTest = false, pageSize = 100, ...list } = {}) =>
      createList({ ...list, after: from }, async ({ after }) => {
        const variables = { queue: name, includeTest, after: after ?? from, first: pageSize };
        const { nodes, pageInfo } = (await send(QueueChangesSinceDocument, variables, list)).data.queueChangesSince;
        return { nodes: nodes.filter(isKnownChange), pageInfo };
      }),
    conversions: ({ filter, ...list } = {}) =>
      createList(list, async (page) => (await send(ConversionsDocument, { filter, ...page }, list)).data.conversions),
    deliveries: ({ filter, ...list } = {}) =>
      createList(list, async (page) => (await send(DeliveriesDocument, { filter, ...page }, list)).data.deliveries),
    insights: async ({ by, ...question } = {}, options) => {
      const isLifetime = question.from === undefined && question.to === undefined;
      const variables = { ...question, by: by ?? (isLifetime ? "MONTH" : "DAY") } as const;
      return (await send(InsightsDocument, variables, options)).data.insights;
    },
  };
}

function found<T>(operationName: string, record: T | null): T {
  if (record !== null) return record;
  throw new LeadLedgerError({
    code: "NOT_FOUND",
    message: "There is none that you may see.",
    retryable: false,
    operationName,
  });
}
