import { changedTables, everythingOf } from "./support/belongings.js";
import { openTestDesk, type TestDesk, type TestMerchant, type Wire } from "./support/test-desk.js";
import { aLead, attempt, say } from "./support/verbs.js";

let desk: TestDesk;
let studio: TestMerchant;
let garage: TestMerchant;

beforeAll(async () => {
  desk = await openTestDesk();
  ({ studio, garage } = desk);
});

afterAll(() => desk.close());

describe("a merge that is refused", () => {
  const refused = async (input: object, code: string): Promise<Wire> => {
    const before = await everythingOf(desk, studio.id, garage.id);
    const { contact, userErrors } = await say(studio.manager, "mergeContacts", { ...input });
    expect([contact, userErrors.map((error: Wire) => error.code)]).toEqual([null, [code]]);
    expect(changedTables(before, await everythingOf(desk, studio.id, garage.id))).toEqual([]);
    return userErrors[0];
  };

  it("with itself", async () => {
    const { contact } = await aLead(studio.agent);

    await refused({ survivorId: contact.id, mergedId: contact.id }, "SAME_CONTACT");
  });

  it("of a labelled test with a real person", async () => {
    const real = await aLead(studio.agent);
    const test = await aLead(studio.manager, { isTest: true });

    await refused({ survivorId: real.contact.id, mergedId: test.contact.id }, "TEST_WITH_REAL");
  });

  it("until it is said which of two leads goes on", async () => {
    const [one, other] = [await aLead(studio.agent), await aLead(studio.agent)];

    const error = await refused({ survivorId: one.contact.id, mergedId: other.contact.id }, "SURVIVING_LEAD_REQUIRED");

    expect(error.leadIds.toSorted()).toEqual([one.id, other.id].toSorted());
  });

  it("when both leads are said to go on", async () => {
    const [one, other] = [await aLead(studio.agent), await aLead(studio.agent)];

    const { codes } = await attempt(studio.manager, "mergeContacts", {
      ...{ survivorId: one.contact.id, mergedId: other.contact.id, survivingLeadIds: [one.id, other.id] },
    });

    expect(codes).toEqual(["BAD_USER_INPUT"]);
  });
});
