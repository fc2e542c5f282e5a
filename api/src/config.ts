import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";

export const environments = ["development", "test", "production"] as const;
export const logLevels = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;

export interface Config {
  port: number;
  host: string;
  /** Null: the embedded Postgres. */
  databaseUrl: string | null;
  dataDir: string;
  environment: (typeof environments)[number];
  logLevel: (typeof logLevels)[number];
  /** Null: no mail can be sent, and what should have gone out shows as failed. */
  smtpUrl: string | null;
  mailFrom: string;
  /** Without a slash at its end. Null: the address the server listens on. */
  publicUrl: string | null;
  allowedOrigins: readonly string[];
  introspection: boolean;
  trustedDocuments: "off" | "only";
  databasePoolSize: number;
  shutdownGraceMs: number;
  /** Set together or not at all. */
  oidc: { issuer: string; audience: string } | null;
}

/** The message is one line that names the setting, its value and what is right. */
export class ConfigError extends Error {
  override name = "ConfigError";
}

interface Setting {
  /** What the README says about it. */
  description: string;
  /** What holds when it is not set, in words. */
  default: string;
  /** Ends the sentence "X is wrong: it must be ...". */
  expected: string;
  schema: z.ZodType;
}

/** Every setting in the order in which the README lists them. */
export const settings = {
  PORT: {
    description: "Port for HTTP, WebSocket and server-sent events",
    default: "`4000`",
    expected: "a whole number from 0 to 65535, where 0 takes a free port",
    schema: wholeNumber(0, 65_535),
  },
  HOST: {
    description: "Address to listen on",
    default: "`127.0.0.1`; `0.0.0.0` in production",
    expected: "a host name or an IP address",
    schema: z.string().regex(/^[\w.:-]+$/),
  },
  DATABASE_URL: {
    description: "A Postgres 15 or later to use instead of the embedded one",
    default: "the embedded Postgres",
    expected: "a URL such as postgres://user:password@host:5432/leadledger",
    schema: url("postgres:", "postgresql:"),
  },
  DATABASE_POOL_SIZE: {
    description: "Connections to Postgres that the server may hold",
    default: "`10`",
    expected: "a whole number from 2 to 1000",
    schema: wholeNumber(2, 1000),
  },
  DATA_DIR: {
    description: "Folder of the embedded Postgres; a relative path starts at the project's folder",
    default: "`.leadledger`",
    expected: "the path of a folder",
    schema: z.string(),
  },
  NODE_ENV: {
    description: "`production` hides the schema, listens on every address and logs for machines",
    default: "`development`",
    expected: oneOf(environments),
    schema: z.enum(environments),
  },
  LOG_LEVEL: {
    description: "The least severe log lines to write",
    default: "`info`",
    expected: oneOf(logLevels),
    schema: z.enum(logLevels),
  },
  PUBLIC_URL: {
    description: "Where people and partners reach this server; links in mails start with it",
    default: "the address it listens on",
    expected: "a URL such as https://leads.example.com",
    schema: url("http:", "https:").transform((text) => text.replace(/\/+$/, "")),
  },
  ALLOWED_ORIGINS: {
    description: "Web origins, separated by commas, whose pages may call this server",
    default: "none besides its own",
    expected: "origins such as https://desk.example.com, separated by commas, without a path",
    schema: z
      .string()
      .transform(splitList)
      .pipe(z.array(z.string().refine(isOrigin))),
  },
  SMTP_URL: {
    description: "Mail server for outgoing mail; while it does not answer, mails show as failed and can be retried",
    default: "`smtp://127.0.0.1:1025`, where a mail catcher listens; none in production",
    expected: "a URL such as smtp://user:password@mail.example.com:587",
    schema: url("smtp:", "smtps:"),
  },
  MAIL_FROM: {
    description: "Sender of outgoing mail",
    default: "`LeadLedger <leadledger@localhost>`",
    expected: "a mail address, alone or as Name <name@example.com>",
    schema: z.string().regex(/^([^<>\r\n]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/),
  },
  OIDC_ISSUER: {
    description: "OpenID provider whose tokens sign members in, known by the address to which they were invited",
    default: "nobody but API keys in production; the demonstration tokens outside of it",
    expected: "the provider's https URL, or http on this machine",
    schema: url("https:", "http:").refine(isHttpsOrLocal),
  },
  OIDC_AUDIENCE: {
    description: "The audience that tokens of OIDC_ISSUER must carry",
    default: "needed with OIDC_ISSUER",
    expected: "the audience that your provider writes into its tokens",
    schema: z.string(),
  },
  INTROSPECTION: {
    description: "Whether anybody may ask for the schema: `on` or `off`",
    default: "`on`; `off` in production",
    expected: oneOf(["on", "off"]),
    schema: z.enum(["on", "off"]).transform((answer) => answer === "on"),
  },
  TRUSTED_DOCUMENTS: {
    description: "`only` refuses every operation that was not registered beforehand",
    default: "`off`",
    expected: oneOf(["off", "only"]),
    schema: z.enum(["off", "only"]),
  },
  SHUTDOWN_GRACE_MS: {
    description: "How long requests in flight may take to end after a SIGTERM or Ctrl-C, in milliseconds",
    default: "`8000`",
    expected: "a whole number from 0 to 600000",
    schema: wholeNumber(0, 600_000),
  },
} as const satisfies Record<string, Setting>;

export function readConfig(env: NodeJS.ProcessEnv): Config {
  const environment = read(env, "NODE_ENV") ?? "development";
  const isProduction = environment === "production";
  return {
    port: read(env, "PORT") ?? 4000,
    host: read(env, "HOST") ?? (isProduction ? "0.0.0.0" : "127.0.0.1"),
    databaseUrl: read(env, "DATABASE_URL") ?? null,
    // npm runs the server in its package's folder, so the working directory says nothing about what is meant.
    dataDir: resolve(projectFolder, read(env, "DATA_DIR") ?? ".leadledger"),
    environment,
    logLevel: read(env, "LOG_LEVEL") ?? "info",
    smtpUrl: read(env, "SMTP_URL") ?? (isProduction ? null : "smtp://127.0.0.1:1025"),
    mailFrom: read(env, "MAIL_FROM") ?? "LeadLedger <leadledger@localhost>",
    publicUrl: read(env, "PUBLIC_URL") ?? null,
    allowedOrigins: read(env, "ALLOWED_ORIGINS") ?? [],
    introspection: read(env, "INTROSPECTION") ?? !isProduction,
    trustedDocuments: read(env, "TRUSTED_DOCUMENTS") ?? "off",
    databasePoolSize: read(env, "DATABASE_POOL_SIZE") ?? 10,
    shutdownGraceMs: read(env, "SHUTDOWN_GRACE_MS") ?? 8000,
    oidc: readOidc(env),
  };
}

const projectFolder = resolve(dirname(fileURLToPath(import.meta.url)), "..", "..");

type SettingName = keyof typeof settings;
type SettingValue<Name extends SettingName> = z.output<(typeof settings)[Name]["schema"]>;

/** An empty value counts as not given: Compose passes unset variables on like that. */
function read<Name extends SettingName>(env: NodeJS.ProcessEnv, name: Name): SettingValue<Name> | undefined {
  const text = env[name]?.trim();
  if (!text) {
    return undefined;
  }
  const setting: Setting = settings[name];
  const parsed = setting.schema.safeParse(text);
  if (!parsed.success) {
    throw new ConfigError(`${name}=${withoutSecrets(text)} is wrong: it must be ${setting.expected}`);
  }
  // The compiler cannot see through the table that this schema is the one of this name.
  return parsed.data as SettingValue<Name>;
}

function readOidc(env: NodeJS.ProcessEnv): Config["oidc"] {
  const [issuer, audience] = [read(env, "OIDC_ISSUER"), read(env, "OIDC_AUDIENCE")];
  if (issuer && !audience) {
    throw new ConfigError(
      `OIDC_AUDIENCE is not set: with OIDC_ISSUER=${issuer} it must be ${settings.OIDC_AUDIENCE.expected}`,
    );
  }
  if (audience && !issuer) {
    throw new ConfigError(
      `OIDC_ISSUER is not set: with OIDC_AUDIENCE=${audience} it must be ${settings.OIDC_ISSUER.expected}`,
    );
  }
  return issuer && audience ? { issuer, audience } : null;
}

function withoutSecrets(text: string): string {
  const shown = text
    .replace(/:.*@/s, ":***@")
    .replace(/(password=)\S*/gi, "$1***")
    .replace(/\s+/g, " ");
  return shown.length > 100 ? `${shown.slice(0, 100)}...` : shown;
}

function wholeNumber(least: number, most: number) {
  return z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number)
    .pipe(z.number().min(least).max(most));
}

function url(...protocols: string[]) {
  return z
    .string()
    .refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol) && text.includes("://"));
}

function splitList(text: string): string[] {
  return text
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean);
}

function isOrigin(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) && new URL(text).origin === text.toLowerCase();
}

function isHttpsOrLocal(text: string): boolean {
  return (
    URL.canParse(text) &&
    (new URL(text).protocol === "https:" || ["localhost", "127.0.0.1", "[::1]"].includes(new URL(text).hostname))
  );
}

function oneOf(values: readonly string[]): string {
  return `${values.slice(0, -1).join(", ")} or ${values.at(-1)}`;
}
