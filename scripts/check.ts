import { spawnSync } from "node:child_process";

// The cheap ones first: what fails often should fail soon.
const remedies = {
  style: "Each line above names the place.",
  breaking: "Deprecate first, or explain the change in a decision page.",
  lint: "`npm run fix` mends what can be mended.",
  arrows: "The rooms and their order stand in .dependency-cruiser.cjs.",
  types: "Each line above names the place.",
  dead: "Remove what nobody uses, or name a new way in in knip.json.",
  generated: "They are up to date now: review them and `git add` them.",
  migrations: "Entities and migrations must agree, and every migration must go down as well as up.",
};

for (const [name, remedy] of Object.entries(remedies)) {
  const startedAt = performance.now();
  const { status, stdout, stderr } = spawnSync("npm", ["run", "--silent", `check:${name}`], { encoding: "utf8" });
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1).padStart(5);
  if (status !== 0) {
    console.error(`${stdout}${stderr}\n✗ ${seconds} s  check:${name} failed. ${remedy}`);
    process.exit(1);
  }
  console.log(`✓ ${seconds} s  ${name}`);
}
