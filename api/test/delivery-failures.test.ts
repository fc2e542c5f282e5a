import { assignLead } from "../src/leads/assign-lead.js";
import { claimDelivery } from "../src/notifications/claim-delivery.js";
import { dismissDelivery } from "../src/notifications/dismiss-delivery.js";
import { retryDelivery } from "../src/notifications/retry-delivery.js";
import { sql } from "../src/platform/sql.js";
import { type DeliveryDesk, settled } from "./support/delivery-desk.js";
import { acknowledgementIn, attemptsOf, standingOf, useDeliveries } from "./support/delivery-run.js";
import { until } from "./support/until.js";

const run = useDeliveries();

describe("a delivery that fails", () => {
  it("is tried again, then stands in its queue with the lead as it was, and leaves when a person retries it", async () => {
    const desk = await run.openDesk();
    await run.mailServer.close();
    await run.work();
    const leadId = await desk.enquire({ email: "ida@guest.example.com" });
    const failed = acknowledgementIn(await settled(desk, leadId, 3));
    const deliveryId = failed?.id ?? "";
    expect(failed).toMatchObject({ status: "FAILED", attempts: 3, nextAttemptAt: null, failedAt: expect.any(Date) });
    expect(failed?.lastError).toContain("ECONNREFUSED");
    expect(await attemptsOf(desk, deliveryId)).toEqual(
      [1, 2, 3].map((number) => ({ number, error: failed?.lastError })),
    );
    expect(await desk.queuesOf(leadId)).toEqual(["AWAITING_RESPONSE", "DELIVERY_FAILURES", "UNASSIGNED"]);
    const { lead, history, changes } = await standingOf(desk, leadId);
    expect(lead).toMatchObject({
      stage: "new",
      ownerId: null,
      isAcknowledged: false,
      isAnswered: false,
      isWaiting: true,
    });
    expect(history.filter((kind) => kind === "DeliveryFailed")).toHaveLength(3);
    expect(changes).toContain("ENTERED DELIVERY_FAILURES");

    await run.restartMailServer();
    for (const { id } of await desk.deliveriesOf(leadId)) await retryDelivery(desk.as("Ana"), { deliveryId: id });
    expect(await desk.queuesOf(leadId)).toEqual(["AWAITING_RESPONSE", "UNASSIGNED"]);
    expect(acknowledgementIn(await settled(desk, leadId, 3))).toMatchObject({
      status: "DELIVERED",
      attempts: 4,
      lastError: null,
      failedAt: null,
    });
    expect((await attemptsOf(desk, deliveryId)).at(-1)).toEqual({ number: 4, error: null });
    expect(run.mailsTo("ida@guest.example.com")).toHaveLength(1);
    expect((await standingOf(desk, leadId)).lead).toMatchObject({ isAcknowledged: true, isAnswered: false });
  });

  it("is given up at once when the mail server refuses it for good", async () => {
    const desk = await run.openDesk();
    run.mailServer.behave("REFUSE");
    await run.work();
    const leadId = await desk.enquire({ email: "jo@guest.example.com" });
    const refused = acknowledgementIn(await settled(desk, leadId, 3));

    expect(refused).toMatchObject({ status: "FAILED", attempts: 1 });
    expect(refused?.lastError).toContain("we do not want this");
    expect(run.mailServer.attempts).toBe(3);
  });

  it("arrives as soon as a mail server that put it off takes it", async () => {
    const desk = await run.openDesk();
    run.mailServer.behave("PUT_OFF");
    await run.work();
    const leadId = await desk.enquire({ email: "kim@guest.example.com" });
    await until("a first attempt", () => run.mailServer.attempts > 0);
    run.mailServer.behave("ACCEPT");
    const delivered = acknowledgementIn(await settled(desk, leadId, 3));

    expect(delivered?.status).toBe("DELIVERED");
    expect(run.mailsTo("kim@guest.example.com")).toHaveLength(1);
  });

  it("is taken back from a mail server that never answers", async () => {
    const desk = await run.openDesk();
    run.mailServer.behave("SAY_NOTHING");
    await run.work(run.mailServer.url, { firstRetryMs: 20, patienceMs: 150 });
    const leadId = await desk.enquire({ email: "lea@guest.example.com" });

    expect(acknowledgementIn(await settled(desk, leadId, 3))).toMatchObject({
      status: "FAILED",
      attempts: 3,
      lastError: "No answer in time",
    });
  });

  it("says so when there is no mail server to send it with", async () => {
    const desk = await run.openDesk();
    await run.work(null);
    const leadId = await desk.enquire({ email: "mo@guest.example.com" });

    expect(acknowledgementIn(await settled(desk, leadId, 3))).toMatchObject({
      status: "FAILED",
      attempts: 1,
      lastError: "SMTP_URL is not set",
    });
  });

  it("is sent once more, under the same name, when its worker was killed in the middle", async () => {
    const desk = await run.openDesk();
    const leadId = await desk.enquire({ email: "nia@guest.example.com" });
    await run.work();
    const [sent] = await settled(desk, leadId, 3);
    await run.stopWorking();
    const deliveryId = sent?.id ?? "";
    const { merchantId } = desk;
    await desk.look(
      sql`UPDATE deliveries SET status = 'PENDING', next_attempt_at = decision_time() WHERE id = ${deliveryId}`,
    );
    expect(await claimDelivery(desk.db, { merchantId, deliveryId }, 200)).toMatchObject({ number: 2 });
    expect(await claimDelivery(desk.db, { merchantId, deliveryId }, 200)).toBeNull();
    await run.work();
    await settled(desk, leadId, 3);

    const [first, second, ...others] = run.mailsTo(sent?.recipient).map(({ headers }) => headers.get("message-id"));
    expect([first, others]).toEqual([`<${deliveryId}@example.com>`, []]);
    expect(second).toBe(first);
    expect(await attemptsOf(desk, deliveryId)).toEqual([
      { number: 1, error: null },
      { number: 2, error: "The worker stopped before it knew the outcome" },
      { number: 3, error: null },
    ]);
  });

  it("is given up when its worker was killed in the last attempt it had", async () => {
    const desk = await run.openDesk();
    await run.work();
    const leadId = await desk.enquire({ email: "pam@guest.example.com" });
    const [sent] = await settled(desk, leadId, 3);
    await run.stopWorking();
    const deliveryId = sent?.id ?? "";
    await desk.look(
      sql`UPDATE deliveries SET status = 'PENDING', attempts = 2, next_attempt_at = decision_time() WHERE id = ${deliveryId}`,
    );
    expect(await claimDelivery(desk.db, { merchantId: desk.merchantId, deliveryId }, 200)).toMatchObject({ number: 3 });
    await run.work();
    const given = (await settled(desk, leadId, 3)).find(({ id }) => id === deliveryId);

    expect(given).toMatchObject({
      status: "FAILED",
      attempts: 3,
      lastError: "The worker stopped before it knew the outcome",
    });
    expect(await desk.queuesOf(leadId)).toContain("DELIVERY_FAILURES");
    expect(run.mailsTo(sent?.recipient)).toHaveLength(1);
  });
});

describe("a failed delivery", () => {
  async function failedOne(desk: DeliveryDesk): Promise<{ leadId: string; deliveryId: string }> {
    await run.work(null);
    const leadId = await desk.enquire({ email: "ole@guest.example.com" });
    const deliveries = await settled(desk, leadId, 3);
    await run.stopWorking();
    for (const { id } of deliveries.filter((d) => d.purpose !== "ACKNOWLEDGEMENT"))
      await dismissDelivery(desk.as("Max"), { deliveryId: id });
    return { leadId, deliveryId: acknowledgementIn(deliveries)?.id ?? "" };
  }

  it("leaves its queue when a manager dismisses it, and stays on record", async () => {
    const desk = await run.openDesk();
    const { leadId, deliveryId } = await failedOne(desk);
    expect(await desk.queuesOf(leadId)).toContain("DELIVERY_FAILURES");
    const { userErrors } = await dismissDelivery(desk.as("Max"), { deliveryId });

    expect(userErrors).toEqual([]);
    expect(await desk.queuesOf(leadId)).not.toContain("DELIVERY_FAILURES");
    expect(acknowledgementIn(await desk.deliveriesOf(leadId))).toMatchObject({
      status: "DISMISSED",
      lastError: "SMTP_URL is not set",
    });
    expect((await standingOf(desk, leadId)).history.at(-1)).toBe("DeliveryDismissed");
  });

  it("can be retried once: the second try is refused and changes nothing", async () => {
    const desk = await run.openDesk();
    const { leadId, deliveryId } = await failedOne(desk);
    await retryDelivery(desk.as("Max"), { deliveryId });
    const before = [await standingOf(desk, leadId), await desk.deliveriesOf(leadId)];
    const { userErrors } = await retryDelivery(desk.as("Max"), { deliveryId });

    expect(userErrors).toEqual([expect.objectContaining({ code: "DELIVERY_NOT_FAILED", path: ["deliveryId"] })]);
    expect([await standingOf(desk, leadId), await desk.deliveriesOf(leadId)]).toEqual(before);
  });

  it("of a colleague's lead or of another merchant does not exist for the caller", async () => {
    const desk = await run.openDesk();
    const { leadId, deliveryId } = await failedOne(desk);
    await assignLead(desk.as("Max"), { leadId, memberId: desk.idOf("Bob") });
    const before = [await standingOf(desk, leadId), await desk.deliveriesOf(leadId)];
    const stranger = await run.openDesk();

    await expect(retryDelivery(desk.as("Ana"), { deliveryId })).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(retryDelivery(stranger.as("Ada"), { deliveryId })).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect([await standingOf(desk, leadId), await desk.deliveriesOf(leadId)]).toEqual(before);
  });
});
