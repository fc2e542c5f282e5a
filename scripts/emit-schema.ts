import { writeFileSync } from "node:fs";
import { printSchemaWithDirectives } from "@graphql-tools/utils";
import { lexicographicSortSchema } from "graphql";
import { buildLeadLedgerSchema } from "../api/src/schema.js";

const { schema } = await buildLeadLedgerSchema();

// The plain printSchema drops directives, and with them who may see what.
writeFileSync("schema.graphql", `${printSchemaWithDirectives(lexicographicSortSchema(schema))}\n`);
