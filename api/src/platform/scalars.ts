import { GraphQLError, GraphQLScalarType, Kind } from "graphql";
import { GraphQLJSON } from "graphql-scalars";
import { badInput } from "./errors.js";
import { isLocalDate, isTimeZone } from "./local-date.js";

export const DateTime = new GraphQLScalarType<Date, string>({
  name: "DateTime",
  description:
    'An instant, ISO 8601 in UTC with milliseconds: "2026-03-01T09:30:00.000Z". Input may carry any offset, but must carry one.',
  specifiedByURL: "https://scalars.graphql.org/andimarek/date-time.html",
  serialize: (value) => instantOf(value).toISOString(),
  parseValue: instantOf,
  parseLiteral: (node) => instantOf(textOf(node)),
});

/** The text itself, `YYYY-MM-DD`: a day has no instant before it has a time zone. */
export const LocalDate = textScalar(
  "LocalDate",
  'A calendar day without a time zone: "2026-03-01".',
  "https://www.rfc-editor.org/rfc/rfc3339#section-5.6",
  isCalendarDay,
  'LocalDate needs an existing day such as "2026-03-01".',
);

/** The name as given. */
export const TimeZone = textScalar(
  "TimeZone",
  'A time zone by its IANA name: "Europe/Berlin".',
  "https://www.iana.org/time-zones",
  isTimeZone,
  'TimeZone needs an IANA name such as "Europe/Berlin".',
);

/** The text as given: Postgres intervals and luxon both read it, and a month stays a month. */
export const Duration = textScalar(
  "Duration",
  'A length of time, ISO 8601: "PT24H", "P30D".',
  "https://www.iso.org/iso-8601-date-and-time-format.html",
  (text) =>
    /^P(?=\d|T\d)(\d{1,6}Y)?(\d{1,6}M)?(\d{1,6}W)?(\d{1,6}D)?(T(?=\d)(\d{1,6}H)?(\d{1,6}M)?(\d{1,9}(\.\d{1,3})?S)?)?$/.test(
      text,
    ),
  'Duration needs an ISO 8601 length such as "PT24H" or "P30D".',
);

// A person is not refused for what a form nests: whoever shows it bounds it further, and a receipt is kept whole.
const maxSentDepth = 1000;

export const JSONValue = new GraphQLScalarType({
  ...GraphQLJSON.toConfig(),
  name: "JSON",
  description: "Any JSON value, kept as it was sent.",
  specifiedByURL: "https://www.rfc-editor.org/rfc/rfc8259",
  parseValue: (value) => {
    if (isDeeperThan(value, maxSentDepth)) throw new GraphQLError(`JSON is nested deeper than ${maxSentDepth} levels.`);
    return value;
  },
});

export const EmailAddress = outputScalar(
  "EmailAddress",
  "An email address as it is used to write to the person. Only ever sent by us: input takes what the visitor typed, as a String.",
  "https://html.spec.whatwg.org/multipage/input.html#valid-e-mail-address",
);

export const PhoneNumber = outputScalar(
  "PhoneNumber",
  'A phone number, E.164 where it could be understood: "+4930123456". Only ever sent by us: input takes what the visitor typed, as a String.',
  "https://www.itu.int/rec/T-REC-E.164",
);

/** A malformed id is the caller's mistake, and must not reach Postgres, which would call it ours. */
export function parseId(value: string, path: string[]): string {
  if (isId(value)) return value.toLowerCase();
  throw badInput([{ path, rule: "id", message: `${path.join(".")} is not an id.` }]);
}

/** For an id that may be left out. An empty text is a malformed id, never a missing one. */
export const parseIdOrNull = (value: string | null | undefined, path: string[]): string | null =>
  value === null || value === undefined ? null : parseId(value, path);

export const isId = (value: string | undefined): value is string => value !== undefined && uuid.test(value);

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

const instantHint = 'DateTime needs a date and time with an offset, such as "2026-03-01T09:30:00.000Z".';

const instant = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/i;

function instantOf(value: unknown): Date {
  if (value instanceof Date && !Number.isNaN(value.getTime())) return value;
  const day = typeof value === "string" ? instant.exec(value)?.[1] : undefined;
  if (typeof value !== "string" || day === undefined || !isCalendarDay(day)) throw new GraphQLError(instantHint);
  const date = new Date(value.toUpperCase());

  // An offset can push the first or last year out of what ISO text and Postgres share.
  if (date.getUTCFullYear() < 1 || date.getUTCFullYear() > 9999) throw new GraphQLError(instantHint);
  return date;
}

// Postgres knows no year 0.
function isCalendarDay(text: string): boolean {
  return isLocalDate(text) && !text.startsWith("0000");
}

function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((child) => isDeeperThan(child, levels - 1));
}

function textScalar(
  name: string,
  description: string,
  specifiedByURL: string,
  accepts: (text: string) => boolean,
  hint: string,
): GraphQLScalarType<string, string> {
  const parse = (value: unknown) => {
    if (typeof value === "string" && accepts(value)) return value;
    throw new GraphQLError(hint);
  };
  return new GraphQLScalarType<string, string>({
    name,
    description,
    specifiedByURL,
    serialize: parse,
    parseValue: parse,
    parseLiteral: (node) => parse(textOf(node)),
  });
}

function outputScalar(name: string, description: string, specifiedByURL: string): GraphQLScalarType<never, string> {
  const refuse = () => {
    throw new GraphQLError(`${name} is not an input.`);
  };
  return new GraphQLScalarType<never, string>({
    name,
    description,
    specifiedByURL,
    serialize: (value) => {
      if (typeof value === "string") return value;
      throw new GraphQLError(`${name} must be text.`);
    },
    parseValue: refuse,
    parseLiteral: refuse,
  });
}

function textOf(node: { kind: string; value?: unknown }): unknown {
  return node.kind === Kind.STRING ? node.value : undefined;
}
