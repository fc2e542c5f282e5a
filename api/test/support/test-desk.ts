import { randomUUID } from "node:crypto";
import pino from "pino";
import { type MadeMerchant, makeMerchant } from "../../src/demo/demo-merchants.js";
import { findDevTokens } from "../../src/people/dev-tokens.js";
import { createDevTokens } from "../../src/people/tokens.js";
import type { Role } from "../../src/platform/role.js";
import { type Desk, type DeskOptions, startDesk } from "../../src/start-desk.js";
import { createTestDatabase } from "./database.js";

// What comes over the wire is what a test is about to find out.
// biome-ignore lint/suspicious/noExplicitAny: the one edge at which tests meet untyped answers
export type Wire = any;

export interface Answer<Data = Record<string, Wire>> {
  status: number;
  data: Data;
  errors: { message: string; path?: (string | number)[]; extensions: Record<string, Wire> }[];
  codes: string[];
}

export interface Caller {
  token: string;
  memberId: string;
  ask<Data = Record<string, Wire>>(query: string, variables?: Record<string, unknown>): Promise<Answer<Data>>;
}

export interface TestMerchant extends Record<Lowercase<Role>, Caller> {
  id: string;
  sourceKey: string;
  otherAgent: Caller;
  made: MadeMerchant;
}

export interface TestDesk {
  url: string;
  desk: Desk;
  /** Two merchants that must never hear of one another. */
  studio: TestMerchant;
  garage: TestMerchant;
  /** Rows as they are, past every wall. */
  rows<Row = Record<string, Wire>>(statement: string, values?: unknown[]): Promise<Row[]>;
  /** Every decision from now on is made this much later than the last. */
  moveClock(ms: number): Promise<void>;
  close(): Promise<void>;
}

/** The whole server on a port of its own, over a real Postgres, with two merchants and real tokens. */
export async function openTestDesk(options: Partial<DeskOptions> = {}): Promise<TestDesk> {
  const database = await createTestDatabase();
  const desk = await startDesk({
    databaseUrl: database.url,
    poolSize: 10,
    isProduction: false,
    introspection: true,
    allowedOrigins: [],
    mail: { smtpUrl: null, mailFrom: "desk@example.com" },
    publicUrl: null,
    log: pino({ level: process.env.TEST_LOG ?? "silent" }),
    ...options,
  });
  const url = await desk.server.listen(0, "127.0.0.1");
  const plan = (name: string, key: string) => ({
    name,
    timeZone: "Europe/Berlin",
    members: (["ADMIN", "MANAGER", "AGENT", "AGENT", "ANALYST", "ADMIN"] as const).map((role, i) => ({
      name: `${name} ${role.toLowerCase()} ${i}`,
      email: `${role.toLowerCase()}-${i}@${key}.example`,
      role,
    })),
    sources: [{ name: "Website", key, channel: "WEB_FORM" as const, defaultCountry: "US" }],
    campaigns: [{ name: "Spring", returnStage: "qualified" }, { name: "Autumn" }],
  });
  const studio = await makeMerchant(desk.owner, desk.devSecret, plan("Studio", `studio-${randomUUID().slice(0, 8)}`));
  const garage = await makeMerchant(desk.owner, desk.devSecret, plan("Garage", `garage-${randomUUID().slice(0, 8)}`));
  let offsetMs = 0;
  return {
    url,
    desk,
    studio: await callersOf(desk, url, studio),
    garage: await callersOf(desk, url, garage),
    rows: (statement, values) => desk.owner.query(statement, values),
    async moveClock(ms) {
      offsetMs += ms;
      await desk.owner.query(`CREATE OR REPLACE FUNCTION decision_time() RETURNS timestamptz LANGUAGE sql VOLATILE AS
        $$ SELECT date_trunc('milliseconds', clock_timestamp()) + interval '${offsetMs} milliseconds' $$`);
    },
    async close() {
      await desk.close(2000);
      await database.drop();
    },
  };
}

async function callersOf(desk: Desk, url: string, made: MadeMerchant): Promise<TestMerchant> {
  const tokens = createDevTokens(desk.devSecret);
  const partner = (await findDevTokens(desk.owner, tokens, desk.devSecret)).find((merchant) => merchant.id === made.id)
    ?.tokens.PARTNER;
  const member = async (index: number): Promise<Caller> => {
    const memberId = made.members[index]?.memberId ?? "";
    return caller(url, await tokens.sign(memberId), memberId);
  };
  return {
    id: made.id,
    sourceKey: made.sources[0]?.key ?? "",
    made,
    admin: await member(0),
    manager: await member(1),
    agent: await member(2),
    otherAgent: await member(3),
    analyst: await member(4),
    partner: caller(url, partner ?? "", ""),
  };
}

export const caller = (url: string, token: string, memberId: string): Caller => ({
  token,
  memberId,
  async ask<Data>(query: string, variables: Record<string, unknown> = {}): Promise<Answer<Data>> {
    const response = await fetch(`${url}/graphql`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
      body: JSON.stringify({ query, variables }),
    });
    const { data, errors = [] } = (await response.json()) as Answer<Data>;
    return { status: response.status, data, errors, codes: errors.map((error) => String(error.extensions?.code)) };
  },
});
