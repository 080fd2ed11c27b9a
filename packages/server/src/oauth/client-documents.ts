import { maxEntries, rootCauseMessage } from "@frontdesk/basics";
import { LRUCache } from "lru-cache";
import * as v from "valibot";
import type { Log } from "../log.ts";
import { maxClientIdLength, type OAuthClient, toDisplayName } from "./clients.ts";
import type { FetchedDocument } from "./fetch-document.ts";
import { OAuthError } from "./oauth-error.ts";
import { isAllowedRedirectUri } from "./redirect-uris.ts";

/** Documents kept. */
const maxDocuments = 1_000;
/** Shortest and longest time for which a document is kept. */
const minCacheAgeMs = 5 * 60_000;
const maxCacheAgeMs = 24 * 3_600_000;
/** Redirect URIs of a document that count. */
const maxRedirectUris = 50;

/** The fields of a client ID metadata document that count. */
const documentSchema = v.object({
  client_id: v.string(),
  client_name: v.optional(v.string()),
  redirect_uris: v.array(v.string()),
  client_secret: v.optional(v.undefined()),
  token_endpoint_auth_method: v.optional(v.picklist(["none"])),
});

/**
 * Returns whether a client id is the URL of the client's metadata: https with a path, without a user, a fragment or anything that
 * parsers read differently.
 */
export function isDocumentUrl(id: string): boolean {
  if (id.length > maxClientIdLength || !id.startsWith("https://") || !URL.canParse(id)) return false;
  const { href, pathname, username, password } = new URL(id);
  const hasUser = username !== "" || password !== "";
  const hasFragment = id.includes("#");
  if (hasUser || hasFragment) return false;
  // The parser removes dot segments and default ports, so the text must be what the parser makes of it.
  return pathname !== "/" && href === id;
}

interface DocumentParts {
  fetchDocument(url: string): Promise<FetchedDocument>;
  now(): number;
  log: Log;
}

/** Creates the reader of client ID metadata documents: JSON about an OAuth client, at the URL that is its id. Caches what it reads. */
export function createClientDocuments({ fetchDocument, now, log }: DocumentParts) {
  const cache = new LRUCache<string, { client: OAuthClient; until: number }>(maxEntries(maxDocuments));
  /** Requests that run, so that many for one document fetch it once. */
  const runningLoads = new Map<string, Promise<OAuthClient>>();

  /** Fetches a document and checks it. Errors are not cached. */
  async function load(url: string): Promise<OAuthClient> {
    const { body, cacheControl } = await fetchDocument(url).catch((error: unknown) => {
      log.info("A client's metadata could not be fetched", { host: new URL(url).host, why: rootCauseMessage(error) });
      throw new OAuthError(
        "unavailable",
        `The app's description at ${new URL(url).host} could not be read. Try again, or ask the app's maker.`,
      );
    });
    const client = toClient(url, body);
    cache.set(url, { client, until: now() + toCacheAgeMs(cacheControl) });
    return client;
  }

  return {
    /**
     * Returns the client whose id is this URL, from the cache or fetched. `onFetch` counts the caller's requests, and throws above a rate
     * limit. It is called if the cache has no valid copy, even if this call then waits for a fetch that another call has begun.
     * @throws OAuthError
     */
    async read(url: string, onFetch: () => void): Promise<OAuthClient> {
      const cached = cache.get(url);
      if (cached && cached.until > now()) return cached.client;
      onFetch();
      const runningLoad = runningLoads.get(url);
      if (runningLoad) return runningLoad;
      const newLoad = load(url).finally(() => runningLoads.delete(url));
      runningLoads.set(url, newLoad);
      return newLoad;
    },
  };
}

/** Returns the client that a document describes, with its first allowed redirect URIs. @throws OAuthError `invalid_client` */
function toClient(url: string, body: string): OAuthClient {
  const { success, output } = v.safeParse(documentSchema, parseJson(body));
  const redirectUris = success ? output.redirect_uris.filter(isAllowedRedirectUri).slice(0, maxRedirectUris) : [];
  // The document must name its own URL as the client id: otherwise one host could speak for a client of another.
  if (!success || output.client_id !== url || redirectUris.length === 0)
    throw new OAuthError("invalid_client", "The app's description is not one of a public client with this client_id.");
  const { host } = new URL(url);
  return { id: url, name: toDisplayName(output.client_name ?? "") || host, redirectUris, verifiedHost: host };
}

/** Parses JSON; `null` if it is malformed, which no document's schema accepts. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * Returns for how many milliseconds a document is cached: `max-age` of its `Cache-Control` (RFC 9111), but five minutes to a day.
 * Even one that must not be cached is kept for five minutes, so that a sign-in does not fetch it several times.
 */
function toCacheAgeMs(cacheControl: string): number {
  const seconds = Number(/(?:^|[ ,])max-age=(\d{1,9})/i.exec(cacheControl)?.[1] ?? 0);
  const isUncacheable = /no-store|no-cache/i.test(cacheControl);
  return isUncacheable ? minCacheAgeMs : Math.min(maxCacheAgeMs, Math.max(minCacheAgeMs, seconds * 1000));
}
