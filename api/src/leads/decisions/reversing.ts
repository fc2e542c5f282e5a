import { Refusal } from "../../platform/errors.js";
import { windowEnd } from "./closing.js";
import type { Given, Story } from "./story.js";

export interface Reverse {
  readonly conversionId: string;
  readonly reversalId: string;
  readonly reason: string;
}

/** A refund or cancellation after the window: the win, its tags and the lead stay as they are, and the ledger gets one more row. */
export function reverse(story: Story, { conversionId, reversalId, reason }: Reverse, given: Given): void {
  const conversion = story.state.conversions.find((c) => c.id === conversionId);
  if (!conversion) {
    throw new Refusal("ALREADY_VOIDED", "This win was voided as a mistake; there is nothing to reverse.", {}, [
      "conversionId",
    ]);
  }
  if (conversion.reversedAt) {
    throw new Refusal("ALREADY_REVERSED", "This win was reversed before.", {}, ["conversionId"]);
  }
  const closesAt = windowEnd(conversion, given);
  if (given.now < closesAt) {
    throw new Refusal(
      "WINDOW_OPEN",
      "This win can still be voided as a mistake; void it, or reverse it when that time is over.",
      { closesAt },
      ["conversionId"],
    );
  }
  const { valueMinor, currency } = conversion;
  story.tell({ kind: "ConversionReversed", conversionId, reversalId, reason, valueMinor, currency });
}
