import { randomUUID } from "node:crypto";
import type { Crowd } from "./crowd.js";
import type { Caller, TestDesk } from "./test-desk.js";

/** A contact of the crowd and the one lead that they have. */
export interface Customer {
  readonly leadId: string;
  readonly isTest: boolean;
  /** The second one becomes known only when a colleague corrects an enquiry. */
  readonly emails: readonly [string, string];
}

/** What people find when they act. */
export interface Scene {
  readonly desk: TestDesk;
  readonly crowd: Crowd;
  /** The other merchant, of whose leads nobody here may learn. */
  readonly foreignLeadIds: readonly string[];
  /** When the round began. */
  readonly now: Date;
}

/** One thing that somebody does; `pick` chooses among what there is. */
type Act = (scene: Scene, who: Caller, customer: Customer, pick: number) => Promise<unknown>;

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

export const among = <T>(list: readonly T[], pick: number): T => {
  const item = list[pick % Math.max(list.length, 1)];
  if (item === undefined) throw new Error("There is nothing to pick from");
  return item;
};

const after = (time: Date, ms: number): string => new Date(time.getTime() + ms).toISOString();

/** Rules that may say no. Any other answer, and any error of the program, fails the test. */
const refusals = [
  "TRANSITION_NOT_ALLOWED",
  "REASON_REQUIRED",
  "FOLLOW_UP_REQUIRED",
  "NOT_YOUR_CONVERSION",
  "NOT_NEWEST_CONVERSION",
  "WINDOW_CLOSED",
  "WINDOW_OPEN",
  "ALREADY_VOIDED",
  "ALREADY_REVERSED",
  "TO_STAGE_REQUIRED",
  "LEAD_NOT_WON",
  "ALREADY_CLAIMED",
  "ASSIGNMENT_NOT_ALLOWED",
  "MEMBER_NOT_ASSIGNABLE",
  "QUEUE_EMPTY",
  "DELIVERY_NOT_FAILED",
  "VERSION_CONFLICT",
];

const inputTypes: Record<string, string> = {
  ...{ tagContact: "TagInput", untagContact: "TagInput" },
  ...{ retryDelivery: "DeliveryInput", dismissDelivery: "DeliveryInput" },
};

/** Asks for the refusals alone. That an agent does not see a colleague's lead is an answer too. */
async function does(who: Caller, verb: string, input: object): Promise<string[]> {
  const inputType = inputTypes[verb] ?? `${verb.charAt(0).toUpperCase()}${verb.slice(1)}Input`;
  const document = `mutation($input: ${inputType}!) { ${verb}(input: $input) { userErrors { code } } }`;
  const { data, errors, codes } = await who.ask(document, { input });
  if (codes.some((code) => code !== "NOT_FOUND")) throw new Error(`${verb}: ${JSON.stringify(errors)}`);
  const refused: string[] = (data?.[verb]?.userErrors ?? []).map(({ code }: { code: string }) => code);
  const unknown = refused.filter((code) => !refusals.includes(code));
  if (unknown.length > 0) throw new Error(`${verb} ${JSON.stringify(input)}: refused with ${unknown}`);
  return [...codes, ...refused];
}

const onward: Record<string, string> = {
  new: "qualified",
  reviewing: "qualified",
  qualified: "won",
  proposal: "won",
  won: "proposal",
  declined: "reviewing",
  spam: "new",
};
const stages = Object.keys(onward);
const causes = [null, null, "CORRECTION", "NEW_NEED"];
const values = [null, { amountMinor: 120_000, currency: "EUR" }, { amountMinor: 9_900, currency: "USD" }];
const lateness = [0, 500, 1000, minute, 2 * hour, 25 * hour];
const sizes = [-minute, 1, minute, 5 * hour, day, 3 * day];
const channels = ["WHATSAPP", "EMAIL", "WEB_FORM", "PHONE"];
const tags = ["vip", "won_customer"];

const move = (who: Caller, { leadId }: Customer, toStage: string, more: object = {}) =>
  does(who, "moveLead", { leadId, toStage, reason: "Because", ...more });

async function find(scene: Scene, statement: string, { leadId }: Customer): Promise<string[]> {
  return (await scene.desk.rows<{ found: string }>(statement, [leadId])).map(({ found }) => found);
}

/** Does something with one of what the lead has, if it has any. */
const withOne =
  (statement: string, then: (scene: Scene, who: Caller, id: string, pick: number) => Promise<unknown>): Act =>
  async (scene, who, customer, pick) => {
    const ids = await find(scene, statement, customer);
    if (ids.length > 0) await then(scene, who, among(ids, pick), pick);
  };

const wins = "SELECT id AS found FROM lead_conversions WHERE lead_id = $1 ORDER BY recorded_at DESC, id DESC LIMIT 2";
const threads = "SELECT id AS found FROM conversations WHERE lead_id = $1 ORDER BY channel";
const promises = "SELECT id AS found FROM follow_ups WHERE lead_id = $1 AND status = 'OPEN' ORDER BY id";
const enquiries = "SELECT enquiry_id AS found FROM enquiry_outcomes WHERE lead_id = $1 ORDER BY enquiry_id";
const stage = "SELECT stage AS found FROM leads WHERE id = $1";
const failures = "SELECT id AS found FROM deliveries WHERE lead_id = $1 AND status = 'FAILED' ORDER BY id";

export const acts = {
  goesOn: withNextStage((who, customer, next, pick) => move(who, customer, next, { value: among(values, pick) })),
  leavesWon: (_, who, customer, pick) =>
    move(who, customer, pick % 3 === 0 ? "declined" : "proposal", { cause: among(causes, pick) }),
  moves: ({ now }, who, customer, pick) =>
    move(who, customer, among(stages, pick), { followUp: { dueAt: after(now, among(sizes, pick)) } }),
  voids: withOne(wins, (_, who, conversionId, pick) =>
    does(who, "voidConversion", { conversionId, reason: "Mistake", toStage: pick % 3 === 0 ? null : "proposal" }),
  ),
  sellsAgain: (_, who, { leadId }, pick) =>
    does(who, "recordAdditionalConversion", { leadId, idempotencyKey: randomUUID(), value: among(values, pick) }),
  reverses: withOne(wins, ({ crowd }, _, conversionId, pick) =>
    does(among(crowd.managers, pick), "reverseConversion", { conversionId, reason: "Refunded" }),
  ),
  claims: (_, who, { leadId }) => does(who, "assignLead", { leadId, memberId: who.memberId }),
  claimsNext: (_, who, __, pick) =>
    does(who, "claimNextLead", { queue: among(["UNASSIGNED", "AWAITING_RESPONSE", "FOLLOW_UPS_DUE"], pick) }),
  givesAway: ({ crowd }, _, { leadId }, pick) =>
    does(among(crowd.managers, pick), "assignLead", {
      leadId,
      memberId: pick % 4 === 0 ? null : among(crowd.agents, pick).memberId,
    }),
  suspends: ({ crowd }, _, __, pick) =>
    does(crowd.admin, pick % 2 === 0 ? "suspendMember" : "reinstateMember", {
      memberId: crowd.agents.at(-1)?.memberId,
    }),
  hears: ({ crowd, now }, _, { leadId }, pick) =>
    does(among(crowd.managers, pick), "receiveMessage", {
      ...{ leadId, channel: among(channels, pick), text: `Hello ${pick}` },
      sentAt: after(now, -among(lateness, pick)),
    }),
  hearsFromCampaign: ({ crowd }, _, { leadId }, pick) =>
    does(crowd.admin, "receiveMessage", {
      ...{ leadId, channel: "WHATSAPP" },
      quickReply: { payload: "yes", campaignId: among(crowd.campaignIds, pick) },
    }),
  isToldTwice({ crowd, now }, _, { emails: [email], isTest }, pick) {
    const message = { channel: among(channels, pick), contact: { email }, isTest, externalId: randomUUID() };
    const sentAt = after(now, -among(lateness, pick));
    return Promise.all(
      ["Hello", "Hello!"].map((text) => does(crowd.partner, "receiveMessage", { ...message, sentAt, text })),
    );
  },
  asksToBeLeftAlone: ({ crowd }, _, { emails: [email], isTest }) =>
    does(crowd.partner, "receiveMessage", { channel: "WHATSAPP", contact: { email }, isTest, text: "STOP" }),
  enquiresTwice({ crowd }, _, { emails, isTest }, pick) {
    const enquiry = { idempotencyKey: randomUUID(), channel: "WEB_FORM", contact: { email: emails[0] }, isTest };
    const message = `Once more, ${pick}`;
    return Promise.all([1, 2].map(() => does(crowd.partner, "submitEnquiry", { ...enquiry, message })));
  },
  enquiresUnderTheOtherAddress: ({ crowd }, _, { emails: [, email], isTest }) =>
    does(crowd.partner, "submitEnquiry", {
      ...{ idempotencyKey: randomUUID(), channel: "API", contact: { email }, message: "It is me", isTest },
    }),
  async postsForm({ desk, crowd }, _, { emails: [email], isTest }, pick) {
    if (isTest) return;
    const body = new URLSearchParams({ email, message: `From the website, ${pick}` });
    const { status } = await fetch(`${desk.url}/intake/${crowd.sourceKey}`, { method: "POST", body });
    if (status >= 400) throw new Error(`The form was answered with ${status}`);
  },
  corrects: withOne(enquiries, (scene, who, enquiryId, pick) => correct(scene, who, enquiryId, pick)),
  replies: withOne(threads, (_, who, conversationId) => does(who, "sendMessage", { conversationId, text: "Gladly" })),
  calls: ({ now }, who, { leadId }, pick) =>
    does(who, "recordResponse", {
      ...{ leadId, by: "CALL", respondedAt: after(now, -among(lateness, pick)) },
      note: pick % 2 === 0 ? "Calls back" : null,
    }),
  notes: (_, who, { leadId }) => does(who, "addNote", { leadId, text: "Writes in the evenings" }),
  promises: ({ now }, who, { leadId }, pick) =>
    does(who, "scheduleFollowUp", { leadId, dueAt: after(now, among(sizes, pick)) }),
  putsOff: withOne(promises, ({ now }, who, followUpId, pick) =>
    does(who, "rescheduleFollowUp", { followUpId, dueAt: after(now, among(sizes, pick)) }),
  ),
  keepsPromise: withOne(promises, (_, who, followUpId) => does(who, "completeFollowUp", { followUpId })),
  tags: (_, who, { leadId }, pick) => does(who, "tagContact", { leadId, tag: among(tags, pick) }),
  untags: (_, who, { leadId }, pick) => does(who, "untagContact", { leadId, tag: among(tags, pick) }),
  closesThread: withOne(threads, (_, who, conversationId) => does(who, "closeConversation", { conversationId })),
  reads: withOne(threads, (_, who, conversationId) => does(who, "markConversationRead", { conversationId })),
  tendsFailure: withOne(failures, ({ crowd }, _, deliveryId, pick) =>
    does(crowd.admin, pick % 2 === 0 ? "retryDelivery" : "dismissDelivery", { deliveryId }),
  ),
  async trespasses({ foreignLeadIds }, who, _, pick) {
    const foreign = { leadId: among(foreignLeadIds, pick), isTest: false, emails: ["", ""] } as const;
    const answers = [
      await move(who, foreign, "won"),
      await does(who, "assignLead", { leadId: foreign.leadId, memberId: who.memberId }),
    ];
    if (answers.flat().some((code) => code !== "NOT_FOUND"))
      throw new Error(`A stranger's lead was answered: ${answers}`);
  },
} satisfies Record<string, Act>;
export type ActName = keyof typeof acts;

function withNextStage(then: (who: Caller, customer: Customer, next: string, pick: number) => Promise<unknown>): Act {
  return async (scene, who, customer, pick) => {
    const [from = "new"] = await find(scene, stage, customer);
    await then(who, customer, onward[from] ?? "new", pick);
  };
}

async function correct({ desk }: Scene, who: Caller, enquiryId: string, pick: number): Promise<void> {
  const [sent] = await desk.rows<{ email: string }>("SELECT email FROM enquiries WHERE id = $1", [enquiryId]);
  const email = pick % 2 === 0 && sent ? otherAddressOf(sent.email) : null;
  await does(who, "correctEnquiry", { enquiryId, email, message: `Meant otherwise, ${pick}`, reason: "By telephone" });
}

export const otherAddressOf = (email: string): string =>
  email.replace("@", "-at-home@").replace("-at-home-at-home", "-at-home");
