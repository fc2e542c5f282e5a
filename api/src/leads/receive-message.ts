import type { EntityManager } from "typeorm";
import { readName } from "../contacts/contact-point.js";
import { isOptOut } from "../contacts/opt-out.js";
import { pointsOf } from "../contacts/points-of.js";
import { type Acting, lockActor } from "../people/lock-actor.js";
import { ofMerchant } from "../people/merchant-scope.js";
import { mayWorkOn } from "../people/visibility.js";
import { cleanText } from "../platform/clean-text.js";
import { runCommand } from "../platform/command.js";
import type { Context } from "../platform/context.js";
import { ApiError, badInput } from "../platform/errors.js";
import { newId } from "../platform/new-id.js";
import { payload } from "../platform/payload.js";
import { parseIdOrNull } from "../platform/scalars.js";
import { shortKey } from "../platform/short-key.js";
import { firstRow, rows, sql } from "../platform/sql.js";
import { principalIdOf } from "../platform/viewer.js";
import type { ReceiveMessageInput } from "./lead.inputs.js";
import { ReceiveMessagePayload } from "./lead.payloads.js";
import { type Arrived, findTouch, receiveInbound } from "./receive-inbound.js";

/** A message told by somebody who is signed in, and who vouches for its time and its sender. */
export async function receiveMessage(ctx: Context, input: ReceiveMessageInput): Promise<ReceiveMessagePayload> {
  const leadId = parseIdOrNull(input.leadId, ["input", "leadId"]);
  if (!leadId && !input.contact)
    throw badInput([{ path: ["input"], rule: "required", message: "Say with leadId or contact who wrote." }]);
  const campaignId = parseIdOrNull(input.quickReply?.campaignId, ["input", "quickReply", "campaignId"]);
  const outcome = await runCommand(ctx, { operation: "receiveMessage", input }, async (em) => {
    const acting = await lockActor(em, ctx.viewer);
    const externalKey = input.externalId ? `${scopeOf(ctx)}:${shortKey(cleanText(input.externalId))}` : null;
    const known = externalKey && (await findDelivered(em, acting, externalKey));
    if (known) return known;
    if (leadId) await assertLeadIsTheirs(em, acting, leadId);
    const text = cleaned(input.text);
    return receiveInbound(em, acting, {
      from: leadId ? { leadId } : personOf(input),
      pipelineId: await defaultPipelineId(em, acting),
      inbound: {
        messageId: newId(),
        channel: input.channel,
        isProviderTimed: true,
        enquiry: null,
        campaign: await findTouch(em, acting, campaignId, input.quickReply != null),
        isOptOut: isOptOut(text),
      },
      sentAt: input.sentAt ?? null,
      words: { text, externalKey, quickReplyPayload: cleaned(input.quickReply?.payload) },
    });
  });
  return payload(ReceiveMessagePayload, outcome);
}

const cleaned = (text: string | null | undefined): string | null => (text == null ? null : cleanText(text));

/** Provider ids are unique for each source; whoever brings a message is its source here. */
const scopeOf = (ctx: Context): string => (ctx.viewer.kind === "API_KEY" ? principalIdOf(ctx.viewer) : "desk");

/** A redelivery, also with other bytes, changes nothing twice. Two at the same moment wait for one another. */
async function findDelivered(em: EntityManager, acting: Acting, externalKey: string): Promise<Arrived | null> {
  await rows(
    em,
    sql`SELECT pg_advisory_xact_lock(hashtextextended(${`${acting.merchantId} message ${externalKey}`}, 0))`,
  );
  return firstRow<Arrived>(
    em,
    sql`SELECT m.lead_id AS "leadId", m.id AS "messageId", l.current_lifecycle_id AS "lifecycleId"
        FROM messages m JOIN leads l ON l.id = m.lead_id WHERE ${ofMerchant(acting, "m")} AND m.external_key = ${externalKey}`,
  );
}

function personOf({ contact, isTest }: ReceiveMessageInput) {
  return {
    name: readName(contact?.name),
    isNameTyped: false,
    isTest: isTest === true,
    points: pointsOf(contact ?? {}, null),
  };
}

/** An agent speaks for leads they see; a partner for those that its own sources opened. */
async function assertLeadIsTheirs(em: EntityManager, { viewer, merchantId }: Acting, leadId: string): Promise<void> {
  const lead = await firstRow<{ ownerId: string | null; sources: string[] }>(
    em,
    sql`SELECT l.owner_id AS "ownerId", ARRAY(SELECT y.source_id FROM lifecycles y WHERE y.lead_id = l.id AND y.source_id IS NOT NULL) AS sources
        FROM leads l WHERE l.id = ${leadId} AND ${ofMerchant({ merchantId }, "l")}`,
  );
  const isTheirs =
    lead &&
    viewer &&
    (viewer.kind === "MEMBER"
      ? mayWorkOn(viewer, lead.ownerId)
      : lead.sources.some((id) => viewer.sourceIds.includes(id)));
  if (!isTheirs) throw new ApiError("NOT_FOUND", "There is no lead with this id.");
}

async function defaultPipelineId(em: EntityManager, acting: Acting): Promise<string> {
  const pipeline = await firstRow<{ id: string }>(
    em,
    sql`SELECT p.id FROM pipelines p WHERE ${ofMerchant(acting, "p")} ORDER BY p.created_at, p.id LIMIT 1`,
  );
  if (!pipeline) throw new Error("A merchant without a pipeline was let in");
  return pipeline.id;
}
