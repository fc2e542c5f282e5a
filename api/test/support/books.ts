import { Contact } from "../../src/contacts/contact.js";
import { Conversion } from "../../src/conversions/conversion.js";
import { Reversal } from "../../src/conversions/reversal.js";
import { makeMerchant } from "../../src/demo/demo-merchants.js";
import { Lead } from "../../src/leads/lead.js";
import { LeadEventRow } from "../../src/leads/lead-event.js";
import type { LifecycleOpening, LifecycleOutcome } from "../../src/leads/lead-state.js";
import { Lifecycle } from "../../src/leads/lifecycle.js";
import { defaultPipeline, findStage } from "../../src/leads/pipeline-rules.js";
import { findDevTokens } from "../../src/people/dev-tokens.js";
import { createDevTokens } from "../../src/people/tokens.js";
import { newId } from "../../src/platform/new-id.js";
import { write } from "../../src/platform/sql.js";
import { type Caller, caller, type TestDesk, type Wire } from "./test-desk.js";

type Who = "ada" | "ana" | "bob" | "cleo" | "partner";

/** A merchant of a test's own, whose past is written as the test needs it: no verb can win on a day of last year. */
export interface Books extends Record<Who, Caller> {
  readonly id: string;
  readonly pipelineId: string;
  /** The partner's own source, and one that is not. */
  readonly sources: readonly [string, string];
  readonly campaigns: readonly [string, string];
  pass(pass: Pass): Promise<Passed>;
  win(win: Win): Promise<string>;
  comeBack(leadId: string, at: string, by?: { campaignId?: string; sourceId?: string }): Promise<void>;
  reverse(conversionId: string, at: string, value?: [number, string]): Promise<void>;
}

/** A lead with its first lifecycle. */
interface Pass {
  at: string;
  toldAt?: string;
  stage?: string;
  movedAt?: string;
  ownerId?: string | null;
  openedBy?: LifecycleOpening;
  outcome?: LifecycleOutcome;
  closedAt?: string;
  sourceId?: string;
  campaignId?: string;
  isTest?: boolean;
  acknowledgedAfterMs?: number;
  answered?: { afterMs: number; businessMs?: number; toldAt?: string };
}

export interface Passed {
  readonly leadId: string;
  readonly contactId: string;
  readonly lifecycleId: string;
}

interface Win {
  at: string;
  by?: string | null;
  of?: Passed;
  isRepeat?: boolean;
  isAdditional?: boolean;
  isTest?: boolean;
  value?: [number, string];
  campaign?: { id: string; name: string };
  sourceId?: string;
  recordedAt?: string;
  voidedAt?: string;
}

/** A report, asked for as one of the books' people; a failed test when the answer had an error. */
export async function ask(
  books: Books,
  fields: string,
  about: Record<string, unknown> = {},
  as: Who = "ada",
): Promise<Wire> {
  const { data, errors } = await books[as].ask(report(fields), about);
  expect(errors).toEqual([]);
  return data.insights;
}

export const report = (fields: string): string =>
  `query($from: LocalDate, $to: LocalDate, $timeZone: TimeZone, $asOf: DateTime, $filter: InsightsFilter) {
    insights(from: $from, to: $to, timeZone: $timeZone, asOf: $asOf, filter: $filter) { ${fields} } }`;

export async function openBooks({ desk, url }: TestDesk, timeZone = "Europe/Berlin"): Promise<Books> {
  const em = desk.owner.manager;
  const made = await makeMerchant(desk.owner, desk.devSecret, {
    name: "Books",
    timeZone,
    members: (["ADMIN", "AGENT", "AGENT", "ANALYST"] as const).map((role) => ({
      ...{ name: `Member ${role}`, email: `${newId()}@books.example`, role },
    })),
    sources: ["Website", "Fair"].map((name) => ({ name, key: newId(), channel: "WEB_FORM" })),
    campaigns: [{ name: "Spring" }, { name: "Autumn" }],
  });
  const merchantId = made.id;
  const [pipeline] = await em.query("SELECT id FROM pipelines WHERE merchant_id = $1", [merchantId]);
  const pipelineId: string = pipeline.id;

  const tokens = createDevTokens(desk.devSecret);
  const [ada, ana, bob, cleo] = await Promise.all(
    made.members.map(async ({ memberId }) => caller(url, await tokens.sign(memberId), memberId)),
  );
  const dev = (await findDevTokens(desk.owner, tokens, desk.devSecret)).find(({ id }) => id === merchantId);
  const partner = caller(url, dev?.tokens.PARTNER ?? "", "");
  const [website, fair] = made.sources;
  const [spring, autumn] = made.campaigns;
  if (!ada || !ana || !bob || !cleo || !website || !fair || !spring || !autumn) throw new Error("Books lack a part");
  const boss = ada;

  async function tell(leadId: string, at: string, kind: LeadEventRow["kind"], facts: object): Promise<void> {
    const [{ sequence }] = await em.query(
      "SELECT coalesce(max(sequence), 0) + 1 AS sequence FROM lead_events WHERE lead_id = $1",
      [leadId],
    );
    const event = { leadId, sequence, merchantId, kind, at: new Date(at), actorKind: "SYSTEM" as const, facts };
    await write(em, LeadEventRow, [event]);
  }

  async function pass(given: Pass): Promise<Passed> {
    const { at, toldAt = at, stage = "new", answered, isTest = false, ownerId = null } = given;
    const ids = { leadId: newId(), contactId: newId(), lifecycleId: newId() };
    const openedAt = new Date(at);
    const after = (ms: number | undefined) => (ms === undefined ? null : new Date(openedAt.getTime() + ms));
    const stageKind = findStage(defaultPipeline, stage)?.kind ?? "OPEN";
    const times = { createdAt: new Date(toldAt), updatedAt: new Date() };
    const count = { version: 1, historyLength: 3 };
    await write(em, Contact, [{ id: ids.contactId, merchantId, name: null, isTest, createdAt: openedAt }]);
    await write(em, Lead, [
      {
        ...{ id: ids.leadId, merchantId, contactId: ids.contactId, pipelineId, isTest, stage, stageKind, ownerId },
        ...{ ...count, ...times, currentLifecycleId: ids.lifecycleId },
      },
    ]);
    await write(em, Lifecycle, [
      {
        ...{ id: ids.lifecycleId, merchantId, leadId: ids.leadId, number: 1, openedAt, isRepeat: false },
        openedBy: given.openedBy ?? "ENQUIRY",
        sourceId: given.sourceId ?? null,
        campaignId: given.campaignId ?? null,
        acknowledgedAt: after(given.acknowledgedAfterMs),
        firstHumanResponseAt: after(answered?.afterMs),
        firstResponseElapsedMs: answered?.afterMs ?? null,
        firstResponseBusinessMs: answered ? (answered.businessMs ?? answered.afterMs) : null,
        closedAt: given.closedAt ? new Date(given.closedAt) : null,
        outcome: given.outcome ?? null,
      },
    ]);
    const { lifecycleId } = ids;
    await tell(ids.leadId, toldAt, "LeadCreated", { stage: "new" });
    await tell(ids.leadId, toldAt, "LifecycleOpened", { lifecycleId, sourceId: given.sourceId ?? null });
    if (answered) {
      const answeredAt = after(answered.afterMs)?.toISOString() ?? at;
      await tell(ids.leadId, answered.toldAt ?? answeredAt, "HumanResponded", { lifecycleId, isFirst: true });
    }
    if (stage !== "new") await tell(ids.leadId, given.movedAt ?? toldAt, "StageChanged", { from: "new", to: stage });
    return ids;
  }

  async function win(given: Win): Promise<string> {
    const { at, by = boss.memberId, isTest = false, value, campaign, sourceId } = given;
    const of = given.of ?? (await pass({ at, stage: "won", isTest, ...(sourceId ? { sourceId } : {}) }));
    const id = newId();
    await write(em, Conversion, [
      {
        ...{ id, merchantId, ...of, isTest, isAdditional: given.isAdditional ?? false, stageName: "Won" },
        isRepeat: given.isRepeat ?? false,
        actorKind: by ? "MEMBER" : "IMPORT",
        actorId: by,
        campaignId: campaign?.id ?? null,
        campaignName: campaign?.name ?? null,
        sourceId: sourceId ?? null,
        valueMinor: value?.[0] ?? null,
        currency: value?.[1] ?? null,
        convertedAt: new Date(at),
        recordedAt: new Date(given.recordedAt ?? at),
        voidedAt: given.voidedAt ? new Date(given.voidedAt) : null,
        voidReason: given.voidedAt ? "Pressed by mistake" : null,
      },
    ]);
    return id;
  }

  return {
    ...{ ada, ana, bob, cleo, partner },
    ...{ id: merchantId, pipelineId, pass, win },
    sources: [website.id, fair.id],
    campaigns: [spring.id, autumn.id],
    async comeBack(
      leadId,
      at,
      { campaignId = null, sourceId = null }: { campaignId?: string | null; sourceId?: string | null } = {},
    ) {
      await tell(leadId, at, "ReEngaged", { from: "won", to: "new", campaignId });
      await tell(leadId, at, "TagAdded", { tag: "repeat_lead", origin: "SYSTEM" });
      await tell(leadId, at, "LifecycleOpened", { lifecycleId: newId(), sourceId });
    },
    async reverse(conversionId, at, value) {
      const by = { actorKind: "MEMBER", actorId: ada.memberId };
      const worth = { valueMinor: value?.[0] ?? null, currency: value?.[1] ?? null };
      const reversal = { id: newId(), merchantId, conversionId, reason: "Refunded", reversedAt: new Date(at) };
      await write(em, Reversal, [{ ...reversal, ...by, ...worth }]);
    },
  };
}
