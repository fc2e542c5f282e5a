import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

const folder = join(__dirname, "..");

interface Bundle {
  /** What a page loads at once. */
  first: string;
  /** What it loads when something is watched. */
  later: string;
  packages: string[];
}

/** As a browser gets it: nothing is left out, and what only Node has would stop it. */
async function bundle(program: string): Promise<Bundle> {
  const { outputFiles, metafile } = await build({
    stdin: { contents: program, resolveDir: folder, sourcefile: "page.ts", loader: "ts" },
    outdir: "bundle",
    bundle: true,
    write: false,
    minify: true,
    splitting: true,
    metafile: true,
    format: "esm",
    platform: "browser",
    target: "es2022",
  });
  const outputs = Object.entries(metafile.outputs);
  const entry = outputs.find(([, { entryPoint }]) => entryPoint === "page.ts")?.[0] ?? "";
  const firstPaths = new Set([entry]);
  for (const path of firstPaths) {
    for (const { path: imported, kind } of metafile.outputs[path]?.imports ?? []) {
      if (kind === "import-statement") firstPaths.add(imported);
    }
  }
  const textOf = (wanted: (path: string) => boolean): string =>
    outputFiles.filter(({ path }) => outputs.some(([name]) => path.endsWith(name) && wanted(name))).map(({ text }) => text).join("\n");
  const packages = Object.keys(metafile.inputs).flatMap((path) => /node_modules\/(.+?)\//.exec(path)?.[1] ?? []);
  return {
    first: textOf((name) => firstPaths.has(name)),
    later: textOf((name) => !firstPaths.has(name)),
    packages: [...new Set(packages)],
  };
}

const kilobytes = (text: string): number => gzipSync(text).length / 1024;
const operationsIn = (text: string): string[] =>
  [...text.matchAll(/(?:query|mutation|subscription) ([A-Z]\w+)[({]/g)].map(([, name]) => name ?? "");

describe("the bundle of a page", () => {
  const everything = 'import { createClient } from "./src/index.js"; console.log(createClient({ url: "/graphql" }));';

  it("weighs at most 15 KB with everything, compressed", async () => {
    const { first, later } = await bundle(everything);

    expect(kilobytes(first) + kilobytes(later)).toBeLessThan(15);
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
