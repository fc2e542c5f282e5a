import { GraphQLError } from "graphql";
import { retryable } from "./errors.js";

/** graphql-js says well what is wrong with a document, but repeats the values that stand in it. */
export function invalidDocumentErrors(errors: readonly GraphQLError[], requestId: string): GraphQLError[] {
  return errors.map(
    ({ message, nodes, source, positions }) =>
      new GraphQLError(withoutValues(message), {
        nodes: nodes ?? null,
        source: source ?? null,
        positions: positions ?? null,
        extensions: { code: "BAD_USER_INPUT", retryable: retryable.BAD_USER_INPUT, requestId },
      }),
  );
}

function withoutValues(message: string): string {
  const named = message
    .replace(/, found [^$][\s\S]*$/, ".")
    .replace(/( cannot represent [^:]*): [\s\S]*$/, "$1.")
    .replace(/\b((?:Block)?String) "[\s\S]*$/, "$1.");
  return named.length > maxLength ? `${named.slice(0, maxLength)}…` : named;
}

const maxLength = 300;
