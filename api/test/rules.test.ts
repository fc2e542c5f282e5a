import { readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(__dirname, "../..");
const rules = readFileSync(join(root, "docs/rules.md"), "utf8")
  .split("\n")
  .filter((line) => /^\| (?!Event|#)[^-]/.test(line));

/** In a test a quote inside a title may be written with a stroke before it. */
const titlesIn = (file: string): string => readFileSync(join(root, file), "utf8").replaceAll("\\", "");

it.each(rules)("%s", (rule) => {
  const tests = [...rule.matchAll(/`([^`]+\.test\.ts)` "([^"]+)"/g)];

  expect(tests.length).toBeGreaterThan(0);
  for (const [, file = "", title = ""] of tests) expect(titlesIn(file)).toContain(title);
});

it("names every decision once", () => {
  const numbers = rules.flatMap((rule) => /^\| (\d+) \|/.exec(rule)?.[1] ?? []).map(Number);

  expect(numbers).toEqual(Array.from(numbers, (_, index) => index + 1));
  expect(numbers.length).toBe(27);
});
