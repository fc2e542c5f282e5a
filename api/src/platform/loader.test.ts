import { toyContext, toyViewer } from "../../test/support/toy-schema.js";
import type { Context } from "./context.js";
import type { Database } from "./database.js";
import { forgetReads, manyEach, manyEachWith, oneEach, perRequest } from "./loader.js";

interface Row {
  id: string;
  of: string;
}

const letters: Row[] = ["a1", "a2", "b1"].map((id) => ({ id, of: id.slice(0, 1) }));

it("makes a thing once for each context, even when it is nothing", () => {
  const make = jest.fn(() => undefined);
  const thingOf = perRequest(make);
  const [one, two] = [toyContext(toyViewer("ADMIN"), "1"), toyContext(toyViewer("ADMIN"), "2")];
  for (const ctx of [one, two, one, two]) thingOf(ctx);

  expect(make.mock.calls.length).toBe(2);
});

it("reads one record of each id in one statement, and null where there is none", async () => {
  const statements: string[][] = [];
  const letter = oneEach<Row>(
    (row) => row.id,
    async (_ctx, _em, ids) => {
      statements.push([...ids]);
      return letters;
    },
  );
  const ctx = contextOf("m1");

  const found = await Promise.all([letter(ctx).load("b1"), letter(ctx).load("z9"), letter(ctx).load("b1")]);

  expect(found.map((row) => row?.id ?? null)).toEqual(["b1", null, "b1"]);
  expect(statements).toEqual([["b1", "z9"]]);
});

it("reads the lists of a level in one statement, in the order of their rows", async () => {
  const statements: string[][] = [];
  const lettersOf = manyEach<Row>(
    (row) => row.of,
    async (_ctx, _em, keys) => {
      statements.push([...keys]);
      return letters;
    },
  );
  const ctx = contextOf("m1");

  const lists = await Promise.all(["a", "b", "c"].map((key) => lettersOf(ctx).load(key)));

  expect(lists.map((list) => list.map((row) => row.id))).toEqual([["a1", "a2"], ["b1"], []]);
  expect(statements).toEqual([["a", "b", "c"]]);
});

describe("Lists that are asked for with arguments", () => {
  const statements: { merchantId: string; keys: readonly string[]; first: number }[] = [];
  const lettersOf = manyEachWith<{ first: number }, Row>(
    (row) => row.of,
    async (ctx, _em, keys, { first }) => {
      statements.push({ merchantId: ctx.viewer.merchantId, keys, first });
      return letters.slice(0, first);
    },
  );
  beforeEach(() => void statements.splice(0));

  it("are read in one statement for each set of arguments, however often it is written down", async () => {
    const ctx = contextOf("m1");

    await Promise.all([
      lettersOf(ctx, { first: 1 }).load("a"),
      lettersOf(ctx, { first: 1 }).load("b"),
      lettersOf(ctx, { first: 2 }).load("a"),
    ]);
    await lettersOf(ctx, { first: 1 }).load("a");

    expect(statements).toEqual([
      { merchantId: "m1", keys: ["a", "b"], first: 1 },
      { merchantId: "m1", keys: ["a"], first: 2 },
    ]);
  });

  it("are read again by every context, with its own rights", async () => {
    await Promise.all(["m1", "m2", "m1"].map((merchantId) => lettersOf(contextOf(merchantId), { first: 1 }).load("a")));

    expect(statements.map(({ merchantId }) => merchantId)).toEqual(["m1", "m2", "m1"]);
  });

  it("are read again after a command", async () => {
    const ctx = contextOf("m1");

    await lettersOf(ctx, { first: 1 }).load("a");
    forgetReads(ctx);
    await lettersOf(ctx, { first: 1 }).load("a");

    expect(statements).toHaveLength(2);
  });
});

function contextOf(merchantId: string): Context {
  const db: Pick<Database, "read"> = { read: async (_merchantId, work) => work(Object.create(null)) };
  return Object.assign(Object.create(null), { viewer: { merchantId }, db });
}
