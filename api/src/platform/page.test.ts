import { decodeCursor, encodeCursor, toConnection, useCursorSecret } from "./page.js";

const cursorOf = (row: { id: number }) => encodeCursor("m1 leads", [row.id]);
const rows = (...ids: number[]) => ids.map((id) => ({ id }));

describe("A page", () => {
  it("of fewer rows than asked for is the last", () => {
    const page = toConnection(rows(1, 2), { first: 2, after: null }, cursorOf);

    expect(page.nodes).toEqual(rows(1, 2));
    expect(page.pageInfo).toEqual({
      hasNextPage: false,
      endCursor: cursorOf({ id: 2 }),
      hasPreviousPage: false,
      startCursor: cursorOf({ id: 1 }),
    });
  });

  it("with one row too many leaves it for the next", () => {
    const page = toConnection(rows(1, 2, 3), { first: 2, after: "x" }, cursorOf);

    expect(page.nodes).toEqual(rows(1, 2));
    expect(page.pageInfo).toMatchObject({ hasNextPage: true, endCursor: cursorOf({ id: 2 }), hasPreviousPage: true });
    expect(page.edges.map(({ cursor }) => decodeCursor("m1 leads", cursor))).toEqual([[1], [2]]);
  });

  it("of nothing has no cursors", () => {
    const { pageInfo } = toConnection(rows(), { first: 2, after: null }, cursorOf);

    expect(pageInfo).toEqual({ hasNextPage: false, endCursor: null, hasPreviousPage: false, startCursor: null });
  });

  it("counts only when asked", async () => {
    const count = jest.fn(async () => 7);
    const page = toConnection(rows(1), { first: 2, after: null }, cursorOf, count);
    expect(page.nodes).toHaveLength(1);
    expect(count).not.toHaveBeenCalled();

    expect(await page.totalCount).toBe(7);
  });
});

describe("A cursor", () => {
  it("brings back what it was made of", () => {
    const values = ["2026-03-01T09:30:00.000Z", 7, true, null, "ünï"];

    expect(decodeCursor("m1 leads", encodeCursor("m1 leads", values))).toEqual(values);
  });

  it.each([
    ["of another merchant", encodeCursor("m2 leads", [1])],
    ["of another list", encodeCursor("m1 contacts", [1])],
    ["that was changed", `${encodeCursor("m1 leads", [1]).slice(0, -1)}0`],
    ["that was cut", encodeCursor("m1 leads", [1]).slice(0, 10)],
    ["of another version", Buffer.from([2, ...Buffer.from("[1]")]).toString("base64url")],
    ["that is none", "x"],
    ["that is empty", ""],
  ])("%s is refused", (_what, cursor) => {
    expect(() => decodeCursor("m1 leads", cursor)).toThrow(
      expect.objectContaining({
        code: "BAD_USER_INPUT",
        details: { fields: [expect.objectContaining({ path: ["after"], rule: "cursor" })] },
      }),
    );
  });

  it("is good on every node that has the same secret, and on no other", () => {
    useCursorSecret("one");
    const cursor = encodeCursor("m1 leads", [1]);
    useCursorSecret("two");
    expect(() => decodeCursor("m1 leads", cursor)).toThrow();

    useCursorSecret("one");
    expect(decodeCursor("m1 leads", cursor)).toEqual([1]);
  });
});
