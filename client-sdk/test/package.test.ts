import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const repository = join(__dirname, "../..");
const compiler = require.resolve("typescript/bin/tsc");

let project: string;

/** A project of somebody else, which has installed what `npm run build` makes. */
beforeAll(() => {
  project = mkdtempSync(join(tmpdir(), "leadledger-client-"));
  const installed = join(project, "node_modules/@leadledger/client");
  mkdirSync(installed, { recursive: true });
  run(["--import", "tsx", "client-sdk/build.ts", join(installed, "dist")], repository);
  cpSync(join(repository, "client-sdk/package.json"), join(installed, "package.json"));
  for (const name of ["graphql-ws", "graphql"]) {
    symlinkSync(join(repository, "node_modules", name), join(project, "node_modules", name));
  }
});

afterAll(() => rmSync(project, { recursive: true, force: true }));

function run(args: string[], cwd = project): string {
  try {
    return execFileSync(process.execPath, args, { cwd, encoding: "utf8", stdio: "pipe" });
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`${stdout}${stderr}`);
  }
}

const use = 'createClient({ url: "http://127.0.0.1:1/graphql" }).liveQueue("UNASSIGNED").getSnapshot().state';

describe("the package", () => {
  it("is imported as ES modules", () => {
    writeFileSync(
      join(project, "use.mjs"),
      `import { createClient } from "@leadledger/client";
       import { watchQueue } from "@leadledger/client/live";
       import { QueuesDocument } from "@leadledger/client/documents";
       import manifest from "@leadledger/client/manifest.json" with { type: "json" };
       console.log(${use}, typeof watchQueue, Object.values(manifest).includes(String(QueuesDocument)));`,
    );

    expect(run(["--no-warnings", "use.mjs"])).toBe("closed function true\n");
  });

  it("is required as CommonJS, and loads streams by require too", () => {
    writeFileSync(
      join(project, "use.cjs"),
      `const { createClient, isCode } = require("@leadledger/client");
       const { watchQueue } = require("@leadledger/client/live");
       const desk = createClient({ url: "http://127.0.0.1:1/graphql", webSocket: class {} });
       desk.watchQueue("UNASSIGNED").next().catch((error) => console.log(error.message, Object.keys(require.cache).some((path) => path.endsWith("cjs/live-socket.js"))));
       console.log(${use}, typeof watchQueue, typeof isCode);`,
    );

    expect(run(["use.cjs"])).toBe("closed function function\nInvalid WebSocket implementation provided true\n");
  });

  it.each([
    ["a bundler", "use.ts", { module: "ESNext", moduleResolution: "bundler" }],
    ["Node, as ES modules", "use.mts", { module: "Node16", moduleResolution: "node16" }],
    ["Node, as CommonJS", "use.cts", { module: "Node16", moduleResolution: "node16" }],
  ])("has types for %s, which need neither the DOM nor another package", (_who, file, options) => {
    writeFileSync(
      join(project, file),
      `import { createClient, isCode, type Lead } from "@leadledger/client";
       import { watchQueue } from "@leadledger/client/live";
       import { LeadDocument } from "@leadledger/client/documents";
       const desk = createClient({ url: "/graphql" });
       export async function read(): Promise<Lead[]> {
         const moved = await desk.moveLead.try({ leadId: "1", toStage: "won" });
         if (!moved.ok && moved.errors[0].code === "TRANSITION_NOT_ALLOWED") moved.errors[0].allowed.map((key) => key.trim());
         const { data } = await desk.request(LeadDocument, { id: "1" });
         for await (const change of watchQueue(desk, "UNASSIGNED")) if (change.__typename === "QueueSnapshot") change.count.toFixed();
         // @ts-expect-error an unknown stage is no number
         await desk.moveLead({ leadId: "1", toStage: 1 });
         // @ts-expect-error there is no such queue
         desk.watchQueue("NOBODYS");
         return data.lead && !isCode(data, "NOT_FOUND") ? [data.lead] : [];
       }`,
    );
    expect(typeErrorsIn(file, options)).toBe("");
  });

  it("has a README whose examples have the right types", () => {
    const readme = readFileSync(join(repository, "client-sdk/README.md"), "utf8");
    const examples = [...readme.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code = ""]) => code);
    const [first = "", ...others] = examples;
    writeFileSync(
      join(project, "readme.mts"),
      `import { applyQueueChange, emptyQueueList, isCode } from "@leadledger/client";
       import { LeadsDocument } from "@leadledger/client/documents";
       declare const session: { token(need: { renew: boolean }): Promise<string> };
       declare const email: string, message: string, leadId: string, signal: AbortSignal;
       declare function askForReason(): void;
       declare function show(...what: unknown[]): void;
       declare function showState(state: string): void;
       ${first}
       ${others.map((code) => `{\n${code}\n}`).join("\n")}
       export {};`,
    );

    expect(examples).toHaveLength(8);
    expect(typeErrorsIn("readme.mts", { module: "Node16", moduleResolution: "node16" })).toBe("");
  });
});

function typeErrorsIn(file: string, options: Record<string, unknown>): string {
  const compilerOptions = {
    ...options,
    target: "ES2022",
    // Fetch, timers and AbortSignal are Node's own.
    lib: ["ES2022"],
    types: ["node"],
    typeRoots: [join(repository, "node_modules/@types")],
    strict: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: false,
    noEmit: true,
  };
  writeFileSync(join(project, "tsconfig.json"), JSON.stringify({ compilerOptions, files: [file] }));
  return run([compiler, "-p", "."]);
}
