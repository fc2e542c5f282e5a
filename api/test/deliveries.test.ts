import { assignLead } from "../src/leads/assign-lead.js";
import { sendMessage } from "../src/leads/respond-to-lead.js";
import { retryDelivery } from "../src/notifications/retry-delivery.js";
import { enqueue } from "../src/platform/enqueue.js";
import { sql } from "../src/platform/sql.js";
import { settled } from "./support/delivery-desk.js";
import { acknowledgementIn, standingOf, useDeliveries } from "./support/delivery-run.js";
import { until } from "./support/until.js";

const run = useDeliveries();

describe("an enquiry", () => {
  it("is acknowledged once, where it came from, and that is no human response", async () => {
    const desk = await run.openDesk();
    await run.work();
    const leadId = await desk.enquire({ email: "Clara@Guest.example.com", name: "Clara" });
    const deliveries = await settled(desk, leadId, 3);

    const [mail, ...others] = run.mailsTo("clara@guest.example.com");
    const acknowledgement = acknowledgementIn(deliveries);
    expect(others).toEqual([]);
    expect(acknowledgement).toMatchObject({ status: "DELIVERED", attempts: 1, lastError: null, nextAttemptAt: null });
    expect(mail?.text).toMatch(/^Dear Clara, your reference is \S+\.$/);
    expect(Object.fromEntries(mail?.headers ?? [])).toMatchObject({
      subject: "We have your enquiry",
      from: "Hotel Example <desk@example.com>",
      "reply-to": "Desk <desk@example.com>",
      "message-id": `<${acknowledgement?.id}@example.com>`,
      "auto-submitted": "auto-replied",
    });
    const { lead, history } = await standingOf(desk, leadId);
    expect(lead).toMatchObject({ isAcknowledged: true, isAnswered: false, isWaiting: true, stage: "new" });
    expect(history.at(-1)).toBe("AcknowledgementSent");
  });

  it("from a known contact is acknowledged again, and a job that runs twice sends nothing twice", async () => {
    const desk = await run.openDesk();
    await run.work();
    const leadId = await desk.enquire({ email: "dan@guest.example.com" });
    expect(await desk.enquire({ email: "dan@guest.example.com" })).toBe(leadId);
    await settled(desk, leadId, 6);
    const { merchantId } = desk;
    const sequences = (await standingOf(desk, leadId)).history.map((_kind, i) => i + 1);
    await desk.db.inTransaction(merchantId, (em) =>
      enqueue(em, merchantId, [{ task: "announce", payload: { merchantId, leadId, sequences }, key: "again" }]),
    );
    await until("the repeated job", async () => !(await standingOf(desk, leadId)).jobs.includes("again"));

    expect(run.mailsTo("dan@guest.example.com")).toHaveLength(2);
    expect(await desk.deliveriesOf(leadId)).toHaveLength(6);
  });

  it("is told to managers and admins while nobody owns the lead, and to the owner alone afterwards", async () => {
    const desk = await run.openDesk();
    await run.work();
    const leadId = await desk.enquire({ email: "eva@guest.example.com", name: "Eva" });
    await settled(desk, leadId, 3);
    await assignLead(desk.as("Max"), { leadId, memberId: desk.idOf("Ana") });
    await settled(desk, leadId, 4);
    await desk.enquire({ email: "eva@guest.example.com", name: "Eva" });
    const notices = (await settled(desk, leadId, 6)).filter(({ purpose }) => purpose === "STAFF_NOTICE");

    expect(notices.map(({ recipient, subject }) => [recipient, subject]).sort()).toEqual([
      ["ada@desk.example.com", "New enquiry: Eva"],
      ["ana@desk.example.com", "New enquiry: Eva"],
      ["ana@desk.example.com", "Yours now: Eva"],
      ["max@desk.example.com", "New enquiry: Eva"],
    ]);
    expect(run.mailsTo("max@desk.example.com")[0]?.headers.get("auto-submitted")).toBe("auto-generated");
    expect(run.mailsTo("max@desk.example.com")[0]?.text).toContain(`https://desk.example.com/#/leads/${leadId}`);
  });

  it("that is a test goes the whole way, labelled", async () => {
    const desk = await run.openDesk();
    await run.work();
    const leadId = await desk.enquire({ email: "fay@guest.example.com", name: "Fay", isTest: true });
    const deliveries = await settled(desk, leadId, 3);

    expect(deliveries.map(({ subject }) => subject).sort()).toEqual([
      "[TEST] New enquiry: Fay",
      "[TEST] New enquiry: Fay",
      "[TEST] We have your enquiry",
    ]);
  });
});

describe("a member's message", () => {
  it("leaves as mail and has then been sent", async () => {
    const desk = await run.openDesk();
    await run.work();
    const leadId = await desk.enquire({ email: "gil@guest.example.com" });
    const { messageId } = await sendMessage(desk.as("Ana"), { leadId, text: "Yes, from the 3rd." });
    const reply = (await settled(desk, leadId, 4)).find(({ purpose }) => purpose === "REPLY");

    expect(reply).toMatchObject({
      status: "DELIVERED",
      recipient: "gil@guest.example.com",
      body: "Yes, from the 3rd.",
    });
    const mail = run.mailsTo("gil@guest.example.com").find(({ text }) => text === "Yes, from the 3rd.");
    expect(mail?.headers.has("auto-submitted")).toBe(false);
    expect(await desk.look(sql`SELECT status FROM messages WHERE id = ${messageId}`)).toEqual([{ status: "SENT" }]);
  });

  it("that cannot be sent has failed, and has been sent once a retry goes through", async () => {
    const desk = await run.openDesk();
    run.mailServer.behave("REFUSE");
    await run.work();
    const leadId = await desk.enquire({ email: "hal@guest.example.com" });
    const { messageId } = await sendMessage(desk.as("Ana"), { leadId, text: "Yes, from the 4th." });
    const reply = (await settled(desk, leadId, 4)).find(({ purpose }) => purpose === "REPLY");
    expect(await desk.look(sql`SELECT status FROM messages WHERE id = ${messageId}`)).toEqual([{ status: "FAILED" }]);
    run.mailServer.behave("ACCEPT");
    await retryDelivery(desk.as("Ana"), { deliveryId: reply?.id ?? "" });
    await settled(desk, leadId, 4);

    expect(await desk.look(sql`SELECT status FROM messages WHERE id = ${messageId}`)).toEqual([{ status: "SENT" }]);
  });
});
