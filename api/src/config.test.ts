import { ConfigError, readConfig, settings } from "./config.js";

describe("the settings", () => {
  it("have defaults for a developer's machine", () => {
    expect(readConfig({})).toEqual({
      port: 4000,
      host: "127.0.0.1",
      databaseUrl: null,
      dataDir: expect.stringMatching(/[^/]\/\.leadledger$/),
      environment: "development",
      logLevel: "info",
      smtpUrl: "smtp://127.0.0.1:1025",
      mailFrom: "LeadLedger <leadledger@localhost>",
      publicUrl: null,
      allowedOrigins: [],
      introspection: true,
      trustedDocuments: "off",
      databasePoolSize: 10,
      shutdownGraceMs: 8000,
      oidc: null,
    });
  });

  it("hide the schema and listen everywhere in production", () => {
    expect(readConfig({ NODE_ENV: "production" })).toMatchObject({ host: "0.0.0.0", introspection: false });
    expect(readConfig({ NODE_ENV: "production", HOST: "10.0.0.7", INTROSPECTION: "on" })).toMatchObject({
      host: "10.0.0.7",
      introspection: true,
    });
  });

  it.each([
    ["PORT", "0", { port: 0 }],
    ["PORT", " 8080 ", { port: 8080 }],
    ["PORT", "", { port: 4000 }],
    ["HOST", "::1", { host: "::1" }],
    ["DATABASE_URL", "postgres://a:b@db/leads", { databaseUrl: "postgres://a:b@db/leads" }],
    ["DATABASE_URL", "postgresql:///leads?host=/run", { databaseUrl: "postgresql:///leads?host=/run" }],
    ["DATABASE_POOL_SIZE", "2", { databasePoolSize: 2 }],
    ["DATA_DIR", "/srv/leads", { dataDir: "/srv/leads" }],
    ["DATA_DIR", "data", { dataDir: readConfig({}).dataDir.replace(/\.leadledger$/, "data") }],
    ["NODE_ENV", "test", { environment: "test" }],
    ["LOG_LEVEL", "silent", { logLevel: "silent" }],
    ["PUBLIC_URL", "https://leads.example.com/desk/", { publicUrl: "https://leads.example.com/desk" }],
    [
      "ALLOWED_ORIGINS",
      "https://a.example, http://localhost:5173,",
      { allowedOrigins: ["https://a.example", "http://localhost:5173"] },
    ],
    ["SMTP_URL", "smtps://u:p@mail.example:465", { smtpUrl: "smtps://u:p@mail.example:465" }],
    ["MAIL_FROM", "Desk <desk@example.com>", { mailFrom: "Desk <desk@example.com>" }],
    ["MAIL_FROM", "desk@example.com", { mailFrom: "desk@example.com" }],
    ["INTROSPECTION", "off", { introspection: false }],
    ["TRUSTED_DOCUMENTS", "only", { trustedDocuments: "only" }],
    ["SHUTDOWN_GRACE_MS", "0", { shutdownGraceMs: 0 }],
  ])("take %s=%s", (name, value, expected) => {
    expect(readConfig({ [name]: value })).toMatchObject(expected);
  });

  it.each([
    ["PORT", "65536", "PORT=65536 is wrong: it must be a whole number from 0 to 65535, where 0 takes a free port"],
    ["PORT", "4e3", "PORT=4e3 is wrong: it must be a whole number from 0 to 65535, where 0 takes a free port"],
    ["PORT", "-1", "PORT=-1 is wrong: it must be a whole number from 0 to 65535, where 0 takes a free port"],
    ["HOST", "http://localhost", "HOST=http://localhost is wrong: it must be a host name or an IP address"],
    [
      "DATABASE_URL",
      "mysql://root:secret@db/leads",
      "DATABASE_URL=mysql:***@db/leads is wrong: it must be a URL such as postgres://user:password@host:5432/leadledger",
    ],
    ["DATABASE_POOL_SIZE", "1", "DATABASE_POOL_SIZE=1 is wrong: it must be a whole number from 2 to 1000"],
    ["NODE_ENV", "prod", "NODE_ENV=prod is wrong: it must be development, test or production"],
    ["LOG_LEVEL", "loud", "LOG_LEVEL=loud is wrong: it must be trace, debug, info, warn, error, fatal or silent"],
    [
      "PUBLIC_URL",
      "leads.example.com",
      "PUBLIC_URL=leads.example.com is wrong: it must be a URL such as https://leads.example.com",
    ],
    [
      "ALLOWED_ORIGINS",
      "*",
      "ALLOWED_ORIGINS=* is wrong: it must be origins such as https://desk.example.com, separated by commas, without a path",
    ],
    [
      "ALLOWED_ORIGINS",
      "https://a.example/x",
      "ALLOWED_ORIGINS=https://a.example/x is wrong: it must be origins such as https://desk.example.com, separated by commas, without a path",
    ],
    [
      "SMTP_URL",
      "smtp:mail.example",
      "SMTP_URL=smtp:mail.example is wrong: it must be a URL such as smtp://user:password@mail.example.com:587",
    ],
    [
      "MAIL_FROM",
      "the desk",
      "MAIL_FROM=the desk is wrong: it must be a mail address, alone or as Name <name@example.com>",
    ],
    [
      "OIDC_ISSUER",
      "http://id.example.com",
      "OIDC_ISSUER=http://id.example.com is wrong: it must be the provider's https URL, or http on this machine",
    ],
    ["INTROSPECTION", "yes", "INTROSPECTION=yes is wrong: it must be on or off"],
    ["TRUSTED_DOCUMENTS", "on", "TRUSTED_DOCUMENTS=on is wrong: it must be off or only"],
    ["SHUTDOWN_GRACE_MS", "8s", "SHUTDOWN_GRACE_MS=8s is wrong: it must be a whole number from 0 to 600000"],
  ])("refuse %s=%s with one line that says what is right", (name, value, message) => {
    expect(() => readConfig({ [name]: value })).toThrow(new ConfigError(message));
  });

  it("want an identity provider's issuer and audience together", () => {
    const both = { OIDC_ISSUER: "https://id.example.com", OIDC_AUDIENCE: "leads" };

    expect(readConfig(both).oidc).toEqual({ issuer: "https://id.example.com", audience: "leads" });
    expect(() => readConfig({ OIDC_ISSUER: both.OIDC_ISSUER })).toThrow(/^OIDC_AUDIENCE is not set: with OIDC_ISSUER=/);
    expect(() => readConfig({ OIDC_AUDIENCE: both.OIDC_AUDIENCE })).toThrow(
      /^OIDC_ISSUER is not set: with OIDC_AUDIENCE=/,
    );
  });

  it("never show a password, and stay on one line", () => {
    expect(() => readConfig({ DATABASE_URL: "http://u:p/@ss@db/\nx" })).toThrow(
      /^DATABASE_URL=http:\*\*\*@db\/ x is wrong/,
    );
  });

  it("are all described for the README", () => {
    for (const [name, setting] of Object.entries(settings)) {
      expect([name, setting.description, setting.default]).not.toContain("");
    }
  });
});
