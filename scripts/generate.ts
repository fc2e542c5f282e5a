import { rmSync } from "node:fs";
import { generate } from "@graphql-codegen/cli";
import codegen from "../codegen.js";
// Each writes its file when it is imported; here together, so that the API is loaded once.
import "./emit-schema.js";
import "./draw-lifecycle.js";
import "./draw-permissions.js";
import "./draw-settings.js";

// From nothing: what no operation asks for any more must not stay behind.
rmSync("client-sdk/src/generated", { recursive: true, force: true });
await generate({ ...codegen, silent: true }).catch(complainOnce);

// A mistake in one operation comes back once for each generated file.
function complainOnce(error: unknown): never {
  if (!(error instanceof AggregateError)) throw error;
  for (const complaint of new Set(error.errors.map(String))) console.error(complaint);
  process.exit(1);
}
