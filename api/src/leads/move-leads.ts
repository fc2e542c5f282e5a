import type { EntityManager } from "typeorm";
import { type Acting, lockActor } from "../people/lock-actor.js";
import { runCommand } from "../platform/command.js";
import type { Context } from "../platform/context.js";
import { ApiError, badInput, Refusal } from "../platform/errors.js";
import { payload } from "../platform/payload.js";
import { type KeptRefusal, userErrorOf } from "../platform/user-error.js";
import { takeLead } from "./command-lead.js";
import { LeadMoveResult, MoveLeadsPayload } from "./lead.payloads.js";
import { type LeadMove, type MovedLead, makeMove, readMove } from "./lead-move.js";
import { lockLeads } from "./load-lead.js";
import type { MoveLeadsInput } from "./move.inputs.js";

const mostMoves = 200;

interface MoveTold extends MovedLead {
  readonly refusal: KeptRefusal | null;
}

/** A person moves several leads: each by the rules of a single move, all in one transaction, all or each for itself. */
export async function moveLeads(ctx: Context, input: MoveLeadsInput): Promise<MoveLeadsPayload> {
  const moves = input.moves.map((move, index) => readMove(move, ["input", "moves", String(index)]));
  assertMoves(moves);
  let told: MoveTold[] = [];
  const outcome = await runCommand(ctx, { operation: "moveLeads", input }, async (em) => {
    const acting = await lockActor(em, ctx.viewer);
    // All rows before the first of them is changed, or two requests could each wait for what the other has.
    await lockLeads(
      em,
      acting,
      moves.map((move) => move.leadId),
    );
    told = [];
    for (const move of moves) told.push(await tellMove(em, acting, move));
    const refused = told.filter(({ refusal }) => refusal).length;
    // Thrown, so that nothing is kept: neither what was moved nor the key of a request that moved nothing.
    if (input.atomic ? refused > 0 : refused === moves.length) throw noneMoved(refused);
    return { told };
  });
  const { result, refusal } = outcome;
  const results = result?.told ?? told.map((each) => (each.refusal || !refusal ? each : notMoved(each, refusal)));
  const answer = payload(MoveLeadsPayload, { ...outcome, refusal: input.atomic ? refusal : null });
  return Object.assign(answer, { results: results.map(resultOf) });
}

const noneMoved = (refused: number): Refusal =>
  new Refusal("NOT_ALL_MOVED", `Nothing was moved: the rules refuse ${refused} of the moves; see their results.`);

function assertMoves(moves: readonly LeadMove[]): void {
  if (moves.length < 1 || moves.length > mostMoves) {
    const message = `A request makes 1 to ${mostMoves} moves; this one has ${moves.length}. Send the rest in another one.`;
    throw badInput([{ path: ["input", "moves"], rule: "length", message }]);
  }
  const twice = moves.flatMap(({ leadId }, index) =>
    moves.findIndex((move) => move.leadId === leadId) < index
      ? [{ path: ["input", "moves", String(index), "leadId"], rule: "unique", message: "Each lead is moved once." }]
      : [],
  );
  if (twice.length > 0) throw badInput(twice);
}

/** A refusal comes before anything of the move is written, so what was moved before it can stay. */
async function tellMove(em: EntityManager, acting: Acting, move: LeadMove): Promise<MoveTold> {
  try {
    const work = await takeLead(em, acting, move).catch(refuseUnknown);
    return { ...(await makeMove(work, move)), refusal: null };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { code, message, details, path = [] } = error;
    return notMoved(move, { code, message, details, path });
  }
}

function refuseUnknown(error: unknown): never {
  if (!(error instanceof ApiError) || error.code !== "NOT_FOUND") throw error;
  throw new Refusal("LEAD_NOT_FOUND", error.message, {}, ["leadId"]);
}

const notMoved = ({ leadId }: { leadId: string }, refusal: KeptRefusal): MoveTold => ({
  ...{ leadId, conversionId: null, voidedConversionId: null, refusal },
});

const resultOf = ({ refusal, ...ids }: MoveTold): LeadMoveResult =>
  Object.assign(new LeadMoveResult(), ids, { userErrors: refusal ? [userErrorOf(refusal)] : [] });
