import { randomUUID } from "node:crypto";
import type { Answer, Caller, Wire } from "./test-desk.js";

export type Input = Record<string, unknown>;

const leadFields = `id version isTest stage { key kind } owner { id } isRepeat
  contact { id tags liveConversionCount }
  currentLifecycle { id number outcome closedAt awaitingSince firstHumanResponseAt acknowledgedAt isRepeat }
  conversation { id channel closedAt unreadCount }
  badges { kind label count }`;
const errorFields = `userErrors { __typename code message path
  ... on TransitionNotAllowed { from to allowed } ... on VersionConflict { expected current lead { id } }
  ... on AlreadyClaimed { lead { id } } ... on WindowClosed { closedAt } ... on WindowOpen { closesAt } ... on SurvivingLeadRequired { leadIds } }`;

const mutation = (name: string, input: string, fields: string) =>
  `mutation($input: ${input}!) { ${name}(input: $input) { ${fields} ${errorFields} replayed } }`;

const documents = {
  submitEnquiry: mutation(
    "submitEnquiry",
    "SubmitEnquiryInput",
    `outcome enquiry { id receiptNumber receivedAt submittedAt message outcome } lead { ${leadFields} }`,
  ),
  moveLead: mutation(
    "moveLead",
    "MoveLeadInput",
    `lead { ${leadFields} } conversion { id isRepeat ordinal convertedAt campaign { name } } voidedConversion { id voidedAt voidReason }`,
  ),
  moveLeads: mutation(
    "moveLeads",
    "MoveLeadsInput",
    `results { leadId lead { ${leadFields} } conversion { id isRepeat } voidedConversion { id } ${errorFields} }`,
  ),
  assignLead: mutation("assignLead", "AssignLeadInput", `lead { ${leadFields} }`),
  claimNextLead: mutation("claimNextLead", "ClaimNextLeadInput", `lead { ${leadFields} }`),
  voidConversion: mutation(
    "voidConversion",
    "VoidConversionInput",
    `lead { ${leadFields} } voidedConversion { id voidedAt voidReason }`,
  ),
  reverseConversion: mutation(
    "reverseConversion",
    "ReverseConversionInput",
    `lead { ${leadFields} } conversion { id voidedAt reversal { reason reversedAt actor { id } value { amountMinor currency } } }`,
  ),
  recordAdditionalConversion: mutation(
    "recordAdditionalConversion",
    "RecordAdditionalConversionInput",
    `lead { ${leadFields} } conversion { id isRepeat ordinal value { amountMinor currency } }`,
  ),
  receiveMessage: mutation(
    "receiveMessage",
    "ReceiveMessageInput",
    `lead { ${leadFields} } message { id text sentAt }`,
  ),
  sendMessage: mutation("sendMessage", "SendMessageInput", `lead { ${leadFields} } message { id status }`),
  recordResponse: mutation("recordResponse", "RecordResponseInput", `lead { ${leadFields} }`),
  tagContact: mutation("tagContact", "TagInput", `lead { ${leadFields} }`),
  addNote: mutation("addNote", "AddNoteInput", `lead { ${leadFields} } note { id text }`),
  closeConversation: mutation(
    "closeConversation",
    "CloseConversationInput",
    `lead { ${leadFields} } conversation { closedAt unreadCount }`,
  ),
  markConversationRead: mutation("markConversationRead", "MarkConversationReadInput", `conversation { unreadCount }`),
  scheduleFollowUp: mutation(
    "scheduleFollowUp",
    "ScheduleFollowUpInput",
    `lead { ${leadFields} } followUp { id status dueAt }`,
  ),
  completeFollowUp: mutation("completeFollowUp", "CompleteFollowUpInput", `followUp { id status }`),
  correctEnquiry: mutation(
    "correctEnquiry",
    "CorrectEnquiryInput",
    `enquiry { id message corrections { message email reason } } lead { ${leadFields} }`,
  ),
  releaseEnquiry: mutation(
    "releaseEnquiry",
    "ReleaseEnquiryInput",
    `enquiry { id outcome problem } lead { ${leadFields} }`,
  ),
  rejectEnquiry: mutation("rejectEnquiry", "RejectEnquiryInput", "enquiry { id outcome problem }"),
  mergeContacts: mutation(
    "mergeContacts",
    "MergeContactsInput",
    `contact { id name tags liveConversionCount identities { value } leads { ${leadFields} } }`,
  ),
  suspendMember: mutation("suspendMember", "SuspendMemberInput", `member { id status }`),
  reinstateMember: mutation("reinstateMember", "ReinstateMemberInput", `member { id status }`),
  changeMemberRole: mutation("changeMemberRole", "ChangeMemberRoleInput", `member { id role }`),
  configurePipeline: mutation(
    "configurePipeline",
    "ConfigurePipelineInput",
    `pipeline { id key name version stages { key name kind isInitial isArchived } transitions { from to requires roles } }`,
  ),
  updatePolicies: mutation(
    "updatePolicies",
    "UpdatePoliciesInput",
    `merchant { policies { conversionVoidWindow agentVisibility } }`,
  ),
};
export type Verb = keyof typeof documents;

/** A verb as it is spoken over the wire; its payload, or a failed test when the program had an error. */
export async function say(caller: Caller, verb: Verb, input: Input): Promise<Wire> {
  const answer = await attempt(caller, verb, input);
  if (answer.codes.some((code) => code !== "FORBIDDEN_FIELD"))
    throw new Error(`${verb}: ${JSON.stringify(answer.errors)}`);
  return answer.data[verb];
}

export const attempt = (caller: Caller, verb: Verb, input: Input): Promise<Answer> =>
  caller.ask(documents[verb], { input });

let visitors = 0;

export const anEnquiry = (more: Input = {}): Input => {
  visitors += 1;
  return {
    idempotencyKey: randomUUID(),
    channel: "WEB_FORM",
    contact: { name: `Visitor ${visitors}`, email: `visitor-${visitors}-${randomUUID().slice(0, 6)}@example.com` },
    message: "Could you call me about an offer?",
    ...more,
  };
};

/** A lead by a form enquiry of somebody nobody knew. */
export async function aLead(caller: Caller, more: Input = {}): Promise<Wire> {
  const { lead } = await say(caller, "submitEnquiry", anEnquiry(more));
  return lead;
}

/** A lead of this owner, in proposal's place just before a win. */
export async function aQualifiedLead(caller: Caller, more: Input = {}): Promise<Wire> {
  const lead = await aLead(caller, more);
  await say(caller, "assignLead", { leadId: lead.id, memberId: caller.memberId });
  const { lead: qualified } = await say(caller, "moveLead", { leadId: lead.id, toStage: "qualified" });
  return qualified;
}

export async function aWonLead(caller: Caller, more: Input = {}): Promise<Wire> {
  const lead = await aQualifiedLead(caller, more);
  const { lead: won } = await say(caller, "moveLead", { leadId: lead.id, toStage: "won" });
  return won;
}

/** The contacts of two leads become one; the first of them stays, and its lead goes on. */
export const mergeLeads = (caller: Caller, stays: Wire, goes: Wire): Promise<Wire> =>
  say(caller, "mergeContacts", {
    ...{ survivorId: stays.contact.id, mergedId: goes.contact.id, survivingLeadIds: [stays.id] },
  });
