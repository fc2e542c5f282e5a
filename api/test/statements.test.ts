import { randomUUID } from "node:crypto";
import { countStatements } from "../bench/count-statements.js";
import { type MailServer, startMailServer } from "./support/mail-server.js";
import { openTestDesk, type TestDesk, type TestMerchant, type Wire } from "./support/test-desk.js";
import { aLead, anEnquiry, say } from "./support/verbs.js";

const counter = countStatements();
let mails: MailServer;
let desk: TestDesk;
let studio: TestMerchant;

beforeAll(async () => {
  // A mail that fails on its way would be one more place to write, in DELIVERY_FAILURES.
  mails = await startMailServer();
  desk = await openTestDesk({ mail: { smtpUrl: mails.url, mailFrom: "desk@example.com" } });
  ({ studio } = desk);
});

afterAll(async () => {
  await desk.close();
  await mails.close();
});

/** What the transaction that writes into this table sends, from its BEGIN to its COMMIT, the answer's reads left aside. */
async function statementsOf(table: string, work: () => Promise<unknown>): Promise<number> {
  const stop = counter.record();
  await work();
  const sent = stop();
  const written = sent.find(({ text }) => text.includes(`INSERT INTO ${table} `));
  const own = sent.filter(({ connection }) => connection === written?.connection);
  const writtenAt = written ? own.indexOf(written) : -1;
  const start = own.findLastIndex(({ text }, index) => index < writtenAt && text === "START TRANSACTION");
  const end = own.findIndex(({ text }, index) => index > writtenAt && text === "COMMIT");
  if (start < 0 || end < 0) throw new Error("No whole transaction was recorded");
  return end - start + 1;
}

/** A lead that has come and gone this often: won, and back again by a message of its customer. */
async function aLeadOfManyLives(lives: number): Promise<Wire> {
  const email = `regular-${randomUUID()}@example.com`;
  const lead = await aLead(studio.manager, { contact: { email } });
  for (let life = 0; life < lives; life += 1) {
    await say(studio.manager, "moveLead", { leadId: lead.id, toStage: "qualified" });
    await say(studio.manager, "moveLead", { leadId: lead.id, toStage: "won" });
    await say(studio.manager, "receiveMessage", { leadId: lead.id, channel: "WEB_FORM", text: "Hello again" });
  }
  await say(studio.manager, "moveLead", { leadId: lead.id, toStage: "qualified" });
  return { ...lead, email };
}

const move = (leadId: string, toStage: string) => () => say(studio.manager, "moveLead", { leadId, toStage });

describe("what a command costs in statements", () => {
  it("is at most 25 for the first enquiry of somebody nobody knew", async () => {
    expect(
      await statementsOf("enquiries", () => say(studio.manager, "submitEnquiry", anEnquiry())),
    ).toBeLessThanOrEqual(25);
  });

  it("is at most 14 for a move to won", async () => {
    const lead = await aLeadOfManyLives(0);

    expect(await statementsOf("lead_conversions", move(lead.id, "won"))).toBeLessThanOrEqual(14);
  });

  it("is the same however long the lead's history is", async () => {
    const young = await aLeadOfManyLives(1);
    const old = await aLeadOfManyLives(8);
    const enquire = (email: string) => () => say(studio.manager, "submitEnquiry", anEnquiry({ contact: { email } }));

    const costs = async (lead: Wire) => [
      await statementsOf("lead_conversions", move(lead.id, "won")),
      await statementsOf("enquiries", enquire(lead.email)),
    ];

    expect(await costs(old)).toEqual(await costs(young));
  }, 60_000);
});
