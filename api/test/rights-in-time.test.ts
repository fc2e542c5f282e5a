import { SignJWT } from "jose";
import { caller, openTestDesk, type TestDesk, type TestMerchant } from "./support/test-desk.js";
import { aLead, aQualifiedLead, attempt, say } from "./support/verbs.js";

let desk: TestDesk;
let studio: TestMerchant;

beforeEach(async () => {
  desk = await openTestDesk();
  ({ studio } = desk);
});

afterEach(() => desk.close());

const secondAdmin = (): string => studio.made.members[5]?.memberId ?? "";
const standing = async (memberId: string) =>
  (await desk.rows("SELECT role, status FROM members WHERE id = $1", [memberId]))[0];

describe("a suspended member", () => {
  it("is nobody from the next request on, for reading and for writing, and somebody again afterwards", async () => {
    const lead = await aLead(studio.agent);
    await say(studio.admin, "suspendMember", { memberId: studio.agent.memberId });

    const reading = await studio.agent.ask("{ viewer { role } }");
    const writing = await attempt(studio.agent, "addNote", { leadId: lead.id, text: "Still here" });

    expect([reading.status, reading.codes, writing.status, writing.codes]).toEqual([
      ...[401, ["UNAUTHENTICATED"], 401, ["UNAUTHENTICATED"]],
    ]);
    expect(await desk.rows("SELECT FROM notes")).toEqual([]);
    await say(studio.admin, "reinstateMember", { memberId: studio.agent.memberId });
    expect((await studio.agent.ask("{ viewer { role } }")).data).toEqual({ viewer: { role: "AGENT" } });
  });

  it("keeps own leads until somebody gives them to another, and can be given none", async () => {
    const lead = await aQualifiedLead(studio.agent);
    const free = await aLead(studio.admin);
    await say(studio.admin, "suspendMember", { memberId: studio.agent.memberId });

    const { userErrors } = await say(studio.manager, "assignLead", {
      leadId: free.id,
      memberId: studio.agent.memberId,
    });

    expect(userErrors).toMatchObject([{ code: "MEMBER_NOT_ASSIGNABLE", path: ["memberId"] }]);
    expect(
      await desk.rows("SELECT owner_id FROM leads WHERE id = ANY($1) ORDER BY created_at", [[lead.id, free.id]]),
    ).toEqual([{ owner_id: studio.agent.memberId }, { owner_id: null }]);
  });
});

describe("a member with another role", () => {
  it("has its rights from the next request on, and the old ones no longer", async () => {
    expect((await attempt(studio.agent, "suspendMember", { memberId: studio.manager.memberId })).codes).toEqual([
      "FORBIDDEN",
    ]);

    await say(studio.admin, "changeMemberRole", { memberId: studio.agent.memberId, role: "ADMIN" });
    expect((await say(studio.agent, "suspendMember", { memberId: studio.manager.memberId })).member.status).toBe(
      "SUSPENDED",
    );

    await say(studio.admin, "changeMemberRole", { memberId: studio.agent.memberId, role: "ANALYST" });
    const { data, codes } = await studio.agent.ask("{ viewer { role member { email } } }");
    expect(data).toEqual({ viewer: { role: "ANALYST", member: { email: null } } });
    expect(codes).toEqual(["FORBIDDEN_FIELD"]);
    expect((await attempt(studio.agent, "reinstateMember", { memberId: studio.manager.memberId })).codes).toEqual([
      "FORBIDDEN",
    ]);
  });

  it("cannot be made a partner, which is a key and no person", async () => {
    const { codes } = await attempt(studio.admin, "changeMemberRole", {
      memberId: studio.agent.memberId,
      role: "PARTNER",
    });

    expect(codes).toEqual(["BAD_USER_INPUT"]);
    expect(await standing(studio.agent.memberId)).toEqual({ role: "AGENT", status: "ACTIVE" });
  });
});

describe("the last administrator", () => {
  it.each([
    ["suspendMember", {}],
    ["changeMemberRole", { role: "MANAGER" }],
  ] as const)("stays one against %s", async (verb, more) => {
    await say(studio.admin, "suspendMember", { memberId: secondAdmin() });

    const { member, userErrors } = await say(studio.admin, verb, { memberId: studio.admin.memberId, ...more });

    expect(member).toBeNull();
    expect(userErrors).toMatchObject([{ code: "LAST_ADMIN", path: ["memberId"] }]);
    expect(await standing(studio.admin.memberId)).toEqual({ role: "ADMIN", status: "ACTIVE" });
  });

  it("is one of two who suspend each other at the same moment", async () => {
    const tokens = await (await fetch(`${desk.url}/dev/tokens`)).json();
    expect(JSON.stringify(tokens)).toContain(studio.id);
    const second = caller(desk.url, await tokenOf(secondAdmin()), secondAdmin());

    await Promise.all([
      attempt(studio.admin, "suspendMember", { memberId: secondAdmin() }),
      attempt(second, "suspendMember", { memberId: studio.admin.memberId }),
    ]);

    const active = await desk.rows(
      "SELECT id FROM members WHERE merchant_id = $1 AND role = 'ADMIN' AND status = 'ACTIVE'",
      [studio.id],
    );
    expect(active).toHaveLength(1);
  });

  it("is not reached while there is another, who has to do it", async () => {
    const { userErrors } = await say(studio.admin, "suspendMember", { memberId: studio.admin.memberId });

    expect(userErrors).toMatchObject([{ code: "OWN_MEMBERSHIP", path: ["memberId"] }]);
    expect(await standing(studio.admin.memberId)).toEqual({ role: "ADMIN", status: "ACTIVE" });
  });
});

const tokenOf = (memberId: string, expiresIn = "1h", secret: Uint8Array = desk.desk.devSecret): Promise<string> =>
  new SignJWT({})
    .setProtectedHeader({ alg: "HS256" })
    .setSubject(memberId)
    .setIssuer("leadledger-dev")
    .setIssuedAt()
    .setExpirationTime(expiresIn)
    .sign(secret);

describe("a developer's token", () => {
  it.each([
    ["that has run out", () => tokenOf(studio.admin.memberId, "-1s"), { reason: "EXPIRED" }],
    ["signed with another secret", () => tokenOf(studio.admin.memberId, "1h", Buffer.alloc(32, 1)), {}],
    ["of nobody", () => tokenOf("01a23056-8917-776c-b1aa-dacf0f923fab"), {}],
    ["of somebody with no id", () => tokenOf("' OR true --"), {}],
  ])("%s opens nothing", async (_what, token, more) => {
    const { status, codes, errors } = await caller(desk.url, await token(), "").ask("{ viewer { role } }");

    expect([status, codes]).toEqual([401, ["UNAUTHENTICATED"]]);
    expect(errors[0]?.extensions).toMatchObject({ retryable: false, ...more });
  });
});

describe("in production", () => {
  it("there are no developers' tokens: none is given, and a real one is nobody's", async () => {
    const production = await openTestDesk({ isProduction: true, introspection: false });
    try {
      const door = await fetch(`${production.url}/dev/tokens`);
      const member = await production.studio.admin.ask("{ viewer { role } }");
      const partner = await production.studio.partner.ask("{ viewer { role } }");

      expect([door.status, JSON.stringify(await door.json())]).toEqual([404, expect.not.stringContaining("llk_")]);
      expect([member.status, member.codes]).toEqual([401, ["UNAUTHENTICATED"]]);
      expect([partner.status, partner.codes]).toEqual([401, ["UNAUTHENTICATED"]]);
    } finally {
      await production.close();
    }
  });
});
