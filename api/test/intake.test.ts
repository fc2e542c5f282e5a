import { openTestDesk, type TestDesk } from "./support/test-desk.js";
import { anEnquiry, attempt, say } from "./support/verbs.js";

let desk: TestDesk;

beforeAll(async () => {
  desk = await openTestDesk();
});

afterAll(() => desk.close());

describe("an enquiry", () => {
  it("that fifty requests send at once with one key is one enquiry with fifty equal receipts", async () => {
    const enquiry = anEnquiry();

    const answers = await Promise.all(
      Array.from({ length: 50 }, () => say(desk.studio.admin, "submitEnquiry", enquiry)),
    );

    expect(new Set(answers.map((answer) => answer.enquiry.receiptNumber)).size).toBe(1);
    expect(new Set(answers.map((answer) => answer.lead.id)).size).toBe(1);
    expect(answers.filter((answer) => answer.replayed)).toHaveLength(49);
  });

  it("under a key that was used for other content is refused, and nothing is written", async () => {
    const enquiry = anEnquiry();
    await say(desk.studio.admin, "submitEnquiry", enquiry);
    const before = await desk.rows("SELECT count(*) FROM enquiries");

    const { codes } = await attempt(desk.studio.admin, "submitEnquiry", { ...enquiry, message: "Something else" });

    expect(codes).toEqual(["IDEMPOTENCY_KEY_REUSED"]);
    expect(await desk.rows("SELECT count(*) FROM enquiries")).toEqual(before);
  });

  it("with bytes that no text column holds, an unreadable number and a garbage date reaches its lead all the same", async () => {
    const { enquiry, outcome, lead } = await say(
      desk.studio.admin,
      "submitEnquiry",
      anEnquiry({
        contact: { name: "A\u0000nn", phone: "call me maybe" },
        message: "Hi\u0000 \ud800 there",
        submittedAt: "yesterday-ish",
      }),
    );

    expect(outcome).toBe("ACCEPTED");
    expect(enquiry).toMatchObject({ message: "Hi \ufffd there", submittedAt: null });
    expect(lead.stage.key).toBe("new");
    const [row] = await desk.rows("SELECT phone, submitted_at_as_sent FROM enquiries WHERE id = $1", [enquiry.id]);
    expect(row).toEqual({ phone: "call me maybe", submitted_at_as_sent: "yesterday-ish" });
  });

  it("of somebody who left no address is kept, and matched to nobody", async () => {
    const [one, other] = [
      await say(desk.studio.admin, "submitEnquiry", anEnquiry({ contact: {} })),
      await say(desk.studio.admin, "submitEnquiry", anEnquiry({ contact: {} })),
    ];

    expect([one.outcome, other.outcome]).toEqual(["ACCEPTED", "ACCEPTED"]);
    expect(one.lead.contact.id).not.toBe(other.lead.contact.id);
  });
});
