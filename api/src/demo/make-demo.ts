import type { DataSource } from "typeorm";
import { createServerDataSource } from "../database.js";
import { createDatabase } from "../platform/database.js";
import { playStories } from "./demo-leads.js";
import { makeMerchant } from "./demo-merchants.js";

/** On the first run, outside of production: a merchant with a past, and a small second one that must never see it. */
export async function makeDemoOnce(owner: DataSource, databaseUrl: string, devSecret: Buffer): Promise<boolean> {
  const [known] = await owner.query("SELECT id FROM merchants LIMIT 1");
  if (known) return false;
  const studio = await makeMerchant(owner, devSecret, {
    name: "Oak & Alder Studio",
    timeZone: "Europe/Berlin",
    policies: { responseTarget: "PT4H" },
    members: [
      { name: "Alma Reyes", email: "alma@oak-and-alder.example", role: "ADMIN" },
      { name: "Mats Engel", email: "mats@oak-and-alder.example", role: "MANAGER" },
      { name: "Ada Lindholm", email: "ada@oak-and-alder.example", role: "AGENT" },
      { name: "Bruno Costa", email: "bruno@oak-and-alder.example", role: "AGENT" },
      { name: "Noor Haddad", email: "noor@oak-and-alder.example", role: "ANALYST" },
    ],
    sources: [
      { name: "Website form", key: "oak-and-alder-website", channel: "WEB_FORM", defaultCountry: "DE" },
      { name: "Lead ads", key: "oak-and-alder-ads", channel: "ADS" },
      { name: "Mailbox", key: "oak-and-alder-mail", channel: "EMAIL" },
    ],
    campaigns: [
      { name: "Spring kitchens" },
      { name: "Spring offer by WhatsApp", returnStage: "qualified" },
      { name: "Autumn ads" },
    ],
  });
  const garage = await makeMerchant(owner, devSecret, {
    name: "Harbour Garage",
    timeZone: "America/New_York",
    members: [
      { name: "Gail Porter", email: "gail@harbour-garage.example", role: "ADMIN" },
      { name: "Omar Finch", email: "omar@harbour-garage.example", role: "MANAGER" },
      { name: "Iris Cole", email: "iris@harbour-garage.example", role: "AGENT" },
      { name: "Theo Marsh", email: "theo@harbour-garage.example", role: "AGENT" },
      { name: "Una Blake", email: "una@harbour-garage.example", role: "ANALYST" },
    ],
    sources: [{ name: "Website form", key: "harbour-garage-website", channel: "WEB_FORM", defaultCountry: "US" }],
    campaigns: [{ name: "Winter tyres", returnStage: "qualified" }],
  });
  await inThePast(databaseUrl, async (databaseAt) => {
    await playStories(studio, databaseAt);
    await playStories(garage, databaseAt, 3);
  });
  // What was owed to people of the past is not sent today.
  await owner.query(
    `SELECT graphile_worker.complete_jobs(array_agg(j.id)) FROM graphile_worker.jobs j WHERE j.task_identifier IN ('announce', 'deliver')`,
  );
  return true;
}

type DatabaseAt = Parameters<typeof playStories>[1];

/** One connection whose clock is turned back to each moment that is told. */
async function inThePast(databaseUrl: string, work: (databaseAt: DatabaseAt) => Promise<void>): Promise<void> {
  const source = await createServerDataSource(databaseUrl, 1).initialize();
  const db = createDatabase(source);
  try {
    await work(async (ago) => {
      await source.query("SELECT set_config('leadledger.clock_offset', $1, false)", [
        `-${Math.round(ago)} milliseconds`,
      ]);
      return db;
    });
  } finally {
    await source.destroy();
  }
}
