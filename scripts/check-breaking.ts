import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { buildSchema, findBreakingChanges } from "graphql";

const [release] = git("tag", "--list", "v*", "--sort=-v:refname").split("\n");
const unexplained = release ? changesSince(release).filter((change) => !decided().includes(change)) : [];

if (unexplained.length > 0) {
  console.error(`Since ${release} these changes break clients:\n`);
  for (const change of unexplained) console.error(`  ${change}`);
  console.error("\nDeprecate instead, or copy the lines into a page docs/decisions/<number>-breaking-<what>.md.");
  process.exitCode = 1;
}

function changesSince(tag: string): string[] {
  const released = buildSchema(git("show", `${tag}:schema.graphql`));
  const present = buildSchema(readFileSync("schema.graphql", "utf8"));
  return findBreakingChanges(released, present).map(({ description }) => description);
}

function decided(): string {
  const pages = readdirSync("docs/decisions").filter((page) => /-breaking-.*[.]md$/.test(page));
  return pages.map((page) => readFileSync(`docs/decisions/${page}`, "utf8")).join("\n");
}

function git(...args: string[]): string {
  return execFileSync("git", args, { encoding: "utf8" });
}
