import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { transformSync } from "esbuild";

// The compiler writes ES modules and types; from each module its CommonJS twin is made, with the same types.
const home = dirname(fileURLToPath(import.meta.url));
const dist = resolve(home, process.argv[2] ?? "dist");
const esm = join(dist, "esm");
const cjs = join(dist, "cjs");

rmSync(dist, { recursive: true, force: true });
const compiler = createRequire(import.meta.url).resolve("typescript/bin/tsc");
execFileSync(process.execPath, [compiler, "-p", `${home}/tsconfig.build.json`, "--outDir", esm], { stdio: "inherit" });

for (const path of readdirSync(esm, { recursive: true, encoding: "utf8" })) {
  const from = join(esm, path);
  const to = join(cjs, path);
  mkdirSync(dirname(to), { recursive: true });
  if (path.endsWith(".js")) writeFileSync(to, toCommonJs(readFileSync(from, "utf8")));
  else if (path.endsWith(".d.ts")) copyFileSync(from, to);
}
writeFileSync(join(cjs, "package.json"), JSON.stringify({ type: "commonjs" }));
copyFileSync(join(home, "src/generated/manifest.json"), join(dist, "manifest.json"));

function toCommonJs(source: string): string {
  // import() has to become require() too: CommonJS files would otherwise load each other in two ways.
  const supported = { "dynamic-import": false };
  return transformSync(source, { format: "cjs", target: "es2022", platform: "node", supported }).code;
}
