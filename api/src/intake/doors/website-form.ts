import type { IncomingHttpHeaders } from "node:http";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { isOptOut } from "../../contacts/opt-out.js";
import { lockActor } from "../../people/lock-actor.js";
import { cleanJson, cleanText } from "../../platform/clean-text.js";
import type { Database } from "../../platform/database.js";
import { ApiError, httpStatusOf, type Log, toGraphQLError } from "../../platform/errors.js";
import type { JsonObject } from "../../platform/json.js";
import { shortKey } from "../../platform/short-key.js";
import type { IntakeSource } from "../intake-source.js";
import { findSource, type Received, receiveEnquiry, type Submission } from "../receive-enquiry.js";
import { type FormBody, type FormBodyProblem, readFormBody } from "./form-body.js";
import { type FormSubmission, readFormFields } from "./form-fields.js";
import { readFormParts } from "./form-parts.js";
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
    app.setErrorHandler((error: FastifyError, request, reply) => answerError(error, request, reply, log));
    // Before the body is read: nobody sends megabytes to an address that is none, and a page may read any refusal.
    const doors = new WeakMap<FastifyRequest, Door>();
    app.addHook<Address>("onRequest", async (request, reply) => {
      const door = await findDoor(db, request.params.sourceKey);
      allowOrigin(request, reply, door);
      doors.set(request, door);
    });
    app.options<Address>("/intake/:sourceKey", async (_request, reply) =>
      reply
        .header("access-control-allow-headers", "content-type, idempotency-key")
        .header("access-control-max-age", "600")
        .code(204)
        .send(),
    );
    app.post<Address>("/intake/:sourceKey", async (request, reply) => {
      const door = doors.get(request);
      if (!door) throw noSuchSource();
      return answer(request, reply, await receiveForm(db, door, request));
    });
  };
}

interface Door {
  id: string;
  merchantId: string;
  allowedOrigins: string[];
}

async function findDoor(db: Database, key: string): Promise<Door> {
  const [door] = await db.lookUp<Door>("find_intake_source", cleanText(key));
  if (!door) throw noSuchSource();
  return door;
}

const noSuchSource = (): ApiError => new ApiError("NOT_FOUND", "There is no intake source with this key.");

/** Browsers let a page read the answer only if its origin is named; a source that names none is open to all. */
function allowOrigin({ headers }: FastifyRequest, reply: FastifyReply, { allowedOrigins }: Door): FastifyReply {
  const { origin } = headers;
  const isAllowed = origin !== undefined && (allowedOrigins.length === 0 || allowedOrigins.includes(origin));
  return isAllowed ? reply.header("access-control-allow-origin", origin).header("vary", "origin") : reply;
}

interface FormReceipt extends Received {
  redirectUrl: string | null;
  /** What kept the body from being read; it is stored all the same. */
  problem: string | null;
}

/** Each lead of a body in a transaction of its own: a bad one does not take its neighbours with it. */
async function receiveForm(db: Database, { id, merchantId }: Door, request: FastifyRequest): Promise<FormReceipt[]> {
  const raw = Buffer.isBuffer(request.body) ? withoutHandshake(request.body) : Buffer.alloc(0);
  const source = await db.read(merchantId, (em) => findSource(em, { merchantId }, id));
  if (!source) throw noSuchSource();
  const receipts: FormReceipt[] = [];
  const body = await readBody(raw, request.headers["content-type"]);
  const problem = body.ok ? null : problems[body.problem];
  for (const submission of submissionsOf(source, raw, body, request.headers)) {
    const received = await db.inTransaction(merchantId, async (em) =>
      receiveEnquiry(em, await lockActor(em, { merchantId }), submission),
    );
    receipts.push({ ...received, redirectUrl: source.redirectUrl, problem });
  }
  return receipts;
}

// Wufoo sends the secret that it shares with the merchant in the body; a receipt, which is kept for ever, is no place for it.
function withoutHandshake(bytes: Buffer): Buffer {
  const text = bytes.toString("latin1");
  const handshake = /(^|&)HandshakeKey=[^&]+/;
  return handshake.test(text) ? Buffer.from(text.replace(handshake, "$1HandshakeKey="), "latin1") : bytes;
}

async function readBody(raw: Buffer, contentType: string | undefined): Promise<FormBody> {
  const body = readFormBody(raw, contentType);
  return !body.ok && body.problem === "MULTIPART" ? readFormParts(raw, contentType) : body;
}

function submissionsOf(source: IntakeSource, raw: Buffer, body: FormBody, headers: IncomingHttpHeaders): Submission[] {
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
  const key = shortKey(cleanText(form.idempotencyKey ?? header ?? ""));
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
    isOptOut: form.isOptOut || isOptOut(message),
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
  isOptOut: false,
  raw,
  holdBecause: null,
});

const problems = {
  EMPTY: "Nothing was sent.",
  UNREADABLE: "It cannot be read as a form; the bytes are kept.",
  TOO_DEEP: "It is nested too deeply to be a form; the bytes are kept.",
  TOO_MANY_FIELDS: "It has too many fields to be a form; the bytes are kept.",
  MULTIPART: "It was sent in parts that cannot be read; the bytes are kept.",
} satisfies Record<FormBodyProblem, string>;

/** The same for a person who is known and one who is not. */
function answer(
  { headers, id: requestId }: FastifyRequest,
  reply: FastifyReply,
  receipts: FormReceipt[],
): FastifyReply {
  const [first] = receipts;
  if (!first) throw new Error("A form gives at least one receipt");
  const wantsPage = (headers.accept ?? "").includes("text/html");
  if (wantsPage && first.redirectUrl) return reply.redirect(first.redirectUrl, 303);
  if (wantsPage) return reply.type("text/html; charset=utf-8").send(thankYouPage(first.receiptNumber));
  const { receiptNumber, replayed, problem } = first;
  // Form tools tell their owner of a broken form only when they are answered with an error.
  if (problem) {
    const errors = [{ message: problem, code: "BAD_USER_INPUT", requestId }];
    return reply.code(422).send({ receiptNumber, replayed, errors });
  }
  return reply.send({
    receiptNumber,
    replayed,
    ...(receipts.length > 1 ? { receiptNumbers: receipts.map((receipt) => receipt.receiptNumber) } : {}),
  });
}

function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply, log: Log): FastifyReply {
  // What the HTTP server itself refuses, such as a body that is too large.
  const refusedAt = error.statusCode !== undefined && error.statusCode < 500 ? error.statusCode : null;
  const told = toGraphQLError(refusedAt ? new ApiError("BAD_USER_INPUT", error.message) : error, request.id, log);
  const { code, retryable } = told.extensions;
  if (retryable) reply.header("retry-after", "2");
  return reply
    .code(refusedAt ?? httpStatusOf(told))
    .send({ errors: [{ message: told.message, code, requestId: request.id }] });
}
