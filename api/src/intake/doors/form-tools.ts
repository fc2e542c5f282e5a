import { isJsonObject, type JsonObject, type JsonValue, readJson } from "../../platform/json.js";
import { type Answer, answersOf, kindOfInput, questionsIn } from "./form-answers.js";
import type { Meaning } from "./form-words.js";

/** The answers in what a form, or a form tool's webhook, has sent: one list for each lead in it. */
export function submissionsIn(body: JsonValue): Answer[][] {
  const questions = questionsIn(body);
  if (questions !== null) return [questions];
  if (Array.isArray(body)) return body.flatMap(submissionsIn);
  if (!isJsonObject(body) || isNotice(body)) return [];
  const [only, ...others] = Object.values(body);
  if (Array.isArray(only) && others.length === 0 && only.every(isJsonObject) && questionsIn(only) === null) {
    return only.flatMap(submissionsIn);
  }
  const answers = tools.reduce<Answer[] | null>((found, tool) => found ?? tool(body), null) ?? answersOf(body);
  return answers.length > 0 ? [answers] : [];
}

// HubSpot tells that something happened to a contact; the answers have to be fetched.
const isNotice = (body: JsonObject): boolean =>
  typeof body.subscriptionType === "string" && body.objectId !== undefined;

const tools: ((body: JsonObject) => Answer[] | null)[] = [
  tally,
  typeform,
  webflow,
  netlify,
  jotform,
  wufoo,
  gravity,
  elementor,
];

function tally(body: JsonObject): Answer[] | null {
  if (!isJsonObject(body.data) || !Array.isArray(body.data.fields) || body.data.responseId === undefined) return null;
  const fields = body.data.fields.filter(isJsonObject);
  const keys = fields.map(({ key }) => String(key));
  // A checkbox comes twice: as the list of what was ticked, and once more for each box as true or false.
  const isRepeated = (key: string): boolean => keys.some((other) => other !== key && key.startsWith(`${other}_`));
  return [
    ...fields
      .filter(({ key, label, value }) => !isRepeated(String(key)) && !(label === null && value === null))
      .map((field): Answer => {
        const path = [typeof field.label === "string" && field.label !== "" ? field.label : String(field.key)];
        return { path, value: tallyValue(field), ...kindOfInput(field.type) };
      }),
    ...stated("idempotencyKey", body.data.submissionId ?? body.data.responseId),
    ...stated("submittedAt", body.data.createdAt ?? body.createdAt),
    ...metadata(body.data, ["formId", "formName", "respondentId"]),
  ];
}

function tallyValue({ value = null, options, type }: JsonObject): JsonValue {
  if (!Array.isArray(value) || !Array.isArray(options)) return value;
  const textOfId = new Map(options.filter(isJsonObject).map(({ id, text }) => [id, text]));
  const chosen = value.map((id) => textOfId.get(id) ?? id);
  return chosen.length === 1 && (type === "DROPDOWN" || type === "MULTIPLE_CHOICE") ? (chosen[0] ?? null) : chosen;
}

function typeform(body: JsonObject): Answer[] | null {
  const response = body.form_response;
  if (!isJsonObject(response) || !Array.isArray(response.answers)) return null;
  const definition = isJsonObject(response.definition) ? response.definition : {};
  const fields = Array.isArray(definition.fields) ? definition.fields.filter(isJsonObject) : [];
  return [
    ...response.answers.filter(isJsonObject).map((answer): Answer => {
      const field = isJsonObject(answer.field) ? answer.field : {};
      const asked = fields.find(({ id }) => id === field.id) ?? field;
      const label = [asked.title, asked.ref, asked.id].find((text) => typeof text === "string");
      return { path: [String(label ?? "")], value: typeformValue(answer), ...kindOfInput(asked.type ?? answer.type) };
    }),
    ...(isJsonObject(response.hidden) ? answersOf(response.hidden) : []),
    ...stated("idempotencyKey", response.token),
    ...stated("submittedAt", response.submitted_at),
    ...metadata(response, ["form_id", "landed_at"]),
  ];
}

function typeformValue(answer: JsonObject): JsonValue {
  const value = typeof answer.type === "string" ? answer[answer.type] : undefined;
  if (!isJsonObject(value)) return value ?? null;
  if (Array.isArray(value.labels))
    return typeof value.other === "string" ? [...value.labels, value.other] : value.labels;
  return value.label ?? value.other ?? value;
}

function webflow(body: JsonObject): Answer[] | null {
  const sent = isJsonObject(body.payload) ? body.payload : body;
  const isForm = sent.formId !== undefined || body.triggerType === "form_submission" || sent._id !== undefined;
  if (!isJsonObject(sent.data) || !isForm) return null;
  return [
    ...answersOf(sent.data),
    ...stated("idempotencyKey", sent.id ?? sent._id),
    ...stated("submittedAt", sent.submittedAt ?? sent.d),
    ...metadata({ formName: sent.name ?? null, ...sent }, ["formName", "formId", "siteId", "site"]),
  ];
}

function netlify(body: JsonObject): Answer[] | null {
  const sent = isJsonObject(body.payload) ? body.payload : body;
  const answers = questionsIn(sent.ordered_human_fields);
  if (answers === null) return null;
  const { ip = null, user_agent = null, referrer = null } = isJsonObject(sent.data) ? sent.data : {};
  return [
    ...answers,
    ...stated("idempotencyKey", sent.id),
    ...stated("submittedAt", sent.created_at),
    ...stated("sourcePage", referrer),
    ...metadata({ ...sent, ip, user_agent }, ["ip", "user_agent", "form_id", "form_name", "site_url", "number"]),
  ];
}

function jotform(body: JsonObject): Answer[] | null {
  if (typeof body.rawRequest !== "string") return null;
  const raw = readJson(body.rawRequest);
  const asked =
    raw.ok && isJsonObject(raw.value) ? Object.entries(raw.value).filter(([name]) => /^q\d+_/.test(name)) : [];
  const answers = asked.length > 0 ? answersOf(Object.fromEntries(asked)) : readPretty(body.pretty);
  return [
    ...answers.map((answer) => ({ ...answer, path: answer.path.map((name) => name.replace(/^q\d+_/, "")) })),
    ...stated("idempotencyKey", body.submissionID),
    ...metadata(body, ["formID", "formTitle", "ip"]),
  ];
}

// As in "Name:Dana Example, Email:dana@example.com".
const readPretty = (pretty: JsonValue | undefined): Answer[] =>
  String(pretty ?? "")
    .split(/, (?=[^,:]{1,80}:)/)
    .map((line) => line.split(/:(.*)/s))
    .map(([label = "", value = ""]) => ({ path: [label], value }));

function wufoo(body: JsonObject): Answer[] | null {
  if (typeof body.FieldStructure !== "string") return null;
  const { FieldStructure, FormStructure, HandshakeKey: _secret, EntryId, DateCreated, IP, CreatedBy, ...fields } = body;
  const titles = new Map<string, Pick<Answer, "path" | "meaning">>();
  for (const { ID, Title, Type, SubFields } of listIn(FieldStructure, "Fields")) {
    const id = String(ID);
    titles.set(id, { path: [String(Title)] });
    if (Array.isArray(SubFields)) {
      for (const sub of SubFields.filter(isJsonObject))
        titles.set(String(sub.ID), { path: [String(Title), String(sub.Label)] });
    }
    if (Type !== "shortname") continue;
    // A short name is two fields in a row, of which only the first is described.
    titles.set(id, { path: [String(Title), "First"], meaning: "firstName" });
    titles.set(
      id.replace(/\d+$/, (number) => String(Number(number) + 1)),
      { path: [String(Title), "Last"], meaning: "lastName" },
    );
  }
  const form = readJson(String(FormStructure ?? ""));
  const hash = form.ok && isJsonObject(form.value) ? form.value.Hash : undefined;
  return [
    ...Object.entries(fields).map(([id, value]) => ({ path: [id], ...titles.get(id), value })),
    ...stated("idempotencyKey", withForm(hash, EntryId)),
    ...stated("submittedAt", DateCreated),
    ...metadata({ IP: IP ?? null, CreatedBy: CreatedBy ?? null }, ["IP", "CreatedBy"]),
  ];
}

function listIn(json: string, name: string): JsonObject[] {
  const read = readJson(json);
  const list = read.ok && isJsonObject(read.value) ? read.value[name] : [];
  return Array.isArray(list) ? list.filter(isJsonObject) : [];
}

function gravity(body: JsonObject): Answer[] | null {
  if (body.form_id === undefined || body.date_created === undefined || body.id === undefined) return null;
  const entries = Object.entries(body);
  const isInput = (name: string): boolean => /^\d+(?:\.\d+)?$/.test(name);
  return [
    ...entries
      .filter(([name]) => isInput(name))
      .map(([name, value]) => ({ path: [name], value, ...gravityName(name, body) })),
    ...stated("idempotencyKey", withForm(body.form_id, body.id)),
    ...stated("submittedAt", body.date_created),
    ...stated("sourcePage", body.source_url),
    ...metadata(
      body,
      entries.map(([name]) => name).filter((name) => !isInput(name) && name !== "source_url"),
    ),
  ];
}

// Of a name Gravity sends prefix .2, first .3, middle .4, last .6 and suffix .8; an address has a .1 and a .5 as well.
function gravityName(name: string, body: JsonObject): Pick<Answer, "meaning"> {
  const [field, part] = name.split(".");
  const isName =
    [".3", ".6"].every((sub) => field + sub in body) && [".1", ".5"].every((sub) => !(field + sub in body));
  if (!isName || (part !== "3" && part !== "6")) return {};
  return { meaning: part === "3" ? "firstName" : "lastName" };
}

function elementor(body: JsonObject): Answer[] | null {
  if (isJsonObject(body.form) && isJsonObject(body.fields) && questionsIn(body.fields) !== null) {
    const about = isJsonObject(body.meta) ? (questionsIn(body.meta) ?? []) : [];
    return [...(questionsIn(body.fields) ?? []), ...about.map(aboutElementor), ...metadata(body.form, ["id", "name"])];
  }
  const isSigned = Object.values(body).some((value) => value === "Elementor");
  return isSigned ? answersOf(body).map(aboutElementor) : null;
}

// The day and the time of sending, in the site's language and without a zone.
const aboutElementor = (answer: Answer): Answer =>
  /^(?:date|time|fecha|hora|data|heure|datum|uhrzeit|zeit|ora|tijd|credit)$/i.test(answer.path[0] ?? "") ||
  answer.value === "Elementor"
    ? { ...answer, meaning: "metadata" }
    : answer;

const withForm = (form: JsonValue | undefined, entry: JsonValue | undefined): string | undefined =>
  entry === undefined || entry === null
    ? undefined
    : [form, entry].filter((part) => part !== undefined && part !== null).join(":");

const stated = (meaning: Meaning, value: JsonValue | undefined): Answer[] =>
  value === undefined || value === null ? [] : [{ path: [meaning], value, meaning }];

const metadata = (body: JsonObject, names: string[]): Answer[] =>
  names.flatMap((name) =>
    body[name] === undefined ? [] : [{ path: [name], value: body[name], meaning: "metadata" as const }],
  );
