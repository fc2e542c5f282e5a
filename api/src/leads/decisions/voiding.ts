import { Refusal } from "../../platform/errors.js";
import { assertMayVoid, voidConversion, windowEnd, winOf } from "./closing.js";
import { restoreFollowUps } from "./following-up.js";
import { move } from "./moving.js";
import type { Given, Story } from "./story.js";

export interface Void {
  readonly conversionId: string;
  readonly reason: string;
  readonly toStage: string | null;
}

/** Bookkeeping wherever the lead stands by now; only a lead that is still in won has to be told where to go. */
export function voidByHand(story: Story, command: Void, given: Given): void {
  const { state } = story;
  const conversion = state.conversions.find((c) => c.id === command.conversionId);
  if (!conversion) return;
  if (given.now.getTime() >= windowEnd(conversion, given).getTime()) {
    const closedAt = windowEnd(conversion, given);
    throw new Refusal(
      "WINDOW_CLOSED",
      "The time in which a win can be voided is over; record a reversal instead.",
      { closedAt },
      ["conversionId"],
    );
  }
  // The window was made longer since: what was reversed is settled, and its value must not go twice.
  if (conversion.reversedAt) {
    throw new Refusal("ALREADY_REVERSED", "This win was reversed before; nothing is left to void.", {}, [
      "conversionId",
    ]);
  }
  assertMayVoid(state, conversion, given, ["conversionId"]);
  const holdsStage = state.stageKind === "WON" && conversion === winOf(state);
  if (!holdsStage) {
    voidConversion(story, conversion.id, command.reason);
    // A lead that was declined since has no more promises to keep.
    if (state.stageKind === "OPEN") restoreFollowUps(story, conversion.id);
    return;
  }
  if (!command.toStage || command.toStage === state.stage) {
    throw new Refusal("TO_STAGE_REQUIRED", "The lead is still in won: say with toStage where it goes.", {}, [
      "toStage",
    ]);
  }
  move(
    story,
    { toStage: command.toStage, reason: command.reason, cause: "CORRECTION", followUp: null, value: null },
    given,
  );
}
