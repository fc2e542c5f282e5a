import { fileURLToPath } from "node:url";

// The few packages that ship no CommonJS at all.
const esmOnly = ["jose", "sql-template-tag"];

const project = {
  testEnvironment: "node",
  setupFiles: [here("jest.setup.mjs")],
  // Relative imports end in .js, as Node wants them; the files end in .ts.
  moduleNameMapper: {
    "^(\\.{1,2}/.*)\\.js$": "$1",
    "^@leadledger/client$": here("client-sdk/src/index.ts"),
    "^@leadledger/client/(.*)$": here("client-sdk/src/$1.ts"),
  },
  transform: {
    "\\.ts$": ["@swc/jest", swc({ syntax: "typescript", decorators: true })],
    "\\.m?js$": ["@swc/jest", swc({ syntax: "ecmascript" })],
  },
  transformIgnorePatterns: [`/node_modules/(?!(${esmOnly.join("|")})/)`],
  globalSetup: here("api/test/support/global-setup.ts"),
  globalTeardown: here("api/test/support/global-teardown.ts"),
};

export default {
  // Long enough for the first suite of a run, which brings Postgres up.
  testTimeout: 30_000,
  projects: [
    { ...project, displayName: "api", rootDir: "api" },
    { ...project, displayName: "client-sdk", rootDir: "client-sdk" },
  ],
};

function here(path) {
  return fileURLToPath(new URL(path, import.meta.url));
}

function swc(parser) {
  return {
    swcrc: false,
    jsc: {
      parser,
      target: "es2022",
      // Fields that only declare a column must not become assignments, as with tsc and tsx.
      transform: { legacyDecorator: true, decoratorMetadata: false, useDefineForClassFields: false },
    },
    module: { type: "commonjs" },
    sourceMaps: "inline",
  };
}
