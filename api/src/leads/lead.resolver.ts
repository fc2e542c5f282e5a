import { Arg, Args, Ctx, ID, Mutation, Query, Resolver } from "type-graphql";
import { Allow } from "../platform/allow.js";
import type { Context } from "../platform/context.js";
import { type Connection, connectionOf, PageArgs } from "../platform/page.js";
import { assignLead } from "./assign-lead.js";
import { claimNextLead } from "./claim-next-lead.js";
import { findLeads, getLead } from "./find-leads.js";
import { LeadFilter, type LeadOrder, LeadOrderEnum } from "./lead.filters.js";
import {
  AddNoteInput,
  AssignLeadInput,
  ClaimNextLeadInput,
  CloseConversationInput,
  CompleteFollowUpInput,
  MarkConversationReadInput,
  ReceiveMessageInput,
  RecordAdditionalConversionInput,
  RecordResponseInput,
  RescheduleFollowUpInput,
  ReverseConversionInput,
  ScheduleFollowUpInput,
  SendMessageInput,
  TagInput,
  VoidConversionInput,
} from "./lead.inputs.js";
import { Lead } from "./lead.js";
import {
  AddNotePayload,
  AssignLeadPayload,
  ClaimNextLeadPayload,
  CloseConversationPayload,
  CompleteFollowUpPayload,
  MarkConversationReadPayload,
  MoveLeadPayload,
  MoveLeadsPayload,
  ReceiveMessagePayload,
  RecordAdditionalConversionPayload,
  RecordResponsePayload,
  RescheduleFollowUpPayload,
  ReverseConversionPayload,
  ScheduleFollowUpPayload,
  SendMessagePayload,
  TagContactPayload,
  UntagContactPayload,
  VoidConversionPayload,
} from "./lead.payloads.js";
import { MoveLeadInput, MoveLeadsInput } from "./move.inputs.js";
import { moveLead } from "./move-lead.js";
import { moveLeads } from "./move-leads.js";
import { completeFollowUp, rescheduleFollowUp, scheduleFollowUp } from "./promise-follow-up.js";
import { receiveMessage } from "./receive-message.js";
import { recordAdditionalConversion } from "./record-additional-conversion.js";
import { addNote, recordResponse, sendMessage } from "./respond-to-lead.js";
import { reverseConversion } from "./reverse-conversion.js";
import { tagContact, untagContact } from "./tag-contact.js";
import { closeConversation, markConversationRead } from "./tend-conversation.js";
import { voidConversion } from "./void-conversion.js";

const { Connection: LeadConnection } = connectionOf("Lead", () => Lead);

@Resolver()
export class LeadResolver {
  @Allow("EVERYONE")
  @Query(() => Lead, { nullable: true, description: "One lead. NOT_FOUND when there is none that the caller may see." })
  lead(@Arg("id", () => ID, { description: "The lead." }) id: string, @Ctx() ctx: Context): Promise<Lead> {
    return getLead(ctx, id);
  }

  @Allow("EVERYONE")
  @Query(() => LeadConnection, { description: "The leads that the caller may see, labelled tests included." })
  leads(
    @Arg("filter", () => LeadFilter, { nullable: true, description: "Which ones; all when not given." })
    filter: LeadFilter | null,
    @Arg("orderBy", () => LeadOrderEnum, { defaultValue: "CREATED_AT_DESC", description: "In which order." })
    orderBy: LeadOrder,
    @Args(() => PageArgs) page: PageArgs,
    @Ctx() ctx: Context,
  ): Promise<Connection<Lead>> {
    return findLeads(ctx, filter ?? {}, orderBy, page);
  }

  @Allow("ADMIN", "MANAGER", "AGENT")
  @Mutation(() => AssignLeadPayload, {
    description: "Makes a member responsible, or nobody. An agent may claim a free lead and release an own one.",
  })
  assignLead(
    @Arg("input", () => AssignLeadInput, { description: "Which lead, to whom." }) input: AssignLeadInput,
    @Ctx() ctx: Context,
  ): Promise<AssignLeadPayload> {
    return assignLead(ctx, input);
  }

  @Allow("ADMIN", "MANAGER", "AGENT")
  @Mutation(() => ClaimNextLeadPayload, {
    description:
      "Makes the caller responsible for the oldest promise of a queue that nobody owns. No two callers get the same one.",
  })
  claimNextLead(
    @Arg("input", () => ClaimNextLeadInput, { description: "From which queue." }) input: ClaimNextLeadInput,
    @Ctx() ctx: Context,
  ): Promise<ClaimNextLeadPayload> {
    return claimNextLead(ctx, input);
  }

  @Allow("ADMIN", "MANAGER", "AGENT")
  @Mutation(() => MoveLeadPayload, {
    description:
      "Moves a lead to another stage. Entering won records a conversion; leaving it inside the window voids that one as a mistake.",
  })
  moveLead(
    @Arg("input", () => MoveLeadInput, { description: "Which lead, to which stage." }) input: MoveLeadInput,
    @Ctx() ctx: Context,
  ): Promise<MoveLeadPayload> {
    return moveLead(ctx, input);
  }

  @Allow("ADMIN", "MANAGER", "AGENT")
  @Mutation(() => MoveLeadsPayload, {
    description:
      "Moves up to 200 leads in one transaction, each by the rules of moveLead and with its own result. A refused move keeps the others from nothing, unless the request is atomic; when every move is refused, no idempotency key is kept.",
  })
  moveLeads(
    @Arg("input", () => MoveLeadsInput, { description: "Which leads, to which stages." }) input: MoveLeadsInput,
    @Ctx() ctx: Context,
  ): Promise<MoveLeadsPayload> {
    return moveLeads(ctx, input);
  }

  @Allow("ADMIN", "MANAGER", "AGENT")
  @Mutation(() => VoidConversionPayload, {
    description:
      "Takes a mistaken win back inside its window, whatever the stage is now. Stage, lifecycle, owner and unread stay as they are, unless the lead is still in won.",
  })
  voidConversion(
    @Arg("input", () => VoidConversionInput, { description: "Which win, and why." }) input: VoidConversionInput,
    @Ctx() ctx: Context,
  ): Promise<VoidConversionPayload> {
    return voidConversion(ctx, input);
  }

  @Allow("ADMIN", "MANAGER")
  @Mutation(() => ReverseConversionPayload, {
    description:
      "Records a refund or cancellation of a win after the window in which it could have been voided. The win stays a win of its day; the reversal counts on its own.",
  })
  reverseConversion(
    @Arg("input", () => ReverseConversionInput, { description: "Which win, and why." }) input: ReverseConversionInput,
    @Ctx() ctx: Context,
  ): Promise<ReverseConversionPayload> {
    return reverseConversion(ctx, input);
  }

  @Allow("ADMIN", "MANAGER", "AGENT")
  @Mutation(() => RecordAdditionalConversionPayload, {
    description: "Records a further sale to a lead that is and stays in won. An agent may add to own wins.",
  })
  recordAdditionalConversion(
    @Arg("input", () => RecordAdditionalConversionInput, { description: "To which lead, for how much." })
    input: RecordAdditionalConversionInput,
    @Ctx() ctx: Context,
  ): Promise<RecordAdditionalConversionPayload> {
    return recordAdditionalConversion(ctx, input);
  }

  @Allow("ADMIN", "MANAGER", "AGENT", "PARTNER")
  @Mutation(() => ReceiveMessagePayload, {
    description:
      "Stores what a contact wrote, on the lead or from a person found by their identities. A won or declined lead returns; a won one wears repeat_lead, and its wins stand.",
  })
  receiveMessage(
    @Arg("input", () => ReceiveMessageInput, { description: "Who wrote what." }) input: ReceiveMessageInput,
    @Ctx() ctx: Context,
  ): Promise<ReceiveMessagePayload> {
    return receiveMessage(ctx, input);
  }

  @Allow("ADMIN", "MANAGER", "AGENT")
  @Mutation(() => SendMessagePayload, {
    description:
      "Writes to the contact. The first one of a lifecycle is its first human response. What became of it stands in `Message.status` and the lead's deliveries.",
  })
  sendMessage(
    @Arg("input", () => SendMessageInput, { description: "To whom, what." }) input: SendMessageInput,
    @Ctx() ctx: Context,
  ): Promise<SendMessagePayload> {
    return sendMessage(ctx, input);
  }

  @Allow("ADMIN", "MANAGER", "AGENT")
  @Mutation(() => RecordResponsePayload, { description: "Logs a call or a meeting, which is a human response." })
  recordResponse(
    @Arg("input", () => RecordResponseInput, { description: "How and when." }) input: RecordResponseInput,
    @Ctx() ctx: Context,
  ): Promise<RecordResponsePayload> {
    return recordResponse(ctx, input);
  }

  @Allow("ADMIN", "MANAGER", "AGENT")
  @Mutation(() => AddNotePayload, {
    description: "Writes a note for colleagues. It is no response and the contact never sees it.",
  })
  addNote(
    @Arg("input", () => AddNoteInput, { description: "On which lead, what." }) input: AddNoteInput,
    @Ctx() ctx: Context,
  ): Promise<AddNotePayload> {
    return addNote(ctx, input);
  }

  @Allow("ADMIN", "MANAGER", "AGENT")
  @Mutation(() => CloseConversationPayload, {
    description:
      "Closes a conversation by hand: nothing is unread and nobody waits. The contact's next message opens it again.",
  })
  closeConversation(
    @Arg("input", () => CloseConversationInput, { description: "Which one." }) input: CloseConversationInput,
    @Ctx() ctx: Context,
  ): Promise<CloseConversationPayload> {
    return closeConversation(ctx, input);
  }

  @Allow("ADMIN", "MANAGER", "AGENT")
  @Mutation(() => MarkConversationReadPayload, {
    description: "Marks a conversation as read, up to the last message that was seen.",
  })
  markConversationRead(
    @Arg("input", () => MarkConversationReadInput, { description: "Which one, up to where." })
    input: MarkConversationReadInput,
    @Ctx() ctx: Context,
  ): Promise<MarkConversationReadPayload> {
    return markConversationRead(ctx, input);
  }

  @Allow("ADMIN", "MANAGER", "AGENT")
  @Mutation(() => ScheduleFollowUpPayload, {
    description: "Promises a next action. From its due time the lead stands in FOLLOW_UPS_DUE.",
  })
  scheduleFollowUp(
    @Arg("input", () => ScheduleFollowUpInput, { description: "What, when." }) input: ScheduleFollowUpInput,
    @Ctx() ctx: Context,
  ): Promise<ScheduleFollowUpPayload> {
    return scheduleFollowUp(ctx, input);
  }

  @Allow("ADMIN", "MANAGER", "AGENT")
  @Mutation(() => RescheduleFollowUpPayload, { description: "Moves an open promise to another time." })
  rescheduleFollowUp(
    @Arg("input", () => RescheduleFollowUpInput, { description: "Which one, to when." }) input: RescheduleFollowUpInput,
    @Ctx() ctx: Context,
  ): Promise<RescheduleFollowUpPayload> {
    return rescheduleFollowUp(ctx, input);
  }

  @Allow("ADMIN", "MANAGER", "AGENT")
  @Mutation(() => CompleteFollowUpPayload, { description: "Ticks a promise off. Twice is the same as once." })
  completeFollowUp(
    @Arg("input", () => CompleteFollowUpInput, { description: "Which one." }) input: CompleteFollowUpInput,
    @Ctx() ctx: Context,
  ): Promise<CompleteFollowUpPayload> {
    return completeFollowUp(ctx, input);
  }

  @Allow("ADMIN", "MANAGER", "AGENT")
  @Mutation(() => TagContactPayload, {
    description: "Puts a tag on the lead's contact by hand; it stays whatever the system adds and strips.",
  })
  tagContact(
    @Arg("input", () => TagInput, { description: "Which tag." }) input: TagInput,
    @Ctx() ctx: Context,
  ): Promise<TagContactPayload> {
    return tagContact(ctx, input);
  }

  @Allow("ADMIN", "MANAGER", "AGENT")
  @Mutation(() => UntagContactPayload, { description: "Takes a tag away that was put on by hand." })
  untagContact(
    @Arg("input", () => TagInput, { description: "Which tag." }) input: TagInput,
    @Ctx() ctx: Context,
  ): Promise<UntagContactPayload> {
    return untagContact(ctx, input);
  }
}
