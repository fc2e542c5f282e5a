import { scheduleFollowUp } from "../src/leads/promise-follow-up.js";
import { enqueue } from "../src/platform/enqueue.js";
import { sql } from "../src/platform/sql.js";
import { type DeliveryDesk, settled } from "./support/delivery-desk.js";
import { acknowledgementIn, standingOf, useDeliveries } from "./support/delivery-run.js";
import { until } from "./support/until.js";

const run = useDeliveries();

describe("a follow-up", () => {
  it("is in its queue within a second of its moment, without an event and without noise in other queues", async () => {
    const desk = await run.openDesk();
    await run.work(null);
    const leadId = await desk.enquire({});
    await settled(desk, leadId, 2);
    const dueAt = new Date(Date.now() + 300);
    await scheduleFollowUp(desk.as("Ana"), { leadId, dueAt });
    const before = await standingOf(desk, leadId);
    await until("the due lead", async () => (await desk.queuesOf(leadId)).includes("FOLLOW_UPS_DUE"));

    const [entry] = await desk.look<{ enteredAt: Date; orderAt: Date }>(
      sql`SELECT entered_at AS "enteredAt", order_at AS "orderAt" FROM queue_entries WHERE subject_id = ${leadId} AND queue = 'FOLLOW_UPS_DUE'`,
    );
    expect(entry?.orderAt).toEqual(dueAt);
    expect((entry?.enteredAt.getTime() ?? 0) - dueAt.getTime()).toBeLessThan(1000);
    expect((entry?.enteredAt.getTime() ?? 0) - dueAt.getTime()).toBeGreaterThanOrEqual(0);
    const now = await standingOf(desk, leadId);
    expect(now.changes).toEqual([...before.changes, "ENTERED FOLLOW_UPS_DUE"]);
    expect([now.lead, now.history]).toEqual([before.lead, before.history]);

    const { merchantId } = desk;
    await desk.db.inTransaction(merchantId, (em) =>
      enqueue(em, merchantId, [{ task: "fall-due", payload: { merchantId, leadId }, key: "again" }]),
    );
    await until("the repeated job", async () => !(await standingOf(desk, leadId)).jobs.includes("again"));
    expect((await standingOf(desk, leadId)).changes).toEqual(now.changes);
  });
});

describe("the worker", () => {
  it("takes up what a killed one had begun", async () => {
    const desk = await run.openDesk();
    const leadId = await desk.enquire({ email: "pia@guest.example.com" });
    await desk.look(
      sql`UPDATE graphile_worker._private_jobs SET locked_by = 'worker-killed', locked_at = now(), attempts = 1`,
    );
    await run.work();

    expect(acknowledgementIn(await settled(desk, leadId, 3))?.status).toBe("DELIVERED");
  });

  it("goes on by itself when every connection was cut", async () => {
    // The job queue tells of it past every logger.
    jest.spyOn(console, "trace").mockImplementation(() => undefined);
    const desk = await run.openDesk();
    await run.work();
    await until("its connections", async () => (await cutConnections(desk)) > 1);
    const leadId = await desk.enquire({ email: "quy@guest.example.com" });

    expect(acknowledgementIn(await settled(desk, leadId, 3))?.status).toBe("DELIVERED");
  });

  async function cutConnections(desk: DeliveryDesk): Promise<number> {
    const cut = await desk.look(
      sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'leadledger worker%'`,
    );
    return cut.length;
  }
});
