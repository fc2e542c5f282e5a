import { createHash } from "node:crypto";
import { type DocumentSource, standaloneDocuments } from "./codegen-string-documents.js";

/** The documents a server may be told to trust. The id is looked up, never computed again: it hashes the text as sent. */
export function plugin(_schema: unknown, sources: readonly DocumentSource[]): string {
  const manifest = standaloneDocuments(sources).map(({ text }) => [documentId(text), text]);
  return JSON.stringify(Object.fromEntries(manifest), null, 2);
}

function documentId(text: string): string {
  return `sha256:${createHash("sha256").update(text).digest("hex")}`;
}
