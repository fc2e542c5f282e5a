import type { FormBody } from "./form-body.js";
import { valueOfPairs } from "./form-pairs.js";

// As many as in any other body.
const maxParts = 2000;

/**
 * A body in parts, as browsers send forms that have files. A file is told by its name and size: its bytes stay in the
 * receipt. Never throws, like `readFormBody`, which leaves these bodies to it.
 */
export async function readFormParts(bytes: Buffer, contentType: string | undefined): Promise<FormBody> {
  const type = /^multipart\/form-data\b.*boundary=/i.test(contentType ?? "") ? contentType : typeByItsFirstLine(bytes);
  if (!type) return { ok: false, problem: "MULTIPART" };
  const parsing = new Response(new Uint8Array(bytes), { headers: { "content-type": type } }).formData();
  // It throws for one reason alone: parts that are none.
  const form = await parsing.catch(() => null);
  if (form === null) return { ok: false, problem: "MULTIPART" };
  const pairs = Array.from(form, ([name, value]): [string, string] => [name, asText(value)]);
  if (pairs.length > maxParts) return { ok: false, problem: "TOO_MANY_FIELDS" };
  return pairs.length === 0 ? { ok: false, problem: "EMPTY" } : { ok: true, value: valueOfPairs(pairs) };
}

function typeByItsFirstLine(bytes: Buffer): string | null {
  const [, boundary] = /^\s*--([^\r\n]{1,70})\r?\n/.exec(bytes.subarray(0, 200).toString("latin1")) ?? [];
  return boundary ? `multipart/form-data; boundary="${boundary}"` : null;
}

function asText(value: string | File): string {
  if (typeof value === "string") return value;
  return value.name === "" && value.size === 0 ? "" : `${value.name} (${value.size} bytes)`;
}
