import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { openTestDesk, type TestDesk } from "./support/test-desk.js";
import { aLead } from "./support/verbs.js";

const project = resolve(__dirname, "..", "..");
const run = promisify(execFile);

let desk: TestDesk;
let folder: string;

beforeAll(async () => {
  desk = await openTestDesk();
  await aLead(desk.studio.admin);
  await mkdir(join(project, ".leadledger"), { recursive: true });
  folder = await mkdtemp(join(project, ".leadledger", "readme-"));
});

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await desk.close();
});

/** The examples of one language, as they stand in the README, spoken to this desk. */
async function examples(language: string): Promise<string[]> {
  const readme = await readFile(join(project, "README.md"), "utf8");
  return [...readme.matchAll(new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, "gs"))].map(([, code = ""]) =>
    code.replaceAll("http://127.0.0.1:4000", desk.url),
  );
}

describe("the README", () => {
  it("has a first request that works when it is pasted", async () => {
    const request = (await examples("sh")).find((code) => code.includes("curl"));

    const { stdout } = await run("bash", ["-c", request ?? "exit 1"]);

    const { data, errors } = JSON.parse(stdout);
    expect(errors).toBeUndefined();
    expect(data.queues.map((queue: { name: string }) => queue.name)).toContain("UNASSIGNED");
    expect(data.leads.nodes).toHaveLength(1);
  });

  it("has a first program that works when it is pasted", async () => {
    const [program = ""] = await examples("ts");
    await writeFile(join(folder, "first.ts"), program);

    const { stdout } = await run("node", ["--import", "tsx", join(folder, "first.ts")], { cwd: project });

    expect(stdout).toMatch(/^receipt E-[0-9A-Z]{5}-[0-9A-Z]{5}\nwaiting: 2\n$/);
  });

  it("has a form that a website can post as it stands", async () => {
    const [form = ""] = await examples("html");
    const names = [...form.matchAll(/name="(\w+)"/g)].map(([, name = ""]) => name);
    const sent = Object.fromEntries(names.map((name) => [name, name === "email" ? "form@example.com" : ""]));

    const response = await fetch(`${desk.url}/intake/${desk.studio.sourceKey}`, {
      method: "POST",
      body: new URLSearchParams(sent),
    });

    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ receiptNumber: expect.stringMatching(/^E-/), replayed: false });
  });
});
