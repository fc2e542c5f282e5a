import type { TestDesk, Wire } from "./test-desk.js";

export interface FormPost {
  readonly body: string | Buffer;
  readonly type?: string;
  readonly headers?: Record<string, string>;
}

export interface FormAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Null for a page and for nothing. */
  readonly json: Wire;
}

/** As a website posts it: nobody signed in, and the bytes as they are. */
export async function postForm(url: string, sourceKey: string, { body, type, headers }: FormPost): Promise<FormAnswer> {
  const response = await fetch(`${url}/intake/${sourceKey}`, {
    method: "POST",
    redirect: "manual",
    headers: { ...(type === undefined ? {} : { "content-type": type }), ...headers },
    body,
  });
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.startsWith("application/json");
  return { status: response.status, headers: response.headers, text, json: isJson ? JSON.parse(text) : null };
}

export const postJson = (url: string, sourceKey: string, body: object, headers: Record<string, string> = {}) =>
  postForm(url, sourceKey, { body: JSON.stringify(body), type: "application/json", headers });

/** An enquiry as it was stored, with what became of it. */
export async function storedEnquiry(desk: TestDesk, receiptNumber: string): Promise<Wire> {
  const [row] = await desk.rows(
    `SELECT e.name, e.email, e.phone, e.message, e.service_interest, e.source_page, e.submitted_at, e.submitted_at_as_sent, e.is_test,
       e.fields, e.raw, e.idempotency_key, e.merchant_id, o.outcome, o.problem, o.is_contactable, o.lead_id, o.duplicate_of_id
     FROM enquiries e JOIN enquiry_outcomes o ON o.enquiry_id = e.id WHERE e.receipt_number = $1`,
    [receiptNumber],
  );
  return row;
}
