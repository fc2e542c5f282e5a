import { execFileSync } from "node:child_process";
import "./generate.js";

const generated = [
  "schema.graphql",
  "README.md",
  "docs/lifecycle.md",
  "docs/permissions.md",
  "client-sdk/src/generated",
];

const stale = git("diff", "--", ...generated);
const unknown = git("ls-files", "--others", "--exclude-standard", "--", ...generated);
if (stale || unknown) {
  console.error(`${stale}${unknown}`);
  process.exitCode = 1;
}

function git(...args: string[]): string {
  return execFileSync("git", args, { encoding: "utf8" });
}
