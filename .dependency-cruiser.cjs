// From the top to the bottom: a room looks only at the rooms below it.
const rooms = [
  "notifications",
  "intake",
  "retention",
  "insights",
  "promises",
  "leads",
  "conversions",
  "conversations",
  "contacts",
  "follow-ups",
  "deliveries",
  "queues",
  "campaigns",
  "people",
  "live",
  "platform",
];
const room = (name) => `^api/src/${name}/`;

// Above all rooms are the files that put them together (main, server, schema, database, config) and the demonstration.
const top = ["^api/src/[^/]+[.]ts$", room("migrations"), room("demo")];

// Pure files answer by their arguments alone, so that a test needs nothing but values.
const pure = (names) => `^api/src/.*/(${names.join("|")})[.]ts$`;
const pureFiles = [
  "pipeline-rules",
  "lead-state",
  "events",
  "decide[^/.]*",
  "decisions/[^/.]*",
  "evolve[^/.]*",
  "[^/]*queue-facts",
  "queues-of",
];
const packages = "(^|/)node_modules/";

module.exports = {
  forbidden: [
    ...rooms.map((name, depth) => ({
      name: `${name}-looks-only-down`,
      comment: `Move what ${name} needs into a room below it, or add the field in a resolver of the room above.`,
      severity: "error",
      from: { path: room(name) },
      to: { path: [...top, ...rooms.slice(0, depth).map(room)] },
    })),
    {
      name: "every-room-has-its-place",
      comment: "Give the new room a line in the list of rooms.",
      severity: "error",
      from: { path: "^api/src/[^/]+/", pathNot: [...top.slice(1), ...rooms.map(room)] },
      to: {},
    },
    {
      name: "intake-and-notifications-are-strangers",
      comment: "Intake says what happened with a job; notifications find out for themselves.",
      severity: "error",
      from: { path: room("notifications") },
      to: { path: room("intake") },
    },
    {
      name: "no-circular",
      severity: "error",
      from: {},
      to: { circular: true },
    },
    {
      name: "pure-files-import-no-package",
      severity: "error",
      from: { path: pure(pureFiles) },
      to: { path: packages },
    },
    {
      name: "calendars-know-only-time",
      severity: "error",
      from: { path: pure(["business-hours", "local-date"]) },
      to: { path: packages, pathNot: `${packages}(@types/)?(luxon|zod)/` },
    },
    {
      name: "contact-points-know-only-phone-numbers",
      severity: "error",
      from: { path: pure(["contact-point"]) },
      to: { path: packages, pathNot: `${packages}libphonenumber-js/` },
    },
    {
      name: "resolvers-do-no-sql",
      comment: "A resolver is one return of one verb; the verb or the read does the SQL.",
      severity: "error",
      from: { path: "[.]resolver[.]ts$" },
      to: { path: `${packages}(typeorm|pg|sql-template-tag)/` },
    },
    {
      name: "client-reads-only-the-schema",
      severity: "error",
      from: { path: "^(client-sdk|dashboard)/" },
      to: { path: "^api/" },
    },
    {
      name: "server-knows-no-client",
      severity: "error",
      from: { path: "^api/src/" },
      to: { path: "^(client-sdk|dashboard)/" },
    },
    {
      name: "tests-are-for-tests",
      severity: "error",
      from: { pathNot: ["^api/test/", "[.]test[.]tsx?$"] },
      to: { path: "^api/test/" },
    },
    {
      name: "imports-exist",
      comment: "An arrow to nowhere would slip past the rules above.",
      severity: "error",
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    tsConfig: { fileName: "tsconfig.json" },
    // An import of a type alone is an arrow too.
    tsPreCompilationDeps: true,
    doNotFollow: { path: ["node_modules"] },
    exclude: { path: ["^[^/]+/dist/", "^client-sdk/src/generated/"] },
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "types", "node", "default"] },
  },
};
