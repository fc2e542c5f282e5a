import type { CodegenConfig } from "@graphql-codegen/cli";

export default {
  schema: "schema.graphql",
  documents: "client-sdk/operations/*.graphql",
  emitLegacyCommonJSImports: false,
  generates: {
    "client-sdk/src/generated/operations.ts": {
      plugins: ["./scripts/codegen-operation-types.ts"],
      config: {
        arrayInputCoercion: false,
        immutableTypes: true,
        inlineFragmentTypes: "combine",
        namingConvention: "keep",
        skipTypename: true,
        // A scalar missing from this list stops the build instead of becoming `any`.
        strictScalars: true,
        scalars: {
          ID: "string",
          DateTime: "string",
          Duration: "string",
          EmailAddress: "string",
          JSON: "unknown",
          LocalDate: "string",
          PhoneNumber: "string",
          TimeZone: "string",
        },
      },
    },
    "client-sdk/src/generated/documents.ts": {
      plugins: ["./scripts/codegen-string-documents.ts"],
    },
    "client-sdk/src/generated/manifest.json": {
      plugins: ["./scripts/codegen-trusted-documents.ts"],
    },
  },
  hooks: {
    afterAllFileWrite: ["biome format --write"],
  },
} satisfies CodegenConfig;
