import { createHmac, timingSafeEqual } from "node:crypto";
import * as v from "valibot";
import type { Kv, Locks } from "../storage/types.ts";
import { createStoredKey } from "../store/stored-key.ts";

/** An OAuth client, as it has registered itself. */
export interface OAuthClient {
  id: string;
  /** Name as it says itself. */
  name: string;
  redirectUris: string[];
  /** Host that publishes the client's metadata; `null` if it has registered itself. */
  verifiedHost: string | null;
}

/** Longest client id, in characters. It holds what the client has registered. */
export const maxClientIdLength = 2800;
/** Longest name of a client, in characters. */
const maxClientNameLength = 100;

/** Contents of a client id. Short names, because the id is part of a URL. */
const clientIdSchema = v.object({ n: v.string(), r: v.array(v.string()) });

const signingKeyName = "oauth-key";

export type ClientIds = ReturnType<typeof createClientIds>;

/**
 * Creates the functions that create and read client ids. An id is the registration itself, signed, so it is valid for ever and on
 * every server of a cluster. Registering stores nothing, or else anybody could fill the storage.
 */
export function createClientIds({ kv, locks }: { kv: Kv; locks: Locks }) {
  const loadKey = createStoredKey({ kv, locks }, signingKeyName);

  return {
    /**
     * Returns the id of a client: `<payload>.<signature>`, both in base64url. The payload is JSON of name and redirect URIs, with short
     * field names, because clients send the id in URLs.
     */
    async create({ name, redirectUris }: Pick<OAuthClient, "name" | "redirectUris">): Promise<string> {
      const registration = { n: name, r: redirectUris } satisfies v.InferOutput<typeof clientIdSchema>;
      const payload = Buffer.from(JSON.stringify(registration)).toString("base64url");
      const signature = signClientId(payload, await loadKey());
      return `${payload}.${signature.toString("base64url")}`;
    },

    /**
     * Returns the client of an id, from the id itself: `<payload>.<signature>`, where the payload has its name `n` and redirect URIs `r`.
     * `null` for an id that this storage's servers have not signed.
     */
    async read(id: string): Promise<OAuthClient | null> {
      const [, payload = "", signature = ""] = /^([\w-]+)\.([\w-]+)$/.exec(id) ?? [];
      if (id.length > maxClientIdLength || payload === "") return null;
      const expected = signClientId(payload, await loadKey());
      const received = Buffer.from(signature, "base64url");
      if (received.length !== expected.length || !timingSafeEqual(received, expected)) return null;
      const { n, r } = v.parse(clientIdSchema, JSON.parse(Buffer.from(payload, "base64url").toString()));
      // This client has registered itself. Only a host that publishes a client's metadata vouches for it.
      return { id, name: n, redirectUris: r, verifiedHost: null };
    },
  };
}

const signClientId = (payload: string, key: Buffer) =>
  createHmac("sha256", key).update(`client-id:${payload}`).digest();

/** Unicode's categories C (control, format, surrogate, private and unassigned) and the line and paragraph separators. */
const invisibleCharacters = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu;
/** The first half of a character (a high surrogate of UTF-16), which remains where a cut has split it. */
const halfCharacterAtEnd = /[\ud800-\udbff]$/;

/** Returns a name that can be shown: one line, without control characters and those that change the direction of text. */
export function toDisplayName(name: string): string {
  return name
    .replace(invisibleCharacters, " ")
    .replace(/ {2,}/g, " ")
    .trim()
    .slice(0, maxClientNameLength)
    .replace(halfCharacterAtEnd, "");
}
