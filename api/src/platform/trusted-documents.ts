import { ApiError } from "./errors.js";
import type { Viewer } from "./viewer.js";

export interface TrustedDocuments {
  /** The client's manifest: from the id it sends to the text that is meant. An id is looked up, never recomputed. */
  texts: ReadonlyMap<string, string>;
  /** Who may send nothing else; partners with keys usually write documents of their own. */
  requiredOf: readonly Viewer["kind"][];
}

interface Sent {
  query: string | undefined;
  documentId?: string | undefined;
  viewer: Viewer | null;
}

export function createDocumentSource(trusted: TrustedDocuments | null): (sent: Sent) => string {
  const texts = new Set(trusted?.texts.values());
  return ({ query, documentId, viewer }) => {
    if (documentId !== undefined) {
      const text = trusted?.texts.get(documentId);
      if (text === undefined) throw new ApiError("DOCUMENT_NOT_TRUSTED", "No document is known by this id.");
      return text;
    }
    if (!query) throw new ApiError("BAD_USER_INPUT", "The request has no query.");
    if (viewer && trusted?.requiredOf.includes(viewer.kind) && !texts.has(query)) {
      throw new ApiError("DOCUMENT_NOT_TRUSTED", "Only documents of the manifest are answered; send a documentId.");
    }
    return query;
  };
}
