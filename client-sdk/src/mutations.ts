import {
  AddNoteDocument,
  AssignLeadDocument,
  ChangeMemberRoleDocument,
  ClaimNextLeadDocument,
  CloseConversationDocument,
  CompleteFollowUpDocument,
  ConfigurePipelineDocument,
  CorrectEnquiryDocument,
  DismissDeliveryDocument,
  MarkConversationReadDocument,
  MergeContactsDocument,
  MoveLeadDocument,
  MoveLeadsDocument,
  ReceiveMessageDocument,
  RecordAdditionalConversionDocument,
  RecordResponseDocument,
  ReinstateMemberDocument,
  RejectEnquiryDocument,
  ReleaseEnquiryDocument,
  RescheduleFollowUpDocument,
  RetryDeliveryDocument,
  ReverseConversionDocument,
  ScheduleFollowUpDocument,
  SendMessageDocument,
  SubmitEnquiryDocument,
  SuspendMemberDocument,
  TagContactDocument,
  UntagContactDocument,
  UpdatePoliciesDocument,
  VoidConversionDocument,
} from "./generated/documents.js";
import type {
  AddNoteInput,
  AssignLeadInput,
  ChangeMemberRoleInput,
  ClaimNextLeadInput,
  CloseConversationInput,
  CompleteFollowUpInput,
  ConfigurePipelineInput,
  CorrectEnquiryInput,
  DeliveryInput,
  MarkConversationReadInput,
  MergeContactsInput,
  MoveLeadInput,
  MoveLeadsInput,
  ReceiveMessageInput,
  RecordAdditionalConversionInput,
  RecordResponseInput,
  ReinstateMemberInput,
  RejectEnquiryInput,
  ReleaseEnquiryInput,
  RescheduleFollowUpInput,
  ReverseConversionInput,
  ScheduleFollowUpInput,
  SendMessageInput,
  SubmitEnquiryInput,
  SuspendMemberInput,
  TagInput,
  UpdatePoliciesInput,
  VoidConversionInput,
} from "./generated/operations.js";
import { createMutation, type Mutation } from "./mutation.js";
import type { Send } from "./request.js";
import type {
  ContactResult,
  ConversationResult,
  ConversionResult,
  CorrectionResult,
  DeliveryResult,
  EnquiryResult,
  FollowUpResult,
  LeadResult,
  MemberResult,
  MessageResult,
  MoveResult,
  MovesResult,
  NoteResult,
  PipelineResult,
  PoliciesResult,
  Receipt,
  VoidResult,
} from "./results.js";
import { readUserErrors } from "./user-errors.js";

/**
 * What can be done. Each resolves with the records it changed, throws UserErrors when a business rule refuses (or
 * returns them, with `.try`), and a LeadLedgerError when the request fails. A record is null when it is not visible to
 * the caller any more.
 */
export interface Mutations {
  /** Stores what a visitor sent. No person is refused: what is wrong with the content becomes its `outcome`. */
  submitEnquiry: Mutation<SubmitEnquiryInput, Receipt>;
  /** Puts right, beside the original, what a visitor mistyped. */
  correctEnquiry: Mutation<CorrectEnquiryInput, CorrectionResult>;
  /** Lets an enquiry that was held or rejected reach its lead. ENQUIRY_NOT_WAITING when it does not wait. */
  releaseEnquiry: Mutation<ReleaseEnquiryInput, EnquiryResult & LeadResult>;
  /** Ends the wait of an enquiry that is not for a lead; it stays on record. ENQUIRY_NOT_WAITING. */
  rejectEnquiry: Mutation<RejectEnquiryInput, EnquiryResult>;
  /** Makes a member responsible, or nobody. ALREADY_CLAIMED when a colleague was faster. */
  assignLead: Mutation<AssignLeadInput, LeadResult>;
  /** Makes the caller responsible for the oldest promise of a queue that nobody owns. QUEUE_EMPTY when nothing is left. */
  claimNextLead: Mutation<ClaimNextLeadInput, LeadResult>;
  /**
   * Moves a lead to another stage; `Lead.allowedMoves` says where to. Entering won records a conversion; leaving it
   * inside the window voids that one as a mistake. REASON_REQUIRED, FOLLOW_UP_REQUIRED, OWNER_REQUIRED,
   * TRANSITION_NOT_ALLOWED.
   */
  moveLead: Mutation<MoveLeadInput, MoveResult>;
  /**
   * Moves up to 200 leads in one transaction; each of the `results` says whether its move was made or why not. With
   * `atomic` all of them are made or none: NOT_ALL_MOVED.
   */
  moveLeads: Mutation<MoveLeadsInput, MovesResult>;
  /** Takes a mistaken win back inside its window. WINDOW_CLOSED after it, NOT_NEWEST_CONVERSION when a later win stands. */
  voidConversion: Mutation<VoidConversionInput, VoidResult>;
  /** Takes back what was sold after all, once the window is over. WINDOW_OPEN before. */
  reverseConversion: Mutation<ReverseConversionInput, ConversionResult>;
  /** Records a further sale to a won lead. */
  recordAdditionalConversion: Mutation<RecordAdditionalConversionInput, ConversionResult>;
  /** Stores what a contact wrote. */
  receiveMessage: Mutation<ReceiveMessageInput, MessageResult>;
  /** Writes to the contact. CONTACT_UNREACHABLE without an address for the channel. */
  sendMessage: Mutation<SendMessageInput, MessageResult>;
  /** Logs a call or a meeting, which is a human response. */
  recordResponse: Mutation<RecordResponseInput, LeadResult>;
  /** Writes a note for colleagues, which the contact never sees. */
  addNote: Mutation<AddNoteInput, NoteResult>;
  /** Closes a conversation by hand. The contact's next message opens it again. */
  closeConversation: Mutation<CloseConversationInput, ConversationResult>;
  /** Marks a conversation as read, up to the last message that was seen. */
  markConversationRead: Mutation<MarkConversationReadInput, ConversationResult>;
  /** Promises a next action. */
  scheduleFollowUp: Mutation<ScheduleFollowUpInput, FollowUpResult>;
  /** Moves an open promise to another time. */
  rescheduleFollowUp: Mutation<RescheduleFollowUpInput, FollowUpResult>;
  /** Ticks a promise off. Twice is the same as once. */
  completeFollowUp: Mutation<CompleteFollowUpInput, FollowUpResult>;
  /** Tries a failed delivery again. DELIVERY_NOT_FAILED for any other. */
  retryDelivery: Mutation<DeliveryInput, DeliveryResult>;
  /** Decides that nothing more is to be done about a failed delivery. */
  dismissDelivery: Mutation<DeliveryInput, DeliveryResult>;
  /** Puts a tag on the lead's contact by hand. */
  tagContact: Mutation<TagInput, LeadResult>;
  /** Takes a tag away that was put on by hand. */
  untagContact: Mutation<TagInput, LeadResult>;
  /** Makes two contacts one person. SURVIVING_LEAD_REQUIRED, SAME_CONTACT, TEST_WITH_REAL. */
  mergeContacts: Mutation<MergeContactsInput, ContactResult>;
  /** Gives a member another role. LAST_ADMIN, OWN_MEMBERSHIP. */
  changeMemberRole: Mutation<ChangeMemberRoleInput, MemberResult>;
  /** Takes all rights from a member at once, on open streams too. LAST_ADMIN, OWN_MEMBERSHIP. */
  suspendMember: Mutation<SuspendMemberInput, MemberResult>;
  /** Gives a suspended member the old rights back. */
  reinstateMember: Mutation<ReinstateMemberInput, MemberResult>;
  /** Decides policies differently; what is not given stays as it is. */
  updatePolicies: Mutation<UpdatePoliciesInput, PoliciesResult>;
  /** Makes a pipeline or replaces one as a whole. BAD_USER_INPUT names in `fields` all that is wrong. VERSION_CONFLICT. */
  configurePipeline: Mutation<ConfigurePipelineInput, PipelineResult>;
}

export function createMutations(send: Send): Mutations {
  return {
    submitEnquiry: createMutation(send, SubmitEnquiryDocument, ({ userErrors: _userErrors, ...receipt }) => ({
      receiptNumber: receipt.enquiry.receiptNumber,
      receivedAt: receipt.enquiry.receivedAt,
      ...receipt,
    })),
    correctEnquiry: createMutation(send, CorrectEnquiryDocument, withoutErrors),
    releaseEnquiry: createMutation(send, ReleaseEnquiryDocument, withoutErrors),
    rejectEnquiry: createMutation(send, RejectEnquiryDocument, withoutErrors),
    assignLead: createMutation(send, AssignLeadDocument, withoutErrors),
    claimNextLead: createMutation(send, ClaimNextLeadDocument, withoutErrors),
    moveLead: createMutation(send, MoveLeadDocument, withoutErrors),
    moveLeads: createMutation(send, MoveLeadsDocument, ({ results, replayed }) => ({
      results: results.map(({ userErrors, ...moved }) => ({ ...moved, errors: readUserErrors(userErrors) })),
      replayed,
    })),
    voidConversion: createMutation(send, VoidConversionDocument, withoutErrors),
    reverseConversion: createMutation(send, ReverseConversionDocument, withoutErrors),
    recordAdditionalConversion: createMutation(send, RecordAdditionalConversionDocument, withoutErrors),
    receiveMessage: createMutation(send, ReceiveMessageDocument, withoutErrors),
    sendMessage: createMutation(send, SendMessageDocument, withoutErrors),
    recordResponse: createMutation(send, RecordResponseDocument, withoutErrors),
    addNote: createMutation(send, AddNoteDocument, withoutErrors),
    closeConversation: createMutation(send, CloseConversationDocument, withoutErrors),
    markConversationRead: createMutation(send, MarkConversationReadDocument, withoutErrors),
    scheduleFollowUp: createMutation(send, ScheduleFollowUpDocument, withoutErrors),
    rescheduleFollowUp: createMutation(send, RescheduleFollowUpDocument, withoutErrors),
    completeFollowUp: createMutation(send, CompleteFollowUpDocument, withoutErrors),
    retryDelivery: createMutation(send, RetryDeliveryDocument, withoutErrors),
    dismissDelivery: createMutation(send, DismissDeliveryDocument, withoutErrors),
    tagContact: createMutation(send, TagContactDocument, withoutErrors),
    untagContact: createMutation(send, UntagContactDocument, withoutErrors),
    mergeContacts: createMutation(send, MergeContactsDocument, withoutErrors),
    changeMemberRole: createMutation(send, ChangeMemberRoleDocument, withoutErrors),
    suspendMember: createMutation(send, SuspendMemberDocument, withoutErrors),
    reinstateMember: createMutation(send, ReinstateMemberDocument, withoutErrors),
    updatePolicies: createMutation(send, UpdatePoliciesDocument, withoutErrors),
    configurePipeline: createMutation(send, ConfigurePipelineDocument, withoutErrors),
  };
}

function withoutErrors<Payload extends { userErrors: unknown }>({
  userErrors: _userErrors,
  ...value
}: Payload): Omit<Payload, "userErrors"> {
  return value;
}
