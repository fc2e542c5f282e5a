import { courtesies, fieldWords, type Meaning, meanings } from "./form-words.js";

/** Exact: the label says just this. Otherwise its words occur in the label, and the value has to agree. */
export interface LabelReading {
  meaning: Meaning;
  isExact: boolean;
}

export function readLabel(label: string): LabelReading | null {
  const tag = mailTags.get(label);
  if (tag !== undefined) return { meaning: tag, isExact: true };
  const plain = plainLabel(label);
  if (consent.test(plain)) return null;
  const exact = meaningOfWords.get(plain) ?? meaningOfWords.get(withoutCourtesies(plain));
  if (exact !== undefined) return { meaning: exact, isExact: true };
  const [meaning] = keywords.find(([, words]) => words.test(plain)) ?? [];
  return meaning === undefined ? null : { meaning, isExact: false };
}

/** `firstName`, `First name *`, `q3_first-name` and `FIRST_NAME_2` alike become `first name`. */
export function plainLabel(label: string): string {
  return label
    .slice(0, 200)
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, "$1 $2")
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll("ß", "ss")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .replace(/(\p{L})(\d)/gu, "$1 $2")
    .trim()
    .replace(/^(?:q \d+ |(?:form )?fields? |input |no label )+/, "")
    .replace(/ \d+$/, "");
}

/** Traps are known by their exact name: a field that shows the label "Website" to people is an honest question. */
export const isHoneypotName = (name: string): boolean => honeypots.has(name);

export const isTrackingName = (name: string): boolean =>
  /^(?:utm_\w{1,40}|gclid|gbraid|wbraid|dclid|fbclid|msclkid|ttclid|twclid|li_fat_id|ctwa_clid)$/i.test(name);

/** Whether it asks for some other number, so that digits under it are no telephone. */
export const asksForOtherNumber = (label: string): boolean => otherNumbers.test(plainLabel(label));

const meaningOfWords = new Map(
  meanings.flatMap((meaning) =>
    (fieldWords[meaning] ?? [])
      .flatMap((line) => line.split(", "))
      .filter((words) => words !== "")
      .map((words): [string, Meaning] => [words, meaning]),
  ),
);

const courtesyWords = new Set(courtesies.flatMap((line) => line.split(" ")));

function withoutCourtesies(plain: string): string {
  const words = plain.split(" ");
  return words.filter((word) => !courtesyWords.has(word)).join(" ");
}

// What Contact Form 7 and form mailers add on their own.
const mailTags = new Map<string, Meaning>([
  ["_url", "sourcePage"],
  ["_post_url", "sourcePage"],
  ...(
    "_date _time _remote_ip _user_agent _serial_number _post_id _post_name _post_title _post_author _site_title _next " +
    "_cc _format _template _captcha _language _charset_"
  )
    .split(" ")
    .map((tag): [string, Meaning] => [tag, "metadata"]),
]);

const keywords: [Meaning, RegExp][] = [
  ["email", /\be ?mail|\bmail\b|correo|courriel|mailadres/],
  [
    "phone",
    /phone|\btel\b|telef|\bmobile|\bmovil|celular|cellul|\bcell\b|handy|rufnummer|mobiel|portable|\bgsm\b|whats ?app/,
  ],
  [
    "message",
    /message|mensaje|mensagem|nachricht|messaggi|\bbericht|\bcomments|comentari|kommentar|opmerking|help you|enquiry|inquiry/,
  ],
];

const consent =
  /consent|gdpr|dsgvo|rgpd|lgpd|privac|datenschutz|confidentialit|newsletter|marketing|\bagree|\bterms\b|einwillig|akzept|acept|aceit|accept|accett|akkoord/;

const otherNumbers = new RegExp(
  `\\b(?:${
    "fax|zip|post ?code|postal|plz|cep|cap|id|ref|reference|order|invoice|vat|tax|iban|account|card|amount|budget|price|cost|salary|age|" +
    "year|date|time|birth|count|quantity|number of|size|score|fecha|datum|data|codigo|pedido|factura|rechnung|cpf|cnpj|nif|dni|siret"
  })\\b`,
);

const honeypots = new Set(
  (
    "website _gotcha bot-field honeypot _honeypot honey _honey hp_field ohnohoney contact_me_by_fax_only " +
    "leave_blank wpforms[hp] wpforms.hp gform_hp"
  ).split(" "),
);
