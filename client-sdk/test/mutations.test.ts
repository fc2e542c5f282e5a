import { type Client, createClient, isCode, isUserErrors } from "../src/index.js";
import { failureOf } from "./support/failure-of.js";
import { type Asked, type HttpApi, type Reply, refusal, startHttpApi } from "./support/http-api.js";

let api: HttpApi;

async function clientFor(answer: (asked: Asked, number: number) => Reply): Promise<Client> {
  api = await startHttpApi(answer);
  return createClient({ url: api.url, token: "token-1", retry: { firstDelayMs: 1, maxDelayMs: 5 } });
}

afterEach(() => api.close());

const moved = (changes: object): Reply => ({
  body: {
    data: {
      moveLead: { lead: null, conversion: null, voidedConversion: null, replayed: false, userErrors: [], ...changes },
    },
  },
});

const sentKeys = (): unknown[] => api.asked.map(({ variables }) => variables.input.idempotencyKey);

describe("a mutation", () => {
  it("resolves with what it changed, without the errors that there are none of", async () => {
    const desk = await clientFor(() => moved({ lead: { id: "lead-1" } }));

    const value = await desk.moveLead({ leadId: "lead-1", toStage: "proposal" });

    expect(value).toEqual({ lead: { id: "lead-1" }, conversion: null, voidedConversion: null, replayed: false });
    expect(api.asked[0]?.variables.input).toMatchObject({ leadId: "lead-1", toStage: "proposal" });
  });

  it("makes a key for each call and keeps it through the retries of the call", async () => {
    const desk = await clientFor((_asked, number) => (number === 1 || number === 2 ? "CUT" : moved({})));

    await desk.moveLead({ leadId: "lead-1", toStage: "proposal" });
    await desk.moveLead({ leadId: "lead-1", toStage: "proposal" });

    const [first, second, third, other] = sentKeys();
    expect(first).toMatch(/^[0-9a-f]{32}$/);
    expect([second, third]).toEqual([first, first]);
    expect(other).not.toBe(first);
  });

  it("takes a key of one's own", async () => {
    const desk = await clientFor(() => moved({ replayed: true }));

    const { replayed } = await desk.moveLead({ leadId: "lead-1", toStage: "proposal", idempotencyKey: "press-1" });

    expect(sentKeys()).toEqual(["press-1"]);
    expect(replayed).toBe(true);
  });

  it("is not repeated when a program made a mistake", async () => {
    const desk = await clientFor(() => refusal("IDEMPOTENCY_KEY_REUSED", {}, 409));

    expect(await failureOf(desk.addNote({ leadId: "1", text: "n", idempotencyKey: "k" }))).toMatchObject({
      code: "IDEMPOTENCY_KEY_REUSED",
    });
    expect(api.asked).toHaveLength(1);
  });
});

describe("a mutation that a business rule refused", () => {
  const conflict = {
    code: "VERSION_CONFLICT",
    message: "Somebody was faster.",
    path: ["expectedVersion"],
    expected: 3,
    current: 4,
    lead: { id: "lead-1" },
  };

  it("throws what the rules say", async () => {
    const desk = await clientFor(() => moved({ userErrors: [conflict] }));

    const error = await failureOf(desk.moveLead({ leadId: "lead-1", toStage: "proposal", expectedVersion: 3 }));

    expect(isUserErrors(error) && error.errors).toEqual([conflict]);
    expect(error).toMatchObject({ name: "UserErrors", message: "Somebody was faster.", operationName: "MoveLead" });
    expect(isCode(error, "VERSION_CONFLICT")).toBe(true);
    expect(isCode(error, "REASON_REQUIRED")).toBe(false);
    expect(api.asked).toHaveLength(1);
  });

  it("is a value with try, narrowed by its code", async () => {
    const desk = await clientFor(() => moved({ userErrors: [conflict] }));

    const outcome = await desk.moveLead.try({ leadId: "lead-1", toStage: "proposal", expectedVersion: 3 });

    if (outcome.ok || outcome.errors[0].code !== "VERSION_CONFLICT")
      throw new Error("It was not refused as it should.");
    const { expected, current }: { expected: number; current: number } = outcome.errors[0];
    expect({ expected, current }).toEqual({ expected: 3, current: 4 });
  });

  it("by a rule that this client does not know says so, with the sentence of the rule", async () => {
    const sent = { code: "MOON_IN_THE_WAY", message: "Wait for the moon.", path: null };
    const desk = await clientFor(() => moved({ userErrors: [sent] }));

    const outcome = await desk.moveLead.try({ leadId: "lead-1", toStage: "proposal" });

    expect(outcome).toEqual({
      ok: false,
      errors: [{ code: "UNKNOWN", sentCode: "MOON_IN_THE_WAY", message: "Wait for the moon.", path: null }],
    });
  });

  it("with try still throws when the request itself fails", async () => {
    const desk = await clientFor(() => refusal("FORBIDDEN", {}, 403));

    expect(await failureOf(desk.moveLead.try({ leadId: "lead-1", toStage: "proposal" }))).toMatchObject({
      code: "FORBIDDEN",
    });
  });
});

describe("submitting an enquiry", () => {
  it("gives the receipt first, kept by one key through a failure", async () => {
    const enquiry = { id: "enquiry-1", receiptNumber: "R-1", receivedAt: "2026-03-01T09:30:00.000Z" };
    const answer = { enquiry, lead: null, outcome: "ACCEPTED", replayed: false, userErrors: [] };
    const desk = await clientFor((_asked, number) =>
      number === 1 ? "CUT" : { body: { data: { submitEnquiry: answer } } },
    );

    const receipt = await desk.submitEnquiry({
      channel: "WEB_FORM",
      contact: { email: "r@example.com" },
      message: "m",
    });

    expect(receipt).toEqual({
      receiptNumber: "R-1",
      receivedAt: "2026-03-01T09:30:00.000Z",
      outcome: "ACCEPTED",
      replayed: false,
      enquiry,
      lead: null,
    });
    expect(new Set(sentKeys()).size).toBe(1);
    expect(api.asked).toHaveLength(2);
  });
});
