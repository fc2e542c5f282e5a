import { randomUUID } from "node:crypto";
import type { GraphQLSchema } from "graphql";
import { type Belongings, belongingsOf, changedTables, everythingOf } from "./support/belongings.js";
import { askAt, foreignAt, lenientPlaces, operationAt, outcomes, type Place, places } from "./support/id-places.js";
import { type Answer, openTestDesk, type TestDesk, type TestMerchant } from "./support/test-desk.js";
import { operationsIn, readSchema } from "./support/wire-schema.js";

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

const ask = (place: string, id: string): Promise<Answer> => askAt(schema, garage.admin, ours, place, id);

/** What is the same for every request of a kind. */
const told = ({ status, data, errors }: Answer, asked: string) => ({
  // What was asked for may be said again.
  ...{ status, data: JSON.parse(JSON.stringify(data).replaceAll(asked, "asked")) },
  errors: errors.map(({ message, extensions: { requestId: _, ...rest } }) => ({ message, ...rest })),
});

it("every place of the schema that takes an id is tried", () => {
  const found = operationsIn(schema).flatMap(({ coordinate, ids }) => ids.map((id) => `${coordinate} ${id}`));

  expect([...Object.keys(places), ...lenientPlaces].sort()).toEqual(found.sort());
});

describe("an id of another merchant", () => {
  it.each(Object.keys(places))("at %s is the same as one that nobody has, and changes nothing", async (place) => {
    const { theirs: name, gives } = places[place] as Place;
    const foreign = await foreignAt(desk, schema, studio, theirs, place);
    const unknown = name === "receiptNumber" ? "E-00000-00000" : name.endsWith("Id") ? randomUUID() : "nobody-has-it";
    const before = await everythingOf(desk, studio.id, garage.id);

    const answer = await ask(place, foreign);

    expect(told(answer, foreign)).toEqual(told(await ask(place, unknown), unknown));
    expect(changedTables(before, await everythingOf(desk, studio.id, garage.id))).toEqual([]);
    expect({ codes: answer.codes, first: Object.values(answer.data ?? {})[0] ?? null }).toMatchObject(outcomes[gives]);
  });
});

describe("a text that is no id", () => {
  const ids = Object.keys(places).filter((place) => /Id$|\bid$/.test(place));

  it.each(ids.flatMap((place) => ["nonsense", "", "' OR true --"].map((id) => [place, id] as const)))(
    "at %s, as %j, is refused by the name of its field",
    async (place, id) => {
      const { path } = operationAt(schema, place);
      const before = await everythingOf(desk, studio.id, garage.id);

      const { codes, errors } = await ask(place, id);

      expect(codes).toEqual(["BAD_USER_INPUT"]);
      const [field] = errors[0]?.extensions.fields ?? [];
      expect(field).toEqual({ path: field.path, rule: "id", message: `${field.path.join(".")} is not an id.` });
      expect(field.path.filter((key: string) => !/^\d+$/.test(key))).toEqual(path);
      expect(changedTables(before, await everythingOf(desk, studio.id, garage.id))).toEqual([]);
    },
  );
});
