import { readFileSync } from "node:fs";
import { join } from "node:path";

export interface FormCase {
  id: string;
  file: string;
  kind: "webhook" | "table";
  ctype: string;
  headers: Record<string, string>;
  step: string | null;
  special: string;
  expect: string;
}

const folder = join(__dirname, "forms");

const formCases: FormCase[] = JSON.parse(readFileSync(join(folder, "index.json"), "utf8"));

/** What a real form has sent, byte for byte, with its content type. */
export function formCase(id: string): FormCase & { bytes: Buffer } {
  const found = formCases.find((each) => each.id === id);
  if (found === undefined) throw new Error(`There is no form case ${id}`);
  return { ...found, bytes: readFileSync(join(folder, found.file)) };
}
