import { type ChildProcess, fork } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { type CryptoKey, exportJWK, generateKeyPair, SignJWT } from "jose";
import { caller, openTestDesk, type TestDesk, type TestMerchant } from "./support/test-desk.js";
import { say } from "./support/verbs.js";
import { watch } from "./support/watch.js";

const audience = "https://desk.example.com";
const whoAmI = "{ viewer { role member { id } } }";

let desk: TestDesk;
let studio: TestMerchant;
let issuer: string;
let port: number;
let provider: ChildProcess | null = null;
let key: CryptoKey;

interface Key {
  kid: string;
  privateKey: CryptoKey;
}

async function newKey(kid: string): Promise<Key> {
  const { privateKey } = await generateKeyPair("RS256", { extractable: true });
  return { kid, privateKey };
}

async function startProvider({ kid, privateKey }: Key): Promise<void> {
  key = privateKey;
  const people = [
    { sub: "person-agent", claims: { email: emailOf(2), email_verified: true } },
    { sub: "person-unverified", claims: { email: emailOf(1), email_verified: false } },
    { sub: "person-stranger", claims: { email: "stranger@example.com", email_verified: true } },
  ];
  const jwks = { keys: [{ ...(await exportJWK(privateKey)), kid, alg: "RS256", use: "sig" }] };
  provider = fork(join(__dirname, "support", "identity-provider.mjs"), {
    env: { ...process.env, IDENTITY_PROVIDER: JSON.stringify({ port, audience, jwks, people }) },
    execArgv: [],
    silent: true,
  });
  await once(provider, "message");
}

async function stopProvider(): Promise<void> {
  if (!provider) return;
  provider.kill();
  await once(provider, "exit");
  provider = null;
}

const emailOf = (index: number): string =>
  `${["admin", "manager", "agent"][index]}-${index}@${studio.sourceKey}.example`;

async function tokenOf(person: string): Promise<string> {
  const response = await fetch(`${issuer}/token`, {
    method: "POST",
    headers: { authorization: `Basic ${Buffer.from(`${person}:a%20secret%20for%20tests%20alone`).toString("base64")}` },
    body: new URLSearchParams({ grant_type: "client_credentials" }),
  });
  const { access_token: token } = (await response.json()) as { access_token: string };
  return token;
}

/** As the provider would sign it, but with what no honest provider would say. */
const forge = (changes: { aud?: string; iss?: string; exp?: number; kid?: string }, signWith = key): Promise<string> =>
  new SignJWT({ email: emailOf(2), email_verified: true })
    .setProtectedHeader({ alg: "RS256", kid: changes.kid ?? "first" })
    .setSubject("person-agent")
    .setAudience(changes.aud ?? audience)
    .setIssuer(changes.iss ?? issuer)
    .setExpirationTime(changes.exp ?? Math.floor(Date.now() / 1000) + 300)
    .sign(signWith);

const ask = (token: string) => caller(desk.url, token, "").ask(whoAmI);

beforeAll(async () => {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  port = (probe.address() as AddressInfo).port;
  probe.close();
  issuer = `http://127.0.0.1:${port}`;
  desk = await openTestDesk({ isProduction: true, oidc: { issuer, audience } });
  studio = desk.studio;
  await startProvider(await newKey("first"));
});

afterAll(async () => {
  await stopProvider();
  await desk.close();
});

describe("a person who signs in at the merchant's identity provider", () => {
  it("is the member who was invited to that address, with the role that the database says", async () => {
    const { data } = await ask(await tokenOf("person-agent"));

    expect(data.viewer).toEqual({ role: "AGENT", member: { id: studio.agent.memberId } });
  });

  it("stays the same person when the address has changed", async () => {
    const token = await tokenOf("person-agent");
    await ask(token);
    await desk.rows("UPDATE members SET email = 'moved@example.com' WHERE id = $1", [studio.agent.memberId]);

    const { data } = await ask(token);
    await desk.rows("UPDATE members SET email = $2 WHERE id = $1", [studio.agent.memberId, emailOf(2)]);

    expect(data.viewer.member.id).toBe(studio.agent.memberId);
  });

  it.each(["person-unverified", "person-stranger"])("is nobody here as %s", async (person) => {
    expect((await ask(await tokenOf(person))).codes).toEqual(["UNAUTHENTICATED"]);
  });

  it("is refused from the moment of a suspension", async () => {
    const token = await tokenOf("person-agent");
    await ask(token);
    await desk.rows("UPDATE members SET status = 'SUSPENDED' WHERE id = $1", [studio.agent.memberId]);

    const { codes } = await ask(token);
    await desk.rows("UPDATE members SET status = 'ACTIVE' WHERE id = $1", [studio.agent.memberId]);

    expect(codes).toEqual(["UNAUTHENTICATED"]);
  });
});

describe("a token", () => {
  it.each<[string, () => Promise<string>]>([
    ["that has expired", () => forge({ exp: Math.floor(Date.now() / 1000) - 60 })],
    ["for another audience", () => forge({ aud: "https://elsewhere.example.com" })],
    ["of another issuer", () => forge({ iss: "https://elsewhere.example.com" })],
    ["signed with another key", async () => forge({}, (await newKey("first")).privateKey)],
    [
      "with no signature at all",
      async () =>
        `${(await forge({})).replace(/^[^.]+/, Buffer.from('{"alg":"none"}').toString("base64url")).replace(/[^.]+$/, "")}`,
    ],
    [
      "signed symmetrically",
      () =>
        new SignJWT({ email: emailOf(2), email_verified: true })
          .setProtectedHeader({ alg: "HS256", kid: "first" })
          .setSubject("person-agent")
          .setAudience(audience)
          .setIssuer(issuer)
          .setExpirationTime("5m")
          .sign(new TextEncoder().encode("guessed secret of thirty-two bytes")),
    ],
    ["for developers, in production", async () => studio.agent.token],
    ["that is no token", async () => "nonsense"],
  ])("%s is refused", async (_what, make) => {
    const { status, codes } = await ask(await make());

    expect({ status, codes }).toEqual({ status: 401, codes: ["UNAUTHENTICATED"] });
  });

  it("has its socket closed with 4403 when it expires", async () => {
    const short = caller(desk.url, await forge({ exp: Math.floor(Date.now() / 1000) + 2 }), "");
    const watching = watch(desk.url, short, { queue: "UNASSIGNED" });

    expect((await watching.closed).code).toBe(4403);
    await watching.stop();
  });
});

describe("the provider's keys", () => {
  it("may be rotated while the desk is running", async () => {
    await stopProvider();
    await startProvider(await newKey("second"));

    const { data } = await ask(await tokenOf("person-agent"));

    expect(data.viewer.role).toBe("AGENT");
  });
});

describe("in production", () => {
  it("nobody is given demonstration tokens", async () => {
    expect((await fetch(`${desk.url}/dev/tokens`)).status).toBe(404);
  });

  it("a partner's key works as ever, unless it is that of the demonstration", async () => {
    const [prefix, secret] = [randomBytes(8).toString("hex"), randomBytes(32).toString("base64url")];
    expect((await studio.partner.ask(whoAmI)).codes).toEqual(["UNAUTHENTICATED"]);
    await desk.rows("UPDATE api_keys SET prefix = $1, secret_hash = sha256($2::bytea) WHERE merchant_id = $3", [
      ...[prefix, secret, studio.id],
    ]);

    const { lead } = await say(caller(desk.url, `llk_${prefix}_${secret}`, ""), "submitEnquiry", {
      idempotencyKey: `k-${Date.now()}`,
      channel: "WEB_FORM",
      contact: { email: "x@example.com" },
    });

    expect(lead.id).toBeDefined();
  });
});
