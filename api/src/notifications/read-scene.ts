import type { EntityManager } from "typeorm";
import { readEmail, readName } from "../contacts/contact-point.js";
import type { StageKind } from "../leads/pipeline-rules.js";
import { ofMerchant } from "../people/merchant-scope.js";
import { readPolicies } from "../people/policies.js";
import { firstRow, rows, sql } from "../platform/sql.js";
import type { Colleague, Happening, Scene, SentEnquiry, WrittenMessage } from "./mails-owed.js";

interface Of {
  readonly merchantId: string;
  readonly leadId: string;
}

/** What the rules of mails-owed may know, as it is now; null when the lead is gone. */
export async function readScene(
  em: EntityManager,
  of: Of,
  happenings: readonly Happening[],
  publicUrl: string | null,
): Promise<Scene | null> {
  const lead = await readLead(em, of);
  if (!lead) return null;
  return {
    merchantName: lead.merchantName,
    acknowledgement: readPolicies(lead.policies).acknowledgement,
    isTest: lead.isTest,
    isSpam: lead.stageKind === "SPAM",
    ownerId: lead.ownerId,
    contact: { name: lead.contactName, email: lead.contactEmail, isOptedOut: lead.doNotContactAt !== null },
    members: await readMembers(em, of),
    enquiries: await readEnquiries(em, of, happenings),
    messages: await readMessages(em, of, happenings),
    leadUrl: publicUrl && `${publicUrl}/#/leads/${of.leadId}`,
  };
}

interface LeadRow {
  readonly isTest: boolean;
  readonly stageKind: StageKind;
  readonly ownerId: string | null;
  readonly contactName: string | null;
  readonly contactEmail: string | null;
  readonly doNotContactAt: Date | null;
  readonly merchantName: string;
  readonly policies: unknown;
}

const readLead = (em: EntityManager, of: Of): Promise<LeadRow | null> =>
  firstRow(
    em,
    sql`SELECT l.is_test AS "isTest", l.stage_kind AS "stageKind", l.owner_id AS "ownerId", c.name AS "contactName",
          (SELECT i.value FROM contact_identities i WHERE i.contact_id = c.id AND i.kind = 'EMAIL' ORDER BY i.created_at, i.id LIMIT 1) AS "contactEmail",
          c.do_not_contact_at AS "doNotContactAt", m.name AS "merchantName", m.policies
        FROM leads l JOIN contacts c ON c.id = l.contact_id JOIN merchants m ON m.id = l.merchant_id
        WHERE l.id = ${of.leadId} AND ${ofMerchant(of, "l")}`,
  );

const readMembers = (em: EntityManager, of: Of): Promise<Colleague[]> =>
  rows(
    em,
    sql`SELECT p.id, p.name, p.email, p.role, p.status = 'ACTIVE' AS "isActive" FROM members p WHERE ${ofMerchant(of, "p")} ORDER BY p.created_at, p.id`,
  );

/** What was sent is read as it stands in the journal: intake and notifications know nothing of one another. */
async function readEnquiries(em: EntityManager, of: Of, happenings: readonly Happening[]): Promise<SentEnquiry[]> {
  const ids = happenings.flatMap(({ event }) => (event.kind === "EnquiryReceived" ? [event.enquiryId] : []));
  if (ids.length === 0) return [];
  const found = await rows<SentEnquiry>(
    em,
    sql`SELECT q.id, q.receipt_number AS "receiptNumber", q.name, q.email, q.service_interest AS "serviceInterest",
          (SELECT w.id FROM messages w WHERE w.enquiry_id = q.id AND w.lead_id = ${of.leadId} ORDER BY w.id LIMIT 1) AS "messageId"
        FROM enquiries q WHERE q.id = ANY(${ids}) AND ${ofMerchant(of, "q")}`,
  );
  return found.map((enquiry) => ({
    ...enquiry,
    name: readName(enquiry.name),
    email: readEmail(enquiry.email)?.value ?? null,
  }));
}

async function readMessages(em: EntityManager, of: Of, happenings: readonly Happening[]): Promise<WrittenMessage[]> {
  const ids = happenings.flatMap(({ event }) => (event.kind === "MessageSent" ? [event.messageId] : []));
  if (ids.length === 0) return [];
  return rows(
    em,
    sql`SELECT w.id, w.text, w.author = 'MEMBER' AND w.direction = 'OUTBOUND' AND w.member_id IS NOT NULL AS "isByMember", c.channel
        FROM messages w JOIN conversations c ON c.id = w.conversation_id WHERE w.id = ANY(${ids}) AND ${ofMerchant(of, "w")}`,
  );
}
