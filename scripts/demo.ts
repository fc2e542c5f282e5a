import { createClient } from "@leadledger/client";
import { SMTPServer } from "smtp-server";

// Both stories of a lead, played through the SDK against the desk that `npm start` has started. Each step says what it
// did and what the desk says now, and the story stops at the first thing that is not as it should be.
const url = `http://127.0.0.1:${process.env.PORT ?? 4000}`;
const mailPort = 1025;

type Desk = ReturnType<typeof createClient>;

interface People {
  admin: Desk;
  agent: Desk;
  analyst: Desk;
  partner: Desk;
  agentId: string;
}

const story = Date.now().toString(36);
let steps = 0;

await main();

async function main(): Promise<void> {
  const people = await signIn();
  const mail = await openMailbox();
  const before = await figures(people.admin);
  await firstStory(people, mail);
  await secondStory(people);
  await failures(people, mail);
  await rights(people);
  await testLead(people);
  await finalFigures(people.admin, before);
  await mail?.close();
  console.log(`\nAll ${steps} steps ended as they should.`);
}

async function signIn(): Promise<People> {
  const response = await fetch(`${url}/dev/tokens`).catch(() => null);
  if (!response?.ok) {
    console.error(`No desk answers at ${url}: start one with npm start, in another terminal.`);
    process.exit(1);
  }
  const { merchants } = (await response.json()) as { merchants: { name: string; tokens: Record<string, string> }[] };
  const [merchant] = merchants;
  if (!merchant) throw new Error("The desk has no merchant.");
  const as = (role: string): Desk => createClient({ url: `${url}/graphql`, token: () => merchant.tokens[role] ?? "" });
  const agent = as("AGENT");
  const { member } = await agent.viewer();
  console.log(`At the desk of ${merchant.name}, story ${story}`);
  return { admin: as("ADMIN"), agent, analyst: as("ANALYST"), partner: as("PARTNER"), agentId: member?.id ?? "" };
}
