import { createLru } from "./lru.js";

it("forgets what was not used for longest", () => {
  const kept = createLru<{ n: number }>(2);
  kept.set("a", { n: 1 });
  kept.set("b", { n: 2 });
  kept.get("a");
  kept.set("c", { n: 3 });

  expect(["a", "b", "c"].map((key) => kept.get(key)?.n)).toEqual([1, undefined, 3]);
});
