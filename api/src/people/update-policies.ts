import { runCommand } from "../platform/command.js";
import type { Context } from "../platform/context.js";
import { badInput } from "../platform/errors.js";
import { payload } from "../platform/payload.js";
import { firstRow, rows, sql } from "../platform/sql.js";
import { lockActor } from "./lock-actor.js";
import { UpdatePoliciesPayload } from "./merchant.payloads.js";
import { type Policies, policiesSchema, readPolicies } from "./policies.js";
import type { BusinessHoursInput, UpdatePoliciesInput } from "./policies.types.js";
import { tellRights } from "./tell-rights.js";

/** Valid as a whole or refused as a whole. Promises that were made keep their due time. */
export async function updatePolicies(ctx: Context, input: UpdatePoliciesInput): Promise<UpdatePoliciesPayload> {
  const outcome = await runCommand(ctx, { operation: "updatePolicies", input }, async (em) => {
    const { merchantId } = await lockActor(em, ctx.viewer);
    const merchant = await firstRow<{ policies: unknown }>(
      em,
      sql`SELECT m.policies FROM merchants m WHERE m.id = ${merchantId} FOR UPDATE`,
    );
    const policies = changed(readPolicies(merchant?.policies), input);
    await rows(em, sql`UPDATE merchants SET policies = ${JSON.stringify(policies)} WHERE id = ${merchantId}`);
    await tellRights(em, merchantId);
    return { isDone: true };
  });
  return payload(UpdatePoliciesPayload, outcome);
}

function changed(before: Policies, input: UpdatePoliciesInput): Policies {
  const { idempotencyKey: _, businessHours, acknowledgement, followUpDefault, ...rest } = input;
  const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined && value !== null));
  const read = policiesSchema.safeParse({
    ...before,
    ...given,
    ...(followUpDefault === undefined ? {} : { followUpDefault }),
    ...(businessHours === undefined ? {} : { businessHours: businessHours && hoursOf(businessHours) }),
    acknowledgement: { ...before.acknowledgement, ...withoutNull(acknowledgement ?? {}) },
  });
  if (read.success) return read.data;
  throw badInput(
    read.error.issues.map((issue) => ({
      path: ["input", ...issue.path.map(String)],
      rule: "policy",
      message: `${issue.path.join(".")}: ${issue.message}`,
    })),
  );
}

function hoursOf({ weekly, holidays }: BusinessHoursInput): unknown {
  const spansOf = (weekday: number) =>
    weekly.filter((day) => day.weekday === weekday).flatMap((day) => day.spans.map(({ from, to }) => ({ from, to })));
  const days = [1, 2, 3, 4, 5, 6, 7].map((weekday) => [weekday, spansOf(weekday)]);
  return { weekly: Object.fromEntries(days), holidays: holidays ?? [] };
}

const withoutNull = (value: object): object =>
  Object.fromEntries(Object.entries(value).filter(([, part]) => part !== null && part !== undefined));
