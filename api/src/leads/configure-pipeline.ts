import type { EntityManager } from "typeorm";
import { type Acting, lockActor } from "../people/lock-actor.js";
import { ofMerchant } from "../people/merchant-scope.js";
import { runCommand } from "../platform/command.js";
import type { Context } from "../platform/context.js";
import { ApiError, badInput, type FieldProblem, Refusal } from "../platform/errors.js";
import { newId } from "../platform/new-id.js";
import { payload } from "../platform/payload.js";
import { parseIdOrNull } from "../platform/scalars.js";
import { columns, firstRow, rows, sql, write } from "../platform/sql.js";
import { findUsedStages } from "./find-used-stages.js";
import type { ConfigurePipelineInput } from "./pipeline.inputs.js";
import { Pipeline } from "./pipeline.js";
import { ConfigurePipelinePayload } from "./pipeline.payloads.js";
import { changeProblems, closedStages, keptRules, type PipelineChange, strandedProblems } from "./pipeline-change.js";
import { readName, readPipeline, sizeProblems, textProblems } from "./read-pipeline.js";
import { countStanding, lockStanding, remapLeads } from "./remap-leads.js";

/** Makes a pipeline or replaces one, with everything that is wrong told at once. Commands on its leads wait meanwhile. */
export async function configurePipeline(
  ctx: Context,
  input: ConfigurePipelineInput,
): Promise<ConfigurePipelinePayload> {
  const pipelineId = parseIdOrNull(input.pipelineId, ["input", "pipelineId"]);
  // Before anything is compared with everything else.
  assertNone(sizeProblems(input));
  const outcome = await runCommand(ctx, { operation: "configurePipeline", input }, async (em) => {
    const acting = await lockActor(em, ctx.viewer);
    // All pipelines of a merchant one after the other: nobody takes a key, or a stage away, under somebody else's hands.
    await rows(em, sql`SELECT pg_advisory_xact_lock(hashtextextended(${`${acting.merchantId} pipelines`}, 0))`);
    const before = pipelineId === null ? null : await getPipeline(em, acting, pipelineId);
    if (before) assertVersion(before, input.expectedVersion ?? null);
    const change = { before: before?.rules ?? null, asked: readPipeline(input), remap: input.remap ?? [] };
    assertNone([
      ...textProblems(input),
      ...(await keyProblems(em, acting, pipelineId, input.key)),
      ...changeProblems(change),
      ...(before ? strandedProblems(change, await countStanding(em, before, closedKeys(change))) : []),
    ]);
    return {
      pipelineId: await (before ? replace(em, acting, before, change, input) : make(em, acting, change, input)),
    };
  });
  return payload(ConfigurePipelinePayload, outcome);
}

function assertNone(problems: readonly FieldProblem[]): void {
  if (problems.length > 0) throw badInput(problems.map((each) => ({ ...each, path: ["input", ...each.path] })));
}

async function getPipeline(em: EntityManager, scope: { merchantId: string }, id: string): Promise<Pipeline> {
  const pipeline = await firstRow<Pipeline>(
    em,
    sql`SELECT ${columns(em, Pipeline, "p")} FROM pipelines p WHERE p.id = ${id} AND ${ofMerchant(scope, "p")}`,
  );
  if (!pipeline) throw new ApiError("NOT_FOUND", "There is no pipeline with this id.");
  return pipeline;
}

function assertVersion({ version: current }: Pipeline, expected: number | null): void {
  if (expected === null || expected === current) return;
  throw new Refusal(
    "VERSION_CONFLICT",
    `The pipeline has changed since version ${expected}; read it again.`,
    { expected, current, leadId: null },
    ["expectedVersion"],
  );
}

async function keyProblems(
  em: EntityManager,
  scope: { merchantId: string },
  pipelineId: string | null,
  key: string,
): Promise<FieldProblem[]> {
  const found = await rows<{ id: string; key: string }>(
    em,
    sql`SELECT p.id, p.key FROM pipelines p WHERE ${ofMerchant(scope, "p")}`,
  );
  const isTaken = found.some((other) => other.key === key && other.id !== pipelineId);
  return isTaken ? [{ path: ["key"], rule: "unique", message: `Another pipeline has the key ${key}.` }] : [];
}

const closedKeys = (change: PipelineChange): string[] => closedStages(change).map(({ key }) => key);

async function make(
  em: EntityManager,
  { merchantId, begunAt: createdAt }: Acting,
  { asked: rules }: PipelineChange,
  { key, name }: ConfigurePipelineInput,
): Promise<string> {
  const id = newId();
  await write(em, Pipeline, [{ id, merchantId, key, name: readName(name), rules, version: 1, createdAt }]);
  return id;
}

// A command that was under way as this one began has told its events with its own, earlier time.
const longestCommandMs = 10 * 60 * 1000;

async function replace(
  em: EntityManager,
  acting: Acting,
  before: Pipeline,
  change: PipelineChange,
  { key, name }: ConfigurePipelineInput,
): Promise<string> {
  const closed = closedKeys(change);
  // A long history is read before anybody has to wait; then only what came meanwhile.
  const usedBefore = await findUsedStages(em, before, closed, null);
  await lockStanding(em, before, closed);
  const usedSince = await findUsedStages(em, before, closed, new Date(acting.begunAt.getTime() - longestCommandMs));
  await remapLeads(em, acting, before, change);
  const rules = keptRules(change, [...usedBefore, ...usedSince]);
  await rows(
    em,
    sql`UPDATE pipelines p SET key = ${key}, name = ${readName(name)}, rules = ${JSON.stringify(rules)}, version = p.version + 1
        WHERE p.id = ${before.id} AND ${ofMerchant(acting, "p")}`,
  );
  return before.id;
}
