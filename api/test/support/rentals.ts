import { randomUUID } from "node:crypto";
import { anotherSource } from "./another-source.js";
import type { TestDesk, TestMerchant } from "./test-desk.js";
import { type Input, say } from "./verbs.js";

type Stage = Input & { readonly key: string };
type Move = Input & { readonly from: string; readonly to: string };
export interface Plan {
  readonly pipelineId?: string;
  readonly key: string;
  readonly name: string;
  readonly stages: readonly Stage[];
  readonly transitions: readonly Move[];
}

export const asked = { key: "asked", name: "Asked", kind: "OPEN", isInitial: true };
export const viewing = { key: "viewing", name: "Viewing", kind: "OPEN" };
export const offered = { key: "offered", name: "Offered", kind: "OPEN" };
export const rented = { key: "rented", name: "Rented", kind: "WON" };
export const lost = { key: "lost", name: "Lost", kind: "LOST" };

export const move = (from: string, to: string, more: Input = {}): Move => ({ from, to, ...more });

export const rentals = (): Plan => ({
  key: `rentals-${randomUUID()}`,
  name: "Rentals",
  stages: [asked, viewing, offered, rented, lost],
  transitions: [
    ...[move("asked", "viewing"), move("viewing", "offered"), move("offered", "rented"), move("viewing", "rented")],
    ...[move("rented", "viewing"), move("asked", "lost", { requires: ["REASON"] }), move("lost", "asked")],
  ],
});

/** The plan with these stages only, and the moves that are left between them. */
export const only = (plan: Plan, stages: readonly Stage[], more: readonly Move[] = []): Plan => ({
  ...plan,
  stages,
  transitions: [
    ...plan.transitions.filter(({ from, to }) => [from, to].every((end) => stages.some(({ key }) => key === end))),
    ...more,
  ],
});

/** Without the stage in which people see the flat; those who were about to are offered it. */
export const withoutViewing = (plan: Plan, more: Input = {}): object => ({
  ...only(plan, [asked, offered, rented, lost], [move("asked", "offered"), move("rented", "offered")]),
  ...more,
});
export const toOffered = { remap: [{ from: "viewing", to: "offered" }] };

/** A pipeline that works, with a source of its own; `plan` replaces it as it is. */
export async function openRentals(
  desk: TestDesk,
  merchant: TestMerchant,
): Promise<{ id: string; plan: Plan; sourceKey: string }> {
  const plan = rentals();
  const { pipeline } = await say(merchant.admin, "configurePipeline", { ...plan });
  const source = await anotherSource(desk, merchant, { pipeline_id: pipeline.id });
  return { id: pipeline.id, plan: { ...plan, pipelineId: pipeline.id }, sourceKey: source.key };
}
