import { writeFileSync } from "node:fs";
import { drawLifecycle } from "../api/src/leads/lifecycle-document.js";

writeFileSync("docs/lifecycle.md", drawLifecycle());
