import { writeFileSync } from "node:fs";
import { drawPermissions } from "../api/src/platform/permissions-document.js";
import { buildLeadLedgerSchema } from "../api/src/schema.js";

const { policy } = await buildLeadLedgerSchema();

writeFileSync("docs/permissions.md", drawPermissions(policy));
