import { openTestDesk, type TestDesk, type TestMerchant, type Wire } from "./support/test-desk.js";
import { aQualifiedLead, attempt, aWonLead, say } from "./support/verbs.js";

const hourMs = 60 * 60 * 1000;
const euros = (amountMinor: number) => ({ amountMinor, currency: "EUR" });

let desk: TestDesk;
let studio: TestMerchant;

beforeAll(async () => {
  desk = await openTestDesk();
  studio = desk.studio;
});

afterAll(() => desk.close());

/** All that a refused command must have left as it was. */
async function standingOf(leadId: string): Promise<Wire> {
  const lead = await desk.rows("SELECT version, stage, owner_id, history_length FROM leads WHERE id = $1", [leadId]);
  const ledger = await desk.rows("SELECT * FROM lead_conversions WHERE lead_id = $1 ORDER BY id", [leadId]);
  const reversals = await desk.rows(
    "SELECT r.* FROM conversion_reversals r JOIN lead_conversions v ON v.id = r.conversion_id WHERE v.lead_id = $1",
    [leadId],
  );
  const history = await desk.rows(
    "SELECT kind FROM lead_events WHERE lead_id = $1 AND kind NOT IN ('AcknowledgementSent', 'DeliveryFailed') ORDER BY sequence",
    [leadId],
  );
  return {
    ledger,
    reversals,
    stage: lead[0]?.stage,
    owner: lead[0]?.owner_id,
    history: history.map(({ kind }) => kind),
  };
}

async function aSale(): Promise<{ leadId: string; conversionId: string }> {
  const { id: leadId } = await aQualifiedLead(studio.agent);
  const { conversion } = await say(studio.agent, "moveLead", { leadId, toStage: "won", value: euros(90_000) });
  return { leadId, conversionId: conversion.id };
}

const codesOf = ({ userErrors }: Wire): string[] => userErrors.map(({ code }: { code: string }) => code);

describe("a reversal", () => {
  it("after the window says who, when, why and how much, and the win stays won", async () => {
    const { leadId, conversionId } = await aSale();
    const before = await standingOf(leadId);
    await desk.moveClock(24 * hourMs);

    const { lead, conversion, userErrors } = await say(studio.manager, "reverseConversion", {
      conversionId,
      reason: " Refunded ",
    });

    expect(userErrors).toEqual([]);
    expect(conversion).toMatchObject({
      id: conversionId,
      voidedAt: null,
      reversal: { reason: "Refunded", actor: { id: studio.manager.memberId }, value: euros(90_000) },
    });
    expect(lead).toMatchObject({ stage: { key: "won" }, contact: { tags: ["won_customer"], liveConversionCount: 1 } });
    const after = await standingOf(leadId);
    expect({ ...after, history: [], reversals: [] }).toEqual({ ...before, history: [], reversals: [] });
    expect(after.history).toEqual([...before.history, "ConversionReversed"]);
    expect(after.reversals).toHaveLength(1);

    const seen = `query($id: ID!) { lead(id: $id) { history(first: 1) { nodes { kind ... on ConversionReversed { reason conversion { id } } } } } }`;
    expect((await studio.analyst.ask(seen, { id: leadId })).data.lead.history.nodes).toEqual([
      { kind: "CONVERSION_REVERSED", reason: "Refunded", conversion: { id: conversionId } },
    ]);
  });

  it("is refused while the win can still be voided, and nothing changes", async () => {
    const { leadId, conversionId } = await aSale();
    const before = await standingOf(leadId);

    const refused = await say(studio.manager, "reverseConversion", { conversionId, reason: "Refunded" });

    const wonAt = before.ledger[0].converted_at.getTime();
    expect(refused).toMatchObject({
      lead: null,
      conversion: null,
      userErrors: [
        { code: "WINDOW_OPEN", path: ["conversionId"], closesAt: new Date(wonAt + 24 * hourMs).toISOString() },
      ],
    });
    expect(await standingOf(leadId)).toEqual(before);
  });

  it("of a win that was voided is refused", async () => {
    const { leadId, conversionId } = await aSale();
    await say(studio.agent, "voidConversion", { conversionId, reason: "Mistake", toStage: "proposal" });
    await desk.moveClock(24 * hourMs);
    const before = await standingOf(leadId);

    expect(codesOf(await say(studio.manager, "reverseConversion", { conversionId, reason: "Refunded" }))).toEqual([
      "ALREADY_VOIDED",
    ]);
    expect(await standingOf(leadId)).toEqual(before);
  });

  it("is made once, whoever of ten asks first, and a repeated request gets the first answer", async () => {
    const { leadId, conversionId } = await aSale();
    await desk.moveClock(24 * hourMs);
    const input = { conversionId, reason: "Refunded" };
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        say(studio.manager, "reverseConversion", { ...input, idempotencyKey: `${leadId} ${i}` }),
      ),
    );

    const done = answers.flatMap((answer, i) => (answer.userErrors.length === 0 ? [i] : []));
    expect(done).toHaveLength(1);
    expect(answers.flatMap(codesOf)).toEqual(Array(9).fill("ALREADY_REVERSED"));
    const again = await say(studio.manager, "reverseConversion", { ...input, idempotencyKey: `${leadId} ${done[0]}` });
    expect(again).toMatchObject({ replayed: true, userErrors: [], conversion: { id: conversionId } });
    expect((await standingOf(leadId)).reversals).toHaveLength(1);
  });

  it("needs a reason, is no agent's to make, and knows no other merchant's win", async () => {
    const { leadId, conversionId } = await aSale();
    await desk.moveClock(24 * hourMs);
    const before = await standingOf(leadId);
    const reverse = async (who: TestMerchant["admin"], reason = "Refunded") =>
      (await attempt(who, "reverseConversion", { conversionId, reason })).codes;

    expect(await reverse(studio.manager, "  ")).toEqual(["BAD_USER_INPUT"]);
    for (const who of [studio.agent, studio.analyst, studio.partner]) expect(await reverse(who)).toEqual(["FORBIDDEN"]);
    expect(await reverse(desk.garage.admin)).toEqual(["NOT_FOUND"]);
    expect(await standingOf(leadId)).toEqual(before);
  });

  it("is never changed and never deleted", async () => {
    const { conversionId } = await aSale();
    await desk.moveClock(24 * hourMs);
    await say(studio.manager, "reverseConversion", { conversionId, reason: "Refunded" });

    for (const statement of ["UPDATE conversion_reversals SET reason = 'Other'", "DELETE FROM conversion_reversals"]) {
      await expect(desk.rows(`${statement} WHERE conversion_id = $1`, [conversionId])).rejects.toThrow("append-only");
    }
  });
});

describe("a further sale", () => {
  const sell = (who: TestMerchant["admin"], leadId: string, more: object = {}) =>
    attempt(who, "recordAdditionalConversion", {
      leadId,
      idempotencyKey: `${leadId} second`,
      value: euros(100),
      ...more,
    });

  it("is one more repeat win, and the lead stays as it is", async () => {
    const won = await aWonLead(studio.agent);

    const { data } = await sell(studio.agent, won.id);

    const { conversion, lead, userErrors } = data.recordAdditionalConversion;
    expect(userErrors).toEqual([]);
    expect(conversion).toMatchObject({ isRepeat: true, ordinal: 2, value: euros(100) });
    expect(lead).toMatchObject({
      stage: { key: "won" },
      contact: { liveConversionCount: 2 },
      currentLifecycle: won.currentLifecycle,
    });
  });

  it("asked for twice under its key is one", async () => {
    const { id } = await aWonLead(studio.agent);
    const answers = await Promise.all(Array.from({ length: 5 }, () => sell(studio.agent, id)));

    const payloads = answers.map(({ data }) => data.recordAdditionalConversion);
    expect(new Set(payloads.map(({ conversion }) => conversion.id)).size).toBe(1);
    expect(payloads.filter(({ replayed }) => replayed)).toHaveLength(4);
    expect((await standingOf(id)).ledger).toHaveLength(2);
  });

  it("is refused without a key, with an amount that no sum could use, and where the lead is not in won", async () => {
    const { id } = await aWonLead(studio.agent);
    const open = await aQualifiedLead(studio.agent);
    const before = [await standingOf(id), await standingOf(open.id)];

    expect((await sell(studio.agent, id, { idempotencyKey: undefined })).codes).toEqual(["BAD_USER_INPUT"]);
    expect((await sell(studio.agent, id, { value: euros(-1) })).codes).toEqual(["BAD_USER_INPUT"]);
    expect((await sell(studio.agent, id, { value: { amountMinor: 1, currency: "eur" } })).codes).toEqual([
      "BAD_USER_INPUT",
    ]);
    expect(codesOf((await sell(studio.agent, open.id)).data.recordAdditionalConversion)).toEqual(["LEAD_NOT_WON"]);
    expect([await standingOf(id), await standingOf(open.id)]).toEqual(before);
  });

  it("is added by an agent to an own win of an own lead only", async () => {
    const { id } = await aWonLead(studio.agent);

    expect((await sell(studio.otherAgent, id)).codes).toEqual(["NOT_FOUND"]);
    await say(studio.manager, "assignLead", { leadId: id, memberId: studio.otherAgent.memberId });
    const before = await standingOf(id);
    expect(codesOf((await sell(studio.otherAgent, id)).data.recordAdditionalConversion)).toEqual([
      "NOT_YOUR_CONVERSION",
    ]);
    expect((await sell(studio.agent, id)).codes).toEqual(["NOT_FOUND"]);
    expect((await sell(studio.analyst, id)).codes).toEqual(["FORBIDDEN"]);
    expect(await standingOf(id)).toEqual(before);
    expect(codesOf((await sell(studio.manager, id)).data.recordAdditionalConversion)).toEqual([]);
  });
});
