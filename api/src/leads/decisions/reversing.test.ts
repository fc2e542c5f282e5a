import {
  after,
  at,
  day,
  expectRefusal,
  faceOf,
  given,
  moveTo,
  only,
  openLead,
  stateAfter,
  voidWin,
} from "../../../test/support/lead-builders.js";
import { decide } from "../decide.js";

const won = stateAfter(openLead(), moveTo("won", { value: { amountMinor: 900, currency: "EUR" } }), at("10:00"));
const { id: conversionId } = only(won.conversions);
const reverse = { kind: "REVERSE_CONVERSION", conversionId, reversalId: "reversal", reason: "Refunded" } as const;
const windowEnd = at("10:00", 1);

describe("a reversal", () => {
  it("after the window adds a fact and leaves the win, its tags and the lead as they are", () => {
    const decision = decide(won, reverse, given(windowEnd));

    expect(decision.events).toEqual([
      {
        kind: "ConversionReversed",
        at: windowEnd,
        conversionId,
        reversalId: "reversal",
        reason: "Refunded",
        valueMinor: 900,
        currency: "EUR",
      },
    ]);
    expect(faceOf(decision.state)).toEqual(faceOf(won));
    expect(decision.state.conversions).toEqual([{ ...only(won.conversions), reversedAt: windowEnd }]);
  });

  it("is refused while the win can still be voided, to the last millisecond", () => {
    expectRefusal(won, reverse, given(after(windowEnd, -1)), "WINDOW_OPEN", { closesAt: windowEnd });
  });

  it("is refused for a win that was voided", () => {
    const voided = stateAfter(won, voidWin(conversionId, "proposal"), at("11:00"));

    expectRefusal(voided, reverse, given(windowEnd), "ALREADY_VOIDED");
  });

  it("happens once, and is not voided on top when the window has become longer since", () => {
    const reversed = stateAfter(won, reverse, windowEnd);
    const longer = { conversionVoidWindowMs: 2 * day };

    expectRefusal(reversed, reverse, given(windowEnd), "ALREADY_REVERSED");
    expectRefusal(reversed, voidWin(conversionId, "proposal"), given(windowEnd, longer), "ALREADY_REVERSED");
    expect(faceOf(stateAfter(reversed, moveTo("proposal"), windowEnd, longer))).toMatchObject({
      tags: ["won_customer"],
      liveConversions: 1,
      lifecycle: [2, "open"],
    });
  });
});
