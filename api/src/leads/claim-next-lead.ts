import type { EntityManager } from "typeorm";
import { lockActor } from "../people/lock-actor.js";
import { ofMerchant } from "../people/merchant-scope.js";
import { runCommand } from "../platform/command.js";
import type { Context } from "../platform/context.js";
import { badInput, Refusal } from "../platform/errors.js";
import { payload } from "../platform/payload.js";
import { rows, sql } from "../platform/sql.js";
import type { QueueName } from "../queues/queue-name.js";
import { carryOut, givenOf } from "./command-lead.js";
import type { ClaimNextLeadInput } from "./lead.inputs.js";
import { ClaimNextLeadPayload } from "./lead.payloads.js";
import { lockLead } from "./load-lead.js";

const picksAtOnce = 20;

/**
 * The oldest promise of a queue that nobody owns. It is picked without a lock, locked like every lead, and looked at
 * again: what a colleague has taken meanwhile is passed over, so nobody claims twice and nobody waits in a circle.
 */
export async function claimNextLead(ctx: Context, input: ClaimNextLeadInput): Promise<ClaimNextLeadPayload> {
  const { viewer } = ctx;
  if (input.queue === "INTAKE_HELD") {
    throw badInput([
      {
        path: ["input", "queue"],
        rule: "queue",
        message: "INTAKE_HELD holds enquiries, which nobody owns; release one instead.",
      },
    ]);
  }
  if (viewer.kind !== "MEMBER") throw new Error("The gate lets only members claim");
  const outcome = await runCommand(ctx, { operation: "claimNextLead", input }, async (em) => {
    const acting = await lockActor(em, viewer);
    const passed: string[] = [];
    for (;;) {
      const picked = await pick(em, acting, input.queue, passed);
      if (picked.length === 0)
        throw new Refusal("QUEUE_EMPTY", "Nothing is left to claim in this queue.", {}, ["queue"]);
      for (const leadId of picked) {
        const loaded = await lockLead(em, acting, leadId);
        const isFree = loaded.lead.ownerId === null && loaded.standings.some((s) => s.queue === input.queue);
        if (isFree) {
          const given = givenOf(acting, loaded.rules, loaded.now);
          await carryOut(em, acting, loaded, given, { kind: "ASSIGN", memberId: viewer.memberId, reason: null });
          return { leadId };
        }
        passed.push(leadId);
      }
    }
  });
  return payload(ClaimNextLeadPayload, outcome);
}

async function pick(
  em: EntityManager,
  scope: { merchantId: string },
  queue: QueueName,
  passed: readonly string[],
): Promise<string[]> {
  const found = await rows<{ leadId: string }>(
    em,
    sql`SELECT q.subject_id AS "leadId" FROM queue_entries q
        WHERE ${ofMerchant(scope, "q")} AND q.queue = ${queue} AND NOT q.is_test AND q.owner_id IS NULL AND q.subject_id <> ALL(${passed})
        ORDER BY q.order_at, q.subject_id LIMIT ${picksAtOnce}`,
  );
  return found.map((row) => row.leadId);
}
