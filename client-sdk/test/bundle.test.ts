import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build, type Metafile } from "esbuild";

const folder = join(__dirname, "..");

interface Bundle {
  /** What a page loads at once. */
  first: string;
  /** What it loads when something is watched. */
  later: string;
  packages: string[];
}

/** As a browser gets it: nothing is left out, and what only Node has would stop it. */
async function bundle(program: string, splitting = true): Promise<Bundle> {
  const { outputFiles, metafile } = await build({
    stdin: { contents: program, resolveDir: folder, sourcefile: "page.ts", loader: "ts" },
    absWorkingDir: folder,
    outdir: "bundle",
    bundle: true,
    write: false,
    minify: true,
    splitting,
    metafile: true,
    format: "esm",
    platform: "browser",
    target: "es2022",
  });
  const { outputs } = metafile;
  const first = reachable(outputs, ["bundle/stdin.js"], ["import-statement"]);
  const all = reachable(outputs, first, ["import-statement", "dynamic-import"]);
  const textOf = (paths: string[]): string =>
    outputFiles
      .filter(({ path }) => paths.some((wanted) => path.endsWith(wanted)))
      .map(({ text }) => text)
      .join("\n");
  const sources = all.flatMap((path) => Object.entries(outputs[path]?.inputs ?? {}));
  const packages = sources.flatMap(([path]) => /node_modules\/(.+?)\//.exec(path)?.[1] ?? []);
  return {
    first: textOf(first),
    later: textOf(all.filter((path) => !first.includes(path))),
    packages: [...new Set(packages)],
  };
}

function reachable(outputs: Metafile["outputs"], from: readonly string[], kinds: readonly string[]): string[] {
  const found = new Set(from);
  for (const path of found) {
    for (const { path: imported, kind } of outputs[path]?.imports ?? []) if (kinds.includes(kind)) found.add(imported);
  }
  return [...found];
}

const kilobytes = (text: string): number => gzipSync(text).length / 1024;
const operationsIn = (text: string): string[] =>
  [...text.matchAll(/["'`](?:query|mutation|subscription) (\w+)/g)].map(([, name]) => name ?? "");

describe("the bundle of a page", () => {
  const everything = 'import { createClient } from "./src/index.js"; console.log(createClient({ url: "/graphql" }));';

  it("weighs less than 15 KB compressed, streams included, where a bundler makes one file", async () => {
    const { first, packages } = await bundle(everything, false);

    expect(packages).toEqual(["graphql-ws"]);
    expect(kilobytes(first)).toBeLessThan(15);
  });

  it("weighs less than 10 KB before something is watched, all documents included", async () => {
    const { first } = await bundle(everything);

    expect(kilobytes(first)).toBeLessThan(10);
  });

  it("loads what streams need only when something is watched", async () => {
    const { first, later, packages } = await bundle(everything);

    expect(packages).toEqual(["graphql-ws"]);
    expect(first).not.toContain("graphql-transport-ws");
    expect(later).toContain("graphql-transport-ws");
  });

  it("holds no client where only errors are told apart", async () => {
    const { first, packages } = await bundle('import { isCode } from "./src/index.js"; console.log(isCode);');

    expect(packages).toEqual([]);
    expect(operationsIn(first)).toEqual([]);
    expect(kilobytes(first)).toBeLessThan(1);
  });

  it("holds one document where one is imported", async () => {
    const { first } = await bundle('import { QueuesDocument } from "./src/documents.js"; console.log(QueuesDocument);');

    expect(operationsIn(first)).toEqual(["Queues"]);
    expect(kilobytes(first)).toBeLessThan(0.5);
  });
});
