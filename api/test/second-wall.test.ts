import { randomUUID } from "node:crypto";
import type { GraphQLSchema } from "graphql";
import { allAnswersTo } from "./support/all-answers.js";
import { type Belongings, belongingsOf, changedTables, everythingOf, secretsOf } from "./support/belongings.js";
import { askAt, foreignAt, outcomes, type Place, places } from "./support/id-places.js";
import { openTestDesk, type TestDesk, type TestMerchant } from "./support/test-desk.js";
import { readSchema } from "./support/wire-schema.js";

// The application forgets whose rows it may touch: what is left is the database.
jest.mock("../src/people/merchant-scope.js", () => ({
  ofMerchant: () => jest.requireActual("../src/platform/sql.js").raw("TRUE"),
}));

let desk: TestDesk;
let studio: TestMerchant;
let garage: TestMerchant;
let schema: GraphQLSchema;
let theirs: Belongings;
let ours: Belongings;

beforeAll(async () => {
  desk = await openTestDesk();
  ({ studio, garage } = desk);
  schema = await readSchema(garage.admin);
  theirs = await belongingsOf(desk, studio);
  ours = await belongingsOf(desk, garage);
});

afterAll(() => desk.close());

describe("an application that has forgotten its merchants", () => {
  it.each(["admin", "manager", "agent", "analyst"] as const)("still tells %s nothing of another one", async (role) => {
    const secrets = await secretsOf(desk, studio.id);

    const told = await allAnswersTo(schema, garage[role], ours);

    expect(told).toContain(ours.leadId);
    expect(secrets.filter((secret) => told.includes(secret))).toEqual([]);
  });

  it.each(Object.keys(places))("still finds nothing by another one's id at %s, and changes nothing", async (place) => {
    const before = await everythingOf(desk, studio.id, garage.id);

    const foreign = await foreignAt(desk, schema, studio, theirs, place);
    const { codes, data } = await askAt(schema, garage.admin, ours, place, foreign);

    const { gives } = places[place] as Place;
    expect({ codes, first: Object.values(data ?? {})[0] ?? null }).toMatchObject(outcomes[gives]);
    if (gives === "EMPTY") expect(JSON.stringify(data)).toBe(JSON.stringify((await askNobodys(place)).data));
    expect(changedTables(before, await everythingOf(desk, studio.id, garage.id))).toEqual([]);
  });

  const askNobodys = (place: string) => askAt(schema, garage.admin, ours, place, randomUUID());

  it("would tell, were it not for the database", async () => {
    await desk.rows("ALTER TABLE leads DISABLE ROW LEVEL SECURITY");

    const { data } = await garage.admin.ask("{ leads(first: 100) { nodes { id } } }");
    await desk.rows("ALTER TABLE leads ENABLE ROW LEVEL SECURITY");

    expect(JSON.stringify(data)).toContain(theirs.leadId);
  });
});
