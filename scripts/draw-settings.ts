import { readFileSync, writeFileSync } from "node:fs";
import { settings } from "../api/src/config.js";

const rows = Object.entries(settings).map(
  ([name, setting]) => `| \`${name}\` | ${setting.description} | ${setting.default} |`,
);
const table = ["| Variable | What it sets | When it is not set |", "|---|---|---|", ...rows].join("\n");

const begin = "<!-- settings: drawn from api/src/config.ts -->";
const end = "<!-- /settings -->";
const readme = readFileSync("README.md", "utf8");
const [before, after] = [readme.split(begin)[0], readme.split(end)[1]];
if (before === undefined || after === undefined) throw new Error("README.md has lost the marks around its settings");
writeFileSync("README.md", `${before}${begin}\n\n${table}\n\n${end}${after}`);
