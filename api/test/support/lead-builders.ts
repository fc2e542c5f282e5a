import { type Command, type Decision, decide } from "../../src/leads/decide.js";
import type { Move } from "../../src/leads/decisions/moving.js";
import type { CampaignTouch, Inbound } from "../../src/leads/decisions/receiving.js";
import type { Given } from "../../src/leads/decisions/story.js";
import type { EventOf, LeadEventKind } from "../../src/leads/events.js";
import { type ContactState, type ConversationState, type LeadState, unbornLead } from "../../src/leads/lead-state.js";
import { defaultPipeline } from "../../src/leads/pipeline-rules.js";
import type { Role } from "../../src/platform/role.js";

export const second = 1000;
export const minute = 60 * second;
export const hour = 60 * minute;
export const day = 24 * hour;

/** A time of the day on which the examples play, such as 09:00, or some days later. */
export const at = (time: string, daysLater = 0): Date =>
  new Date(Date.parse(`2026-03-02T${time.length === 5 ? `${time}:00` : time}Z`) + daysLater * day);

export const after = (time: Date, ms: number): Date => new Date(time.getTime() + ms);

let idsMade = 0;
export const newId = (): string => `id-${++idsMade}`;

const member = (id: string, role: Role): Given["actor"] => ({ kind: "MEMBER", id, role });
export const ana = member("ana", "AGENT");
export const bob = member("bob", "AGENT");
export const mia = member("mia", "MANAGER");
export const nobody: Given["actor"] = { kind: "SYSTEM", id: null, role: null };

/** Answers are due after an hour; every second minute is a business minute, so that the two clocks tell themselves apart. */
export const given = (now: Date, changes: Partial<Given> = {}): Given => ({
  now,
  newId,
  actor: ana,
  rules: defaultPipeline,
  conversionVoidWindowMs: day,
  reEngagementQuietPeriodMs: 0,
  followUpDefaultMs: null,
  responseDueAt: (since) => after(since, hour),
  businessMsBetween: (start, end) => (end.getTime() - start.getTime()) / 2,
  ...changes,
});

type Words = Partial<Inbound> & Pick<Inbound, "sentAt">;

const inbound = (words: Words): Inbound => ({
  messageId: newId(),
  channel: "WHATSAPP",
  isProviderTimed: true,
  enquiry: null,
  campaign: null,
  isOptOut: false,
  ownerUnavailable: null,
  ...words,
});

export const firstWord = (words: Partial<Inbound> = {}): Command => ({
  kind: "RECEIVE_FIRST",
  ...inbound({ sentAt: at("09:00"), ...words }),
});

export const message = (sentAt: Date, words: Partial<Inbound> = {}): Command => ({
  kind: "RECEIVE",
  ...inbound({ sentAt, ...words }),
});

export const asEnquiry = (): Partial<Inbound> => ({
  channel: "WEB_FORM",
  isProviderTimed: false,
  enquiry: { id: newId(), sourceId: "website" },
});

export const enquiry = (receivedAt: Date, words: Partial<Inbound> = {}): Command =>
  message(receivedAt, { ...asEnquiry(), ...words });

export const campaign = (changes: Partial<CampaignTouch> = {}): CampaignTouch => ({
  id: "spring",
  name: "Spring offer",
  pipelineId: null,
  returnStage: null,
  isArchived: false,
  isPressed: false,
  ...changes,
});

export const moveTo = (toStage: string, changes: Partial<Move> = {}): Command => ({
  kind: "MOVE",
  toStage,
  reason: null,
  cause: null,
  followUp: null,
  value: null,
  ...changes,
});

export const assignTo = (memberId: string | null, reason: string | null = null): Command => ({
  kind: "ASSIGN",
  memberId,
  reason,
});

export const promise = (followUpId: string, dueAt: Date, assigneeId: string | null = null): Command => ({
  kind: "SCHEDULE_FOLLOW_UP",
  followUpId,
  dueAt,
  assigneeId,
});

export const voidWin = (conversionId: string, toStage: string | null = null): Command => ({
  kind: "VOID_CONVERSION",
  conversionId,
  reason: "Pressed by mistake",
  toStage,
});

export const contact = (changes: Partial<ContactState> = {}): ContactState => ({
  id: "contact",
  systemTags: [],
  memberTags: [],
  liveConversions: 0,
  doNotContactAt: null,
  ...changes,
});

export const unborn = (person: ContactState = contact(), rules = defaultPipeline): LeadState =>
  unbornLead({ id: "lead", pipelineId: "sales", isTest: false }, person, rules, at("00:00"));

/** A lead whose contact wrote its first message at 09:00. */
export const newLead = (words: Partial<Inbound> = {}, person: ContactState = contact()): LeadState =>
  decide(unborn(person), firstWord(words), given(at("09:00"), { actor: nobody })).state;

/** The state after Ana's command. */
export const stateAfter = (lead: LeadState, command: Command, now: Date, changes: Partial<Given> = {}): LeadState =>
  decide(lead, command, given(now, changes)).state;

export const openLead = (words: Partial<Inbound> = {}, person: ContactState = contact()): LeadState =>
  stateAfter(newLead(words, person), moveTo("qualified"), at("09:30"));

/** Won by Ana at 10:00. */
export const wonLead = (words: Partial<Inbound> = {}, person: ContactState = contact()): LeadState =>
  stateAfter(openLead(words, person), moveTo("won"), at("10:00"));

export const declinedLead = (): LeadState =>
  stateAfter(openLead(), moveTo("declined", { reason: "Too expensive" }), at("10:00"));

export const spamLead = (): LeadState => stateAfter(newLead(), moveTo("spam"), at("10:00"));

export function only<T>(list: readonly T[]): T {
  const [item] = list;
  if (item === undefined || list.length !== 1) throw new Error(`One was expected, not ${list.length}`);
  return item;
}

export const threadOn = (lead: LeadState, channel: ConversationState["channel"]): ConversationState =>
  only(lead.conversations.filter((c) => c.channel === channel));

export const kindsOf = ({ events }: Decision): LeadEventKind[] => events.map((event) => event.kind);

export const eventsOf = <Kind extends LeadEventKind>({ events }: Decision, kind: Kind): EventOf<Kind>[] =>
  events.filter((event): event is EventOf<Kind> => event.kind === kind);

/** What the lead shows to people, in one value. */
export const faceOf = (lead: LeadState) => ({
  stage: lead.stage,
  tags: lead.contact.systemTags,
  liveConversions: lead.contact.liveConversions,
  lifecycle: [lead.lifecycle.number, lead.lifecycle.outcome ?? "open"],
  threads: lead.conversations.map((c) => [c.channel, c.closedAt ? "closed" : "open", c.unreadCount]),
});

/** How a command was refused. That nothing happened shows in the lead, which is still the value it was. */
function refusalOf(lead: LeadState, command: Command, now: Given) {
  const before = structuredClone(lead);
  const events: unknown[] = [];
  let refusal: unknown = null;
  try {
    events.push(...decide(lead, command, now).events);
  } catch (error) {
    refusal = error;
  }
  expect(lead).toEqual(before);
  return { refusal, events };
}

/** Refused with this code and these details, and no event came. */
export function expectRefusal(lead: LeadState, command: Command, now: Given, code: string, details: object = {}): void {
  expect(refusalOf(lead, command, now)).toEqual({ refusal: expect.objectContaining({ code, details }), events: [] });
}
