import { domainToASCII } from "node:url";
import {
  type CountryCode,
  findPhoneNumbersInText,
  isSupportedCountry,
  type PhoneNumber,
  parsePhoneNumberFromString,
} from "libphonenumber-js/max";
import { cleanText } from "../platform/clean-text.js";
import { isPlaceholderEmail, isPlaceholderNumber } from "./placeholders.js";

export interface PhonePoint {
  /** E.164, without the extension. */
  value: string;
  raw: string;
  /** Every spelling under which the same line may be known, `value` first. Look up all of them, store the first. */
  candidates: string[];
  extension: string | null;
  /** Further numbers in the same text. They are told to people and never used to recognise anybody. */
  others: string[];
}

export interface EmailPoint {
  value: string;
  raw: string;
}

/** Null means that the text cannot recognise anybody: it is kept as sent and never matched. */
export function readPhone(raw: unknown, defaultCountry: string | null): PhonePoint | null {
  if (typeof raw !== "string" && typeof raw !== "number") return null;
  const text = plainLine(String(raw).slice(0, 250)).replace(
    /^(?:(?:https?:\/\/)?wa\.me\/|\p{L}[\p{L}. -]{0,15}:)\s*/iu,
    "",
  );
  const country = countryOf(defaultCountry);
  const [first, ...rest] = [
    readNumber(text, country),
    ...text.split(/[,;|]/).flatMap((part) => numbersIn(part, country)),
  ]
    .filter((number) => number !== null)
    .filter((number) => !isPlaceholderNumber(number.nationalNumber));
  if (first === undefined) return null;
  const others = new Set<string>(rest.map(({ number }) => number));
  others.delete(first.number);
  return {
    value: first.number,
    raw: cleanText(String(raw)),
    candidates: [first.number, ...variantsOf(first.number)],
    extension: first.ext !== undefined && first.ext.length < 8 ? first.ext : null,
    others: [...others],
  };
}

/**
 * A number that WhatsApp names: always international, mostly without a plus. There, and only there, a Brazilian
 * line of eight digits may be a mobile whose ninth digit WhatsApp leaves out, even where a land line has the same.
 */
export function readWhatsAppNumber(waId: unknown): PhonePoint | null {
  const digits = /^(?:whatsapp:)?\+?(\d{6,15})$/.exec(String(waId))?.[1];
  const point = digits === undefined ? null : readPhone(`+${digits}`, null);
  if (point === null) return null;
  const [, area, nine, line] = /^\+55(\d\d)(9?)(\d{8})$/.exec(point.value) ?? [];
  const twin = line === undefined ? [] : [`+55${area}${nine === "" ? "9" : ""}${line}`];
  return { ...point, raw: String(waId), candidates: [...new Set([...point.candidates, ...twin])] };
}

/** Null means that nobody can be recognised or answered by it; it is kept as sent. */
export function readEmail(raw: unknown): EmailPoint | null {
  if (typeof raw !== "string") return null;
  const text = plainLine(raw.slice(0, 1000)).replace(/\s*@\s*/g, "@");
  const inBrackets = /<([^<>]+)>/.exec(text)?.[1] ?? text;
  const [value] = inBrackets
    .split(/[,;|/]/)
    .map(addressOf)
    .filter((address) => address !== null)
    .filter((address) => !isPlaceholderEmail(address));
  return value === undefined ? null : { value, raw: cleanText(raw) };
}

/** The name as people are to see it; null when nothing visible is left. */
export function readName(raw: unknown): string | null {
  if (typeof raw !== "string" && typeof raw !== "number") return null;
  const name = cleanText(String(raw))
    .normalize("NFC")
    .replace(/\s+/g, " ")
    // Marks that join or accent letters stay; those that turn the direction of what follows the name do not.
    .replace(/[\p{Cc}\u200b\u2060\ufeff\u202a-\u202e\u2066-\u2069]/gu, "")
    .trim();
  return /[^\s\p{Cf}\p{M}]/u.test(name) ? wholeLetters(name, 200) : null;
}

// Never half an emoji, and no letter without its accent.
function wholeLetters(text: string, maxLength: number): string {
  let kept = "";
  for (const { segment } of new Intl.Segmenter().segment(text.slice(0, 2 * maxLength))) {
    if (kept.length + segment.length > maxLength) break;
    kept += segment;
  }
  return kept.trim();
}

// Copied numbers and addresses bring full-width signs, direction marks and blanks of every kind along.
function plainLine(text: string): string {
  return text
    .normalize("NFKC")
    .replace(/[\p{Cf}\p{Cs}]|(?!\s)\p{Cc}/gu, "")
    .replace(/\p{Pd}/gu, "-")
    .replace(/\s+/g, " ")
    .trim();
}

function countryOf(code: string | null): CountryCode | undefined {
  const upper = code?.trim().toUpperCase() ?? "";
  return isSupportedCountry(upper) ? upper : undefined;
}

function readNumber(text: string, country: CountryCode | undefined): PhoneNumber | null {
  if (text.startsWith("+")) return stated(text);
  const national = valid(parsePhoneNumberFromString(text, country));
  return national ?? (text.startsWith("00") ? stated(text.replace(/^00/, "+")) : guessed(text, country));
}

// Numbering plans change faster than any list of them: a number with its country code needs the right length only.
function stated(text: string): PhoneNumber | null {
  const number = current(parsePhoneNumberFromString(text));
  return number?.isPossible() && number.number.length > 8 ? number : null;
}

// Digits without a plus are the country code and the number to some senders. Where a country is assumed, ten
// digits or fewer are rather a slip in a number of that country than one of another.
function guessed(text: string, country: CountryCode | undefined): PhoneNumber | null {
  if (!/^[\d\s()./-]+$/.test(text)) return null;
  if (country !== undefined && text.replace(/\D/g, "").length < 11) return null;
  return valid(parsePhoneNumberFromString(`+${text}`));
}

function numbersIn(text: string, country: CountryCode | undefined): PhoneNumber[] {
  return findPhoneNumbersInText(text, country)
    .map(({ number }) => valid(number))
    .filter((number) => number !== null);
}

function valid(number: PhoneNumber | undefined): PhoneNumber | null {
  const today = current(number);
  return today?.isValid() ? today : null;
}

// Spellings that their countries have given up, yet that people and providers still write.
function current(number: PhoneNumber | undefined): PhoneNumber | undefined {
  const today = number?.number
    .replace(/^\+52(?:1|01|044|045)(\d{10})$/, "+52$1")
    .replace(/^\+55(\d\d)([6-9]\d{7})$/, "+55$19$2");
  if (number === undefined || today === undefined || today === number.number) return number;
  const renewed = parsePhoneNumberFromString(today);
  if (renewed && number.ext) renewed.setExt(number.ext);
  return renewed;
}

// A Brazilian land line (2 to 5) never had a ninth digit: it has no variant. In Argentina nobody else can have the
// number without the 9, so both are the same line.
function variantsOf(value: string): string[] {
  const mexico = /^\+52(\d{10})$/.exec(value);
  if (mexico) return [`+521${mexico[1]}`];
  const brazil = /^\+55(\d\d)9([6-9]\d{7})$/.exec(value);
  if (brazil) return [`+55${brazil[1]}${brazil[2]}`];
  const argentina = /^\+54(9?)(\d{10})$/.exec(value);
  if (argentina) return [`+54${argentina[1] === "" ? "9" : ""}${argentina[2]}`];
  return [];
}

function addressOf(part: string): string | null {
  // Only the first word: in "dana example@example.com" the visitor's address is another than the one that ends there.
  const [word = ""] = part.replace(/^\s*(?:[\p{L} -]{1,20}:)?\s*/u, "").split(/[\s?()]/);
  const [, local = "", domain = ""] =
    /^([^@"\\]{1,64})@([^@]{3,253})$/.exec(word.replace(/^[.'"`*]+|[.'"`*!]+$/g, "")) ?? [];
  // Two spellings of one domain, with its own letters or in ASCII, are one mailbox.
  const host = domainToASCII(domain.toLowerCase());
  return hostName.test(host) ? `${local.toLowerCase()}@${host}` : null;
}

const hostName = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{2,59})$/;
