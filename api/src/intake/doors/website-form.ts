import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { lockActor } from "../../people/lock-actor.js";
import { cleanJson } from "../../platform/clean-text.js";
import type { Database } from "../../platform/database.js";
import { ApiError, type Log, retryable, toGraphQLError } from "../../platform/errors.js";
import type { JsonObject } from "../../platform/json.js";
import { firstRow, sql } from "../../platform/sql.js";
import type { IntakeSource } from "../intake-source.js";
import { findSource, type Received, receiveEnquiry, type Submission } from "../receive-enquiry.js";
import { type FormBodyProblem, readFormBody } from "./form-body.js";
import { type FormSubmission, readFormFields } from "./form-fields.js";
import { thankYouPage } from "./thank-you-page.js";

// What a form cannot send in this it sends as a file, which comes through another door.
const bodyLimit = 2 * 1024 * 1024;

interface Address {
  Params: { sourceKey: string };
}

/** `POST /intake/:sourceKey`: any website form, without a program on the website's side. */
export function websiteForm(db: Database, log: Log): (app: FastifyInstance) => Promise<void> {
  return async (app) => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser("*", { parseAs: "buffer", bodyLimit }, (_request, body, done) => done(null, body));
    app.options<Address>("/intake/:sourceKey", async (request, reply) => {
      const source = await findDoor(db, request.params.sourceKey);
      return allowOrigin(request, reply, source)
        .header("access-control-allow-headers", "content-type, idempotency-key")
        .header("access-control-max-age", "600")
        .code(204)
        .send();
    });
    app.post<Address>("/intake/:sourceKey", async (request, reply) => {
      try {
        const door = await findDoor(db, request.params.sourceKey);
        allowOrigin(request, reply, door);
        const received = await receiveForm(db, door, request);
        return answer(request, reply, received);
      } catch (error) {
        return answerError(error, request, reply, log);
      }
    });
  };
}

interface Door {
  id: string;
  merchantId: string;
  allowedOrigins: string[];
}

async function findDoor(db: Database, key: string): Promise<Door> {
  const door = await db.beforeMerchant((em) =>
    firstRow<Door>(
      em,
      sql`SELECT s.id, s.merchant_id AS "merchantId", s.allowed_origins AS "allowedOrigins" FROM find_intake_source(${key}) s`,
    ),
  );
  if (!door) throw new ApiError("NOT_FOUND", "There is no intake source with this key.");
  return door;
}

/** Browsers let a page read the answer only if its origin is named; a source that names none is open to all. */
function allowOrigin({ headers }: FastifyRequest, reply: FastifyReply, { allowedOrigins }: Door): FastifyReply {
  const { origin } = headers;
  const isAllowed = origin !== undefined && (allowedOrigins.length === 0 || allowedOrigins.includes(origin));
  return isAllowed ? reply.header("access-control-allow-origin", origin).header("vary", "origin") : reply;
}

interface FormReceipt extends Received {
  redirectUrl: string | null;
}

/** Each lead of a body in a transaction of its own: a bad one does not take its neighbours with it. */
async function receiveForm(db: Database, { id, merchantId }: Door, request: FastifyRequest): Promise<FormReceipt[]> {
  const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  const source = await db.read(merchantId, (em) => findSource(em, { merchantId }, id));
  if (!source) throw new ApiError("NOT_FOUND", "There is no intake source with this key.");
  const receipts: FormReceipt[] = [];
  for (const submission of submissionsOf(source, raw, request)) {
    const received = await db.inTransaction(merchantId, async (em) =>
      receiveEnquiry(em, await lockActor(em, { merchantId }), submission),
    );
    receipts.push({ ...received, redirectUrl: source.redirectUrl });
  }
  return receipts;
}

function submissionsOf(source: IntakeSource, raw: Buffer, { headers }: FastifyRequest): Submission[] {
  const body = readFormBody(raw, headers["content-type"]);
  if (!body.ok) return [{ ...nothingRead(source, raw), holdBecause: problems[body.problem] }];
  const forms = readFormFields(body.value, source);
  if (forms.length === 0)
    return [
      { ...nothingRead(source, raw), fields: cleanJson(body.value), holdBecause: "It holds no answers of a form." },
    ];
  const header = headers["idempotency-key"];
  return forms.map((form, i) =>
    submissionOf(source, raw, form, keyOf(form, typeof header === "string" ? header : null, i)),
  );
}

/** Several leads in one body need a key each. */
function keyOf(form: FormSubmission, header: string | null, index: number): string | null {
  const key = (form.idempotencyKey ?? header ?? "").slice(0, 240);
  return key === "" ? null : index > 0 && !form.idempotencyKey ? `${key}:${index}` : key;
}

function submissionOf(
  source: IntakeSource,
  raw: Buffer,
  form: FormSubmission,
  idempotencyKey: string | null,
): Submission {
  const { contact, message, serviceInterest, sourcePage, submittedAt, tracking } = form;
  const fields: JsonObject = { ...form.fields, ...(Object.keys(tracking).length > 0 ? { tracking } : {}) };
  const holdBecause = form.isHoneypotFilled ? "A field was filled in that people do not see." : null;
  return {
    ...nothingRead(source, raw),
    idempotencyKey,
    contact,
    message,
    serviceInterest,
    sourcePage,
    submittedAt,
    fields: cleanJson(fields),
    holdBecause,
  };
}

const nothingRead = (source: IntakeSource, raw: Buffer): Submission => ({
  source,
  isTest: source.isTest,
  idempotencyKey: null,
  channel: source.channel,
  contact: { name: null, email: null, phone: null },
  message: null,
  serviceInterest: null,
  sourcePage: null,
  submittedAt: null,
  fields: {},
  campaignId: null,
  raw,
  holdBecause: null,
});

const problems = {
  EMPTY: "Nothing was sent.",
  UNREADABLE: "It cannot be read as a form; the bytes are kept.",
  TOO_DEEP: "It is nested too deeply to be a form; the bytes are kept.",
  TOO_MANY_FIELDS: "It has too many fields to be a form; the bytes are kept.",
  MULTIPART: "It was sent in parts, which cannot be read yet; the bytes are kept.",
} satisfies Record<FormBodyProblem, string>;

/** The same for a person who is known and one who is not. */
function answer({ headers }: FastifyRequest, reply: FastifyReply, receipts: FormReceipt[]): FastifyReply {
  const [first] = receipts;
  if (!first) throw new Error("A form gives at least one receipt");
  const wantsPage = (headers.accept ?? "").includes("text/html");
  if (wantsPage && first.redirectUrl) return reply.redirect(first.redirectUrl, 303);
  if (wantsPage) return reply.type("text/html; charset=utf-8").send(thankYouPage(first.receiptNumber));
  return reply.send({
    receiptNumber: first.receiptNumber,
    replayed: first.replayed,
    ...(receipts.length > 1 ? { receiptNumbers: receipts.map((receipt) => receipt.receiptNumber) } : {}),
  });
}

const statuses: Partial<Record<string, number>> = {
  NOT_FOUND: 404,
  IDEMPOTENCY_KEY_REUSED: 409,
  BAD_USER_INPUT: 400,
  SERVICE_UNAVAILABLE: 503,
  TIMEOUT: 503,
};

function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply, log: Log): FastifyReply {
  const told = toGraphQLError(error, request.id, log);
  const code = String(told.extensions.code);
  if (code in retryable && retryable[code as keyof typeof retryable]) reply.header("retry-after", "2");
  return reply.code(statuses[code] ?? 500).send({ errors: [{ message: told.message, code, requestId: request.id }] });
}
