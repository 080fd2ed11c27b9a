import type { Clock } from "../clock.ts";
import type { ServerFacts } from "../facts.ts";
import type { AccountLimits } from "../limits/account-limits.ts";
import type { Log } from "../log.ts";
import type { ServerOptions } from "../options/options.ts";
import type { Kv, Locks } from "../storage/types.ts";
import type { AccountStore } from "../store/accounts.ts";
import type { AgentKeyStore } from "../store/agent-keys.ts";
import type { AddressPolicy } from "../webhooks/address-policy.ts";
import type { RevokedWebhooks } from "../webhooks/revoked-webhooks.ts";
import { createAuthorizationRequests } from "./authorization-requests.ts";
import { acceptsDocuments } from "./availability.ts";
import { createClientDirectory } from "./client-directory.ts";
import { createClientDocuments } from "./client-documents.ts";
import { createClientIds } from "./clients.ts";
import { createConnections } from "./connections.ts";
import { createConsent } from "./consent.ts";
import { fetchDocument } from "./fetch-document.ts";
import { createGrantCleanup } from "./grant-cleanup.ts";

interface OAuthParts {
  options: ServerOptions;
  kv: Kv;
  locks: Locks;
  clock: Clock;
  retentionClock: Clock;
  facts: ServerFacts;
  limits: AccountLimits;
  log: Log;
  accounts: AccountStore;
  agentKeys: AgentKeyStore;
  revokedWebhooks: RevokedWebhooks;
  /** Decides which hosts the server may fetch a client's metadata from (against SSRF). */
  addressPolicy: AddressPolicy;
}

export type OAuthServices = ReturnType<typeof createOAuthServices>;

/**
 * Creates the services that the OAuth endpoints use. Starts the cleanup, which deletes expired codes and connections (`sweep`) once a
 * minute; `close` stops it.
 */
export function createOAuthServices(parts: OAuthParts) {
  const cleanup = createGrantCleanup(parts);
  const clientIds = createClientIds(parts);
  const documents = createClientDocuments({
    fetchDocument: (url) => fetchDocument(url, { addressPolicy: parts.addressPolicy }),
    now: parts.clock.now,
    log: parts.log,
  });
  const requests = createAuthorizationRequests(parts);
  return {
    clientIds,
    // Whether client ids may be URLs of metadata documents. A function, as `issuer` below is, because the public URL may
    // be known only once the server listens.
    clients: createClientDirectory({ clientIds, documents, hasDocuments: () => acceptsDocuments(parts) }),
    requests,
    connections: createConnections({ ...parts, cleanup }),
    consent: createConsent({ ...parts, requests, cleanup, issuer: () => parts.facts.publicUrl }),
    planConnectionCleanup: cleanup.planConnectionCleanup,
    sweep: cleanup.sweep,
    close: cleanup.close,
  };
}
