import { type createClientDocuments, isDocumentUrl } from "./client-documents.ts";
import type { ClientIds, OAuthClient } from "./clients.ts";

interface DirectoryParts {
  clientIds: Pick<ClientIds, "read">;
  documents: ReturnType<typeof createClientDocuments>;
  /** Returns whether client ids may be URLs. */
  hasDocuments(): boolean;
}

export type ClientDirectory = ReturnType<typeof createClientDirectory>;

/** Creates the directory that finds clients by their ids: signed ones, and URLs of metadata documents if these are accepted. */
export function createClientDirectory({ clientIds, documents, hasDocuments }: DirectoryParts) {
  const isDocument = (id: string) => hasDocuments() && isDocumentUrl(id);
  return {
    /** Returns a client, or `null` if the id is unknown. `onFetch` is called before its document is fetched. @throws OAuthError */
    find: async (id: string, onFetch: (host: string) => void): Promise<OAuthClient | null> =>
      isDocument(id) ? documents.read(id, () => onFetch(new URL(id).host)) : clientIds.read(id),

    /**
     * Returns whether the id may be one of a client, without a request to another host: tokens are bound to it, and refreshing
     * must not depend on that host.
     */
    mayExist: async (id: string): Promise<boolean> => isDocument(id) || (await clientIds.read(id)) !== null,
  };
}
